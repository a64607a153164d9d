/** What the console knows: the floor, the chosen table, what is about to be done there,
 *  what waits for a second person. */
import { get, post, Trouble } from "../lib/api";
import { lang, maybe, t } from "../lib/i18n.svelte";
import { figure } from "../lib/money";
import type { Event, LobbyTable, Option, Pairs, Sitter, TableMessage, Waiter } from "../lib/protocol";
import { room } from "../lib/room.svelte";
import { spotName } from "../lib/speak";

export interface Posting {
  src: string;
  dst: string;
  amount: number;
  why: string;
}
export interface LedgerLine extends Posting {
  no: number;
  id: string;
  at: number;
  table: string;
  hand: number;
  names: [string, string];
  reversed: boolean;
}
export interface Call {
  call: number;
  at: number;
  table: string;
  player: string;
  name: string;
  seat: number;
  text: string;
}
export interface Glance {
  table: string;
  phase: string;
  board: number;
  pot: number;
  at_risk: number;
  chips: number;
  house: number;
  last_hands: number | null;
  free: number;
  next: string;
  away: { seat: number; name: string; seconds: number; most_seconds: number }[];
  calls: Call[];
  paused_since: number;
  paused_by: string;
  paused_why: string;
}
export interface Staged {
  hand: number;
  over: boolean;
  chips: Pairs<number>;
  events: Event[];
  names: Record<string, string>;
}
export interface Kept {
  player: string;
  name: string;
  amount: number;
}
export interface Look {
  state: TableMessage;
  rulings: Option[];
  effects: Record<string, string>;
  sitters: Sitter[];
  waiting: Waiter[];
  overdue: string[];
  calls: Call[];
  pots: [string, number][];
  versions: string[];
  vacant: number[];
  staged: Staged | null;
  consigned: Kept[];
  orphans: Kept[];
}
export interface Line {
  no: number;
  at: number;
  by: string;
  name: string;
  act: string;
  table: string;
  why: string;
  player: string;
  body: Record<string, unknown>;
}
export interface Req {
  request: number;
  what: string;
  by: string;
  name: string;
  at: number;
  player: string;
  body: Record<string, unknown>;
}
export interface Row extends LobbyTable {
  house: string;
  currency: string;
  glance: Glance | undefined;
  requests: number;
}
export interface Deed {
  act: string;
  /** Words are made when they are shown: the reader may change the language meanwhile. */
  label: () => string;
  fields: Record<string, unknown>;
  note?: () => string;
}

export function say(error: unknown): void {
  const told = error instanceof Trouble ? error.message : String(error);
  room.toast(
    "refuse",
    told.charAt(0).toUpperCase() + told.slice(1),
    "",
    error instanceof Trouble ? error.told.clause : "",
  );
}
export const fresh = (): string => `web-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 7)}`;
export const locale = (): string => (lang() === "fr" ? "fr-FR" : "en-GB");
export const clockTime = (at: number): string => new Date(at * 1000).toLocaleTimeString(locale());
export const dayTime = (at: number): string =>
  new Date(at * 1000).toLocaleString(locale(), { dateStyle: "short", timeStyle: "short" });
export const role = (...wanted: string[]): boolean => room.roles.some((one) => wanted.includes(one));
export const minutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** What a card on the floor says beside its colour. */
export type Kind =
  "asks" | "confirm" | "overdue" | "give" | "paused" | "closed" | "last" | "running" | "idle";
const late = (row: Row) => row.glance?.away.find((one) => one.seconds > one.most_seconds);
export function kindOf(row: Row): Kind {
  if (row.glance?.calls.length) return "asks";
  if (row.requests) return "confirm";
  if (!row.open) return "closed";
  if (row.paused) return "paused";
  if (late(row)) return "overdue";
  if (row.glance?.next && row.glance.free) return "give";
  if (row.glance?.last_hands != null) return "last";
  return row.in_play ? "running" : "idle";
}
export const needsYou = (row: Row): boolean => ["asks", "confirm", "overdue", "give"].includes(kindOf(row));

