/** The lab of this room: whether it is offered, and a sheet with what somebody changes in it. */
import { get, post, Trouble } from "./api";
import { priceOf, type Price } from "./prices";

export type Value = Price | boolean | null | (number | string)[];
export interface Field {
  key: string;
  kind: "prices" | "price" | "flag" | "choice" | "several";
  bet: string;
  value: Value | Record<string, Price>;
  choices: Value[];
  needs: string;
}
export interface OddsSheet {
  game: string;
  table: string;
  title: string;
  house: string;
  currency: string;
  rules: Record<string, unknown>;
  fields: Field[];
  free: Record<string, Value>;
  left_out: Record<string, Value>;
}
export interface Row {
  name: string;
  pays: Price | null;
  count: number | null;
  chance: number;
  chance_exact: string | null;
  part: number;
  part_exact: string | null;
}
export interface Bet {
  name: string;
  edge: number;
  edge_exact: string | null;
  exact: boolean;
  cases: number;
  rounds: number;
  std_dev: number;
  std_dev_error: number;
  wins: number;
  wins_exact: string | null;
  wins_error: number;
  rows: Row[];
}
export interface Chart {
  title: string;
  corner: string;
  columns: string[];
  rows: string[];
  cells: string[][];
  kinds: string[][];
  values: number[][];
}
export interface Answer {
  game: string;
  house_edge: number;
  house_edge_exact: string | null;
  /** The edge under other circumstances: dealt to the cut card, or from a continuous shuffler. */
  variants: { of: string; edge: number; error: number }[];
  element_of_risk: number | null;
  average_bet: number | null;
  rounds: number;
  exact: boolean;
  frequencies: Record<string, number>;
  method: string;
  notes: string[];
  bets: Bet[];
  strategy: Chart[];
}
export interface Curve {
  field: string;
  bet: string;
  points: { at: Value; edge: number; edge_exact: string | null }[];
}

export const odds: { asked: boolean; games: OddsSheet[]; coach: boolean } = $state({
  asked: false,
  games: [],
  coach: false,
});

export async function askOdds(): Promise<void> {
  if (odds.asked) return;
  odds.asked = true;
  try {
    const told = await get<{ games: OddsSheet[]; coach: boolean }>("odds");
    odds.games = told.games;
    odds.coach = told.coach;
  } catch {
    odds.games = [];
  }
}

const known = new Map<string, Promise<unknown>>();

/** An answer that was given once is not asked for again. */
function once<T>(path: string, body: Record<string, unknown>, desk: string): Promise<T> {
  const key = path + JSON.stringify(body);
  let found = known.get(key);
  if (!found) {
    found = post<T>(path, { ...body, desk });
    known.set(key, found);
    found.catch(() => known.delete(key));
  }
  return found as Promise<T>;
}

type Edits = Record<string, Value>;

/** A sheet and what is changed in it; the lab is asked when a change is whole. */
export class Setting {
  readonly sheet: OddsSheet;
  readonly desk = Math.random().toString(36).slice(2);
  edits: Edits = $state({});
  /** What stands in a field that is not (yet) a value. */
  drafts: Record<string, string> = $state({});
  wrong: Record<string, string> = $state({});
  focus = $state("");
  bet = $state("main");
  answer: Answer | null = $state.raw(null);
  before: Answer | null = $state.raw(null);
  curve: Curve | null = $state.raw(null);
  busy = $state(false);
  trouble = $state("");
  #past: Edits[] = $state.raw([]);
  #typing = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #number = 0;

  constructor(sheet: OddsSheet, query: string) {
    this.sheet = sheet;
    this.edits = this.#read(query);
    const main = sheet.fields.find((field) => field.bet === "main");
    this.focus =
      Object.keys(this.edits)[0] ??
      (main?.kind === "prices"
        ? `${main.key}.${Object.keys(main.value as object).at(-1)}`
        : (main?.key ?? ""));
    this.bet = this.field(this.focus)?.bet || "main";
    void this.#ask();
  }

  field(key: string): Field | undefined {
    return this.sheet.fields.find((field) => field.key === key.split(".")[0]);
  }
  sheetValue(key: string): Value {
    const [head = "", row] = key.split(".");
    const value = this.field(head)?.value;
    return (row ? ((value as Record<string, Price>)[row] ?? null) : value) as Value;
  }
  value(key: string): Value {
    return key in this.edits ? (this.edits[key] as Value) : this.sheetValue(key);
  }
  /** The rows of a pay table as it is set, the best hands first. */
  rows(key: string): string[] {
    return (this.field(key)?.choices ?? [])
      .map(String)
      .filter(
        (row) =>
          this.value(`${key}.${row}`) !== null ||
          this.sheetValue(`${key}.${row}`) !== null ||
          `${key}.${row}` in this.edits,
      );
  }
  get changes(): string[] {
    return Object.keys(this.edits);
  }
  get undoable(): boolean {
    return this.#past.length > 0;
  }

