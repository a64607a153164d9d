interface Look { fill: string; edge: string; ink: string; text: string }

const LOOKS: Record<number, Look> = {
  50: { fill: "#8fa3ad", edge: "#eef2f3", ink: "#10202a", text: "½" },
  100: { fill: "#ece5d3", edge: "#8a8574", ink: "#1c2022", text: "1" },
  500: { fill: "#a3262f", edge: "#f3ead8", ink: "#fff", text: "5" },
  2500: { fill: "#1f6b47", edge: "#f3ead8", ink: "#fff", text: "25" },
  10000: { fill: "#1d2328", edge: "#d8b26a", ink: "#fff", text: "100" },
  50000: { fill: "#5a3a86", edge: "#f3ead8", ink: "#fff", text: "500" },
  100000: { fill: "#c08a2b", edge: "#2a1f0c", ink: "#1a1408", text: "1K" },
  500000: { fill: "#1d5c8f", edge: "#f3ead8", ink: "#fff", text: "5K" },
};
const SANS = "ui-sans-serif,'Segoe UI Variable Text','Segoe UI',Roboto,'Helvetica Neue','Noto Sans','Liberation Sans',Arial,sans-serif";
/** The measures of a chip, and by how much each lies above the next. */
export const ROUND = 48;
export const RISE = 6.8;

const drawn = new Map<string, string>();

/** A pile of equal chips as a picture, drawn once; the value is printed on the one on top. */
export function pile(value: number, count: number): string {
  const name = `${value} ${count}`;
  const known = drawn.get(name);
  if (known) return known;
  const { fill, edge, ink, text } = LOOKS[value] ?? (LOOKS[100] as Look);
  const height = ROUND + (count - 1) * RISE;
  const long = text.length > 2;
  const chips = Array.from({ length: count }, (_, at) => `<use href="#c" y="${height - ROUND - at * RISE}"/>`).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${ROUND} ${height}"><defs><g id="c"><circle cx="24" cy="25.6" r="22" opacity=".4"/><circle cx="24" cy="24" r="22" fill="${fill}"/><circle cx="24" cy="24" r="18.8" fill="none" stroke="${edge}" stroke-width="5" stroke-dasharray="7.383" stroke-dashoffset="3.691" opacity=".95"/><circle cx="24" cy="24" r="15" fill="${fill}" stroke="${edge}" stroke-width=".9" stroke-opacity=".75"/><circle cx="24" cy="24" r="21.6" fill="none" stroke="#000" stroke-opacity=".28" stroke-width=".8"/></g></defs>${chips}<text x="24" y="${long ? 28.6 : 29.3}" text-anchor="middle" font-family="${SANS}" font-size="${long ? 13 : 15}" font-weight="700" fill="${ink}">${text}</text></svg>`;
  const picture = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  drawn.set(name, picture);
  return picture;
}