class Console {
  floor: { day: number; tables: Glance[] } | null = $state.raw(null);
  requests: Req[] = $state.raw([]);
  journal: Line[] = $state.raw([]);
  chosen = $state("");
  look: Look | null = $state.raw(null);
  deed: Deed | null = $state.raw(null);
  moves: Posting[] | null = $state.raw(null);
  /** Whether what follows depends on cards that nobody has seen. */
  cut = $state(false);
  why = $state("");
  busy = $state(false);
  /** How many acts were done, for forms to close behind them. */
  acts = $state(0);

  rows: Row[] = $derived.by(() =>
    (room.lobby?.houses ?? []).flatMap((house) =>
      house.tables.map((one) => ({
        ...one,
        house: house.title,
        currency: house.currency,
        glance: this.floor?.tables.find((each) => each.table === one.table),
        requests: this.requests.filter((req) => req.body["table"] === one.table).length,
      })),
    ),
  );
  row: Row | undefined = $derived(this.rows.find((one) => one.table === this.chosen));
  total: number = $derived((this.moves ?? []).reduce((all, move) => all + move.amount, 0));

  title(name: string): string {
    return this.rows.find((one) => one.table === name)?.title ?? name;
  }

  async refresh(): Promise<void> {
    await room.refreshLobby();
    if (!role("chef", "inspector", "cashier", "auditor")) return;
    const [floor, requests, journal] = await Promise.allSettled([
      get<{ day: number; tables: Glance[] }>("staff/floor"),
      get<Req[]>("staff/requests"),
      get<Line[]>("staff/journal?count=40"),
    ]);
    if (floor.status === "fulfilled") this.floor = floor.value;
    if (requests.status === "fulfilled") this.requests = requests.value;
    if (journal.status === "fulfilled")
      this.journal = journal.value.filter((one) => one.act !== "preview").slice(0, 8);
    if (this.chosen) await this.see();
  }

  choose(name: string): void {
    if (name === this.chosen) return;
    this.chosen = name;
    this.look = null;
    this.drop();
    void this.see();
  }

  async see(): Promise<void> {
    const name = this.chosen;
    if (!name || !role("chef", "inspector", "auditor")) return;
    try {
      const found = await get<Look>(`staff/tables/${name}`);
      found.sitters.sort((a, b) => a.seat - b.seat);
      if (this.chosen === name) this.look = found;
    } catch (error) {
      say(error);
    }
  }

  drop(): void {
    this.deed = null;
    this.moves = null;
  }

  /** What an act would move; nothing is done yet. */
  async preview(
    act: string,
    label: () => string,
    fields: Record<string, unknown> = {},
    note?: () => string,
  ): Promise<void> {
    this.deed = { act, label, fields, ...(note && { note }) };
    this.moves = null;
    try {
      const told = await this.#send({ preview: true });
      [this.moves, this.cut] = [told.moves ?? [], told.cut ?? false];
    } catch (error) {
      this.drop();
      say(error);
    }
  }

  async act(): Promise<void> {
    if (!this.deed || this.why.trim().length < 3) return;
    this.busy = true;
    try {
      const told = await this.#send({});
      if (told.request)
        room.toast(
          "warn",
          t("second person", { n: told.request }),
          this.deed.act === "rule" ? t("stands still") : "",
        );
      else room.toast("good", `${this.deed.label()}: ${t("done")}`);
      this.drop();
      this.why = "";
      this.acts += 1;
      await this.refresh();
    } catch (error) {
      say(error);
    }
    this.busy = false;
  }

  /** The clocks stop at once; said again, it tells why. */
  async pause(why: string): Promise<boolean> {
    try {
      await post(`staff/tables/${this.chosen}`, { act: "pause", id: fresh(), why });
      await this.refresh();
      return true;
    } catch (error) {
      say(error);
      return false;
    }
  }

