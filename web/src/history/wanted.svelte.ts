/** Which hands the history shows. */

export const KINDS = [
  ["", "result all"],
  ["won", "won hands"],
  ["lost", "lost hands"],
  ["void", "void hands"],
] as const;

const stamp = (day: string, days = 0): string =>
  String(day ? new Date(`${day}T00:00`).getTime() / 1000 + days * 86_400 : 0);

export class Wanted {
  game = $state("");
  table = $state("");
  since = $state("");
  until = $state("");
  kind: (typeof KINDS)[number][0] = $state("");

  get any(): boolean {
    return Boolean(this.game || this.table || this.since || this.until || this.kind);
  }

  clear(): void {
    this.game = this.table = this.since = this.until = this.kind = "";
  }

  /** As the room is asked for it. */
  get query(): string {
    const { table, game, kind: result } = this;
    const before = stamp(this.until, 1);
    return new URLSearchParams({ before, table, game, result, since: stamp(this.since) }).toString();
  }
}
