/** The tables of the lobby: in which order, at which stakes, and sitting down at one with one press. */
import { company } from "../lib/company.svelte";
import { cap, t } from "../lib/i18n.svelte";
import { fit } from "../lib/money";
import type { Lobby, LobbyTable, PlateLine } from "../lib/protocol";
import { room } from "../lib/room.svelte";
import { go } from "../lib/router.svelte";

export type Row = LobbyTable & { house: string; houseTitle: string };
export type Doing = "go back" | "join" | "wait" | "watch";

/** All tables, what most people come for first. */
export const rowsOf = (lobby: Lobby | null): Row[] =>
  (lobby?.houses ?? [])
    .flatMap((found) =>
      found.tables.map((table) => ({ ...table, house: found.name, houseTitle: found.title })),
    )
    .sort((one, other) => one.place - other.place);

/** So many seats are shown one by one; of more, only whether one is free. */
export const DOTS = 12;
export const nameOf = (row: Row): string => row.called || row.title;
export const aboutOf = (row: Row): string => `${row.called ? row.title : row.game_title} · ${row.houseTitle}`;
export const people = (row: Row): number => row.taken - row.bots;
export const free = (row: Row): boolean => row.crowd || row.taken < row.seats;

/** People and bots, counted apart. */
export function present(row: Row): string {
  const parts = [
    people(row) && t("people here", { n: people(row) }),
    row.bots && t("bots", { n: row.bots }),
    row.waiting && t("waiting here", { n: row.waiting }),
  ];
  return parts.filter(Boolean).join(" · ") || t("nobody yet");
}

/** The stakes in two lines: in a limit game its bets, with the blinds beside them. */
export function stakes(row: Row): [string, string] {
  const of = (key: string): PlateLine | undefined => row.limits.find((line) => line.key === key);
  const short = (line: PlateLine | undefined): string =>
    line ? `${line.label} ${line.brief || line.text}`.trim() : "";
  const whole = (line: PlateLine | undefined): string => (line ? `${line.label} ${line.text}`.trim() : "");
  const [version, blinds, bets] = [of("version"), of("blinds"), of("bets")];
  if (!version || !blinds) return [short(row.limits[0]), whole(row.limits[1])];
  const first = `${cap(version.text)} ${(bets ?? blinds).brief || (bets ?? blinds).text}`;
  return [first, [bets && short(blinds), whole(of("buy-in"))].filter(Boolean).join(" · ")];
}

export const doing = (row: Row): Doing =>
  room.mine[row.table] ? "go back" : !row.open ? "watch" : free(row) ? "join" : "wait";

export const least = (row: Row): number => Math.max(100, Math.ceil(row.min_buy_in / 100) * 100);
export const most = (row: Row): number =>
  Math.max(least(row), Math.min(row.max_buy_in || Number.MAX_SAFE_INTEGER, room.balance));
export const advised = (row: Row): number => fit(row.advised_buy_in, least(row), most(row), 100);

export const open = (row: Row): void => go("table", ...row.table.split("/"));

/** A seat with what the house advises, dealt in at once; refused: the table shows what to do. */
export async function sit(row: Row, buyIn = advised(row)): Promise<void> {
  await room.act("sit", row.table, { buy_in: buyIn, seat: 0, post: company.tastes.post });
  open(row);
}

export async function act(row: Row): Promise<void> {
  const what = doing(row);
  if (what === "join" && room.balance >= row.min_buy_in) return sit(row);
  if (what !== "wait") return open(row);
  room.join(row.table);
  const answer = await room.act("wait", row.table);
  if (answer.type === "done") room.toast("good", t("on list"));
}

/** The table of a game to sit down at without looking: one's own, with a seat, with people, the cheapest. */
export function best(rows: Row[], game: string): Row | undefined {
  const fits = rows.filter(
    (row) => row.game === game && (room.mine[row.table] || (row.open && !row.paused && affordable(row))),
  );
  const rank = (row: Row): number[] => [
    room.mine[row.table] ? 0 : 1,
    free(row) ? 0 : 1,
    people(row) ? 0 : 1,
    row.advised_buy_in,
  ];
  return fits.sort((one, other) => compare(rank(one), rank(other)))[0];
}
const affordable = (row: Row): boolean => room.balance >= row.min_buy_in;
const compare = (one: number[], other: number[]): number =>
  one.map((value, at) => value - (other[at] ?? 0)).find((value) => value !== 0) ?? 0;

export type FilterName = "all" | "free" | "people" | "friends" | "mine";

/** What the reader looks for. */
export class Search {
  game = $state("");
  house = $state("");
  filter: FilterName = $state("all");
  find = $state("");

  clear(): void {
    [this.game, this.house, this.find, this.filter] = ["", "", "", "all"];
  }
  chooseGame(name: string): void {
    [this.game, this.house] = [this.game === name ? "" : name, ""];
  }
  chooseHouse(name: string): void {
    [this.game, this.house] = ["", this.house === name ? "" : name];
  }
  holds(row: Row): boolean {
    return (
      (!this.game || row.game === this.game) &&
      (!this.house || row.house === this.house) &&
      this.#filtered(row) &&
      `${row.called} ${row.title} ${row.game_title} ${row.houseTitle}`
        .toLowerCase()
        .includes(this.find.toLowerCase())
    );
  }
  #filtered(row: Row): boolean {
    if (this.filter === "free") return free(row);
    if (this.filter === "people") return people(row) > 0;
    if (this.filter === "friends") return company.withFriends.has(row.table);
    return this.filter === "all" || Boolean(room.mine[row.table]);
  }
}