  #send(more: Record<string, unknown>): Promise<{ moves?: Posting[]; cut?: boolean; request?: number }> {
    const { act = "", fields = {} } = this.deed ?? {};
    const why = this.why.trim().length < 3 ? "preview" : this.why.trim();
    if (act === "correction") return post("staff/corrections", { id: fresh(), why, ...fields, ...more });
    return post(`staff/tables/${this.chosen}`, { act, id: fresh(), why, ...fields, ...more });
  }

  async verdict(one: Req, accept: boolean, why: string): Promise<void> {
    try {
      await post(`staff/requests/${one.request}`, { accept, why });
      room.toast("good", t(accept ? "confirmed" : "declined", { n: one.request }));
      await this.refresh();
    } catch (error) {
      say(error);
    }
  }

  async answer(call: Call, text: string): Promise<void> {
    try {
      await post(`staff/calls/${call.call}`, { text });
      room.toast("good", t("answered", { name: call.name }));
      await this.refresh();
    } catch (error) {
      say(error);
    }
  }
}

export const podium = new Console();

/** An account as people read it: the person, and which of their spots. */
export function accountName(account: string, name = "", seats: Record<number, string> = {}): string {
  const [kind = "", first = ""] = account.split(":");
  if (kind === "table") {
    const [seat = "0", word = ""] = account.split(":").slice(2);
    if (seat === "0") return word === "bank" ? t("house bank") : spotName(word);
    const who = name || seats[Number(seat)] || "";
    return `${seat} ${who}${word === "stack" ? "" : ` · ${spotName(word)}`}`;
  }
  if (kind === "cage") return t("cage");
  const who = name || first;
  return kind === "player" ? `${who} · ${t("account")}` : `${who} · ${maybe(kind, kind)}`;
}

function previewed(body: Record<string, unknown>, ruled: string): string {
  if (body["postings"]) return t("corrections");
  const act = body["act"] === "rule" ? ruled : String(body["act"]);
  return maybe(`ruling ${act}`, act);
}

/** A line of the journal in words: what was done, to whom, how much. */
export function deedWords(line: { act: string; player: string; body: Record<string, unknown> }): string {
  const { act, body, player } = line;
  const amount = Number(body["amount"] ?? 0);
  const ruled = String(body["ruling"] ?? "void");
  if (act.endsWith(" requested"))
    return `${t("asked for")} ${reqWords({ what: act.replace(" requested", ""), player, body })}`;
  if (act === "preview") return `${t("did preview")} ${previewed(body, ruled)}`;
  if (act === "rule") return `${t("did rule")} ${maybe(`ruling ${ruled}`, ruled)}`;
  const roles =
    act === "roles"
      ? `: ${(body["roles"] as string[]).map((one) => maybe(`role ${one}`, one)).join(", ")}`
      : "";
  const name = act === "account" ? String(body["name"] ?? "") : player;
  return (
    [maybe(`did ${act}`, act), name, amount ? figure(amount, lang()) : ""].filter(Boolean).join(" ") + roles
  );
}
/** What is asked of a second person, as the act is called. */
export function reqWords(one: { what: string; player: string; body: Record<string, unknown> }): string {
  const act = one.what === "act" ? String(one.body["act"]) : one.what;
  const amount = Number(one.body["amount"] ?? 0);
  const ruling = String(one.body["ruling"] ?? "void");
  const names: Record<string, string> = {
    rule: maybe(`ruling ${ruling}`, ruling),
    issue: t("issue"),
    redeem: t("redeem"),
    adjust_stack: t("adjust"),
    correction: t("corrections"),
  };
  return [names[act] ?? act, one.player, amount && act !== "rule" ? figure(amount, lang()) : ""]
    .filter(Boolean)
    .join(" · ");
}
