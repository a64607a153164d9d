/** Clauses cited in a sentence: taken out of it, so that a reader sees words and may ask why. */

const CITED = / \(([A-Z]{2}-\d+(?:(?:, |\.\.)[A-Z]{2}-\d+)*)\)/g;
const SPAN = /^([A-Z]{2})-(\d+)\.\.\1-(\d+)$/;

/** A sentence without its clauses, and the clauses. */
export function uncited(sentence: string): { text: string; ids: string } {
  const ids = [...sentence.matchAll(CITED)].map((found) => found[1]);
  return { text: sentence.replace(CITED, ""), ids: ids.join(", ") };
}

/** Every clause that is named: `CH-36..CH-38` are three. */
export function each(ids: string): string[] {
  const named = ids.split(/,\s*/).filter(Boolean);
  return [...new Set(named.flatMap(spread))];
}

function spread(id: string): string[] {
  const [, sheet, from, to] = SPAN.exec(id) ?? [];
  if (!sheet) return [id];
  const first = Number(from);
  const digits = from?.length ?? 2;
  return Array.from(
    { length: Number(to) - first + 1 },
    (_, at) => `${sheet}-${String(first + at).padStart(digits, "0")}`,
  );
}