  /** The fields that differ, as the room takes them. */
  get rules(): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(this.edits)) {
      const [head = "", row] = key.split(".");
      if (!row) out[head] = value;
      else {
        const table = (out[head] ??= { ...(this.field(head)?.value as Record<string, Price>) }) as Record<
          string,
          Value
        >;
        if (value === null) delete table[row];
        else table[row] = value;
      }
    }
    return out;
  }

  set(key: string, value: Value, wait = 0): void {
    if (this.#typing !== key || !wait)
      this.#past = [...this.#past.slice(-99), $state.snapshot(this.edits) as Edits];
    this.#typing = wait ? key : "";
    const edits = { ...this.edits, [key]: value };
    if (JSON.stringify(value) === JSON.stringify(this.sheetValue(key))) delete edits[key];
    this.#take(edits, wait);
  }
  /** A field is left: what was typed in it is one change. */
  left(): void {
    this.#typing = "";
  }
  undo(): void {
    const last = this.#past.at(-1);
    if (!last) return;
    this.#past = this.#past.slice(0, -1);
    this.#clear();
    this.#take(last, 0);
  }
  undoField(key: string): void {
    delete this.drafts[key];
    delete this.wrong[key];
    this.set(key, this.sheetValue(key));
  }
  reset(): void {
    this.#past = [...this.#past, $state.snapshot(this.edits) as Edits];
    this.#clear();
    this.#take({}, 0);
  }
  #clear(): void {
    this.drafts = {};
    this.wrong = {};
    this.#typing = "";
  }
  #take(edits: Edits, wait: number): void {
    this.edits = edits;
    this.wrong = {};
    history.replaceState(null, "", this.link);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), wait);
  }
  look(key: string): void {
    this.focus = key;
    const bet = this.field(key)?.bet;
    if (bet) this.bet = bet;
    void this.#draw(this.#number);
  }

  async #ask(): Promise<void> {
    const number = ++this.#number;
    const about = { game: this.sheet.game, table: this.sheet.table };
    const slow = setTimeout(() => (this.busy = number === this.#number), 150);
    try {
      if (!this.before) {
        this.before = await once<Answer>("odds", { ...about, rules: {} }, "");
      }
      if (number !== this.#number) return;
      const told = await once<Answer>("odds", { ...about, rules: this.rules }, this.desk);
      if (number !== this.#number) return;
      this.answer = told;
      if (!told.bets.some((bet) => bet.name === this.bet)) this.bet = "main";
      this.trouble = "";
      void this.#draw(number);
    } catch (error) {
      if (number !== this.#number || !(error instanceof Trouble) || error.told.name === "stale") return;
      if (error.told.name === "not_allowed" && this.focus)
        this.wrong = { ...this.wrong, [this.focus]: error.message };
      else this.trouble = error.message;
    } finally {
      clearTimeout(slow);
      if (number === this.#number) this.busy = false;
    }
  }
  async #draw(number: number): Promise<void> {
    const field = this.field(this.focus);
    const [focus, row] = [this.focus, this.focus.split(".")[1]];
    if (!field?.bet || !this.answer || (row && this.value(focus) === null)) {
      this.curve = null;
      return;
    }
    try {
      const told = await once<Curve>(
        "odds/curve",
        { game: this.sheet.game, table: this.sheet.table, rules: this.rules, field: focus, bet: field.bet },
        this.desk,
      );
      if (number === this.#number && focus === this.focus) this.curve = told;
    } catch {
      if (number === this.#number && focus === this.focus) this.curve = null;
    }
  }

  /** The address of this very setting. */
  get link(): string {
    const query = Object.entries(this.edits).map(
      ([key, value]) => `${key}=${encodeURIComponent(this.#write(value))}`,
    );
    return `${location.href.split("#")[0]}#/odds/${this.sheet.table}${query.length ? `?${query.join("&")}` : ""}`;
  }
  /** The same question to the terminal. */
  get command(): string {
    const [house, table] = this.sheet.table.split("/");
    const set = Object.entries(this.edits).map(([key, value]) => ` --set '${key}=${this.#write(value)}'`);
    return `croupier edge ${this.sheet.game} --house ${house} --table ${table}${set.join("")}`;
  }
  #write(value: Value): string {
    return value === null ? "none" : typeof value === "string" ? value : JSON.stringify(value);
  }
  #read(query: string): Edits {
    const found: Edits = {};
    for (const [key, text] of new URLSearchParams(query)) {
      const field = this.field(key);
      const row = key.split(".")[1];
      if (!field || (field.kind === "prices") !== Boolean(row)) continue;
      if (row && !field.choices.includes(row)) continue;
      if (field.kind === "prices" && text === "none") found[key] = null;
      else if (field.kind === "prices" || field.kind === "price") {
        const price = priceOf(text);
        if (price !== null) found[key] = price;
      } else if (field.kind === "several")
        found[key] = field.choices.map(String).filter((one) => text.includes(`"${one}"`));
      else {
        const choice = field.choices.find((one) => this.#write(one) === text);
        if (choice !== undefined) found[key] = choice;
      }
    }
    return found;
  }
}
