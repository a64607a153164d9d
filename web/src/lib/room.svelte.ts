/** The room: who I am, the line, and the tables I look at. */
import { hex } from "../fair/digests";
import { Memory } from "../fair/memory";
import { prove } from "../fair/proving";
import { Witness } from "../fair/witness.svelte";
import { get, post, remove } from "./api";
import { company } from "./company.svelte";
import { uncited } from "./clauses";
import { announce, voice } from "./voice.svelte";
import { lang, maybe, t, type Lang } from "./i18n.svelte";
import { Line, type Message, type Wire } from "./net";
import { figure } from "./money";
import type {
  Called,
  Done,
  FromRoom,
  LeftEvent,
  Lobby,
  Notice,
  Refused,
  Session,
  TournamentDone,
  Welcome,
} from "./protocol";
import { play } from "./sound";
import { Table } from "./table.svelte";

const STORE = "croupier.session";

export interface Toast {
  id: number;
  kind: "refuse" | "good" | "note" | "warn";
  head: string;
  text: string;
  clause?: string;
}

let counter = 0;
const fresh = (): string =>
  `${Date.now().toString(36)}-${(counter++).toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

/** The password was right; what shows that it is the owner. */
export interface Half {
  ticket: string;
  kinds: string[];
  passkey: Record<string, unknown> | null;
}

interface Pending {
  message: Message;
  settle: (answer: Done | TournamentDone | Refused) => void;
}

class Room {
  session: Session | null = $state.raw(null);
  balance = $state(0);
  roles: string[] = $state.raw([]);
  mine: Record<string, number> = $state({});
  online = $state(false);
  lostAt = $state(0);
  everOnline = $state(false);
  tables: Record<string, Table> = $state({});
  /** What I know of the shuffles at each table. */
  #witnesses = new Map<string, Witness>();
  lobby: Lobby | null = $state.raw(null);
  lobbyTrouble = $state("");
  toasts: Toast[] = $state([]);
  called: Called | null = $state.raw(null);
  refusal: Refused | null = $state.raw(null);
  /** What I asked the floor at a table, and its answer. */
  floor: Record<string, { text: string; answer: string }> = $state({});
  #line: Wire | null = null;
  /** What the room was asked to speak, and whether all is to be told anew in it. */
  #spoken: Lang = "en";
  #anew = false;
  #pending = new Map<string, Pending>();

  // Coming in.

  restore(): void {
    const kept = localStorage.getItem(STORE);
    if (!kept) return;
    try {
      this.enter(JSON.parse(kept) as Session, false);
    } catch {
      this.forget();
    }
  }

  enter(session: Session, keep = true): void {
    this.session = session;
    this.balance = session.balance;
    this.roles = session.roles;
    if (keep) localStorage.setItem(STORE, JSON.stringify(session));
    void company.load();
    this.#dial();
  }

  /** A guest who has chosen a password is a guest no longer. */
  hasAccount(): void {
    if (!this.session) return;
    this.session = { ...this.session, guest: false };
    localStorage.setItem(STORE, JSON.stringify(this.session));
  }

  /** Another window of this browser has come in or gone: there is one cookie for all. */
  elsewhere(kept: string | null): void {
    if (kept) this.restore();
    else this.#forget();
  }

  forget(): void {
    localStorage.removeItem(STORE);
    this.#forget();
  }

  #forget(): void {
    company.forget();
    this.session = null;
    this.roles = [];
    this.tables = {};
    this.#witnesses.clear();
    this.mine = {};
    this.#line?.close();
    this.#line = null;
    this.online = false;
  }

  async guest(nickname: string): Promise<void> {
    this.enter(await post<Session>("guests", { nickname }));
  }
  /** With a second factor this is the first half. */
  async signIn(name: string, password: string): Promise<Half | null> {
    const told = await post<Session | Half>("sessions", { name, password });
    if ("ticket" in told) return told;
    this.enter(told);
    return null;
  }
  async secondStep(ticket: string, proof: { code: string } | { passkey: unknown }): Promise<void> {
    this.enter(await post<Session>("sessions/factor", { ticket, ...proof }));
  }
  async register(name: string, password: string): Promise<void> {
    this.enter(await post<Session>("accounts", { name, password }));
  }
  async staffLink(code: string): Promise<void> {
    this.enter(await post<Session>("sessions/link", { code }));
  }
  async signOut(): Promise<void> {
    try {
      await remove("sessions/current");
    } catch {
      /* The session ends here in any case. */
    }
    this.forget();
  }

  async refreshLobby(): Promise<void> {
    try {
      this.lobby = await get<Lobby>("lobby");
      this.lobbyTrouble = "";
    } catch (trouble) {
      this.lobbyTrouble = String((trouble as Error).message);
    }
  }

  // The line.

  #dial(): void {
    this.#line?.close();
    this.#spoken = lang();
    this.#line = new Line(this, { type: "hello", version: 1, language: this.#spoken });
  }

  /** The reader has changed language: the room tells everything again in it. */
  speak(language: Lang): void {
    if (language === this.#spoken || !(this.#line instanceof Line)) return;
    this.#anew = true;
    this.#dial();
  }

  /** Use another wire: recorded scenes speak through it. */
  wire(wire: Wire): void {
    this.#line?.close();
    this.#line = wire;
    this.online = true;
  }

  up(): void {
    /* The welcome makes it so. */
  }

  down(code: number): void {
    if (code === 4401) {
      this.toast("refuse", t("refusal no_session"), "");
      this.forget();
      return;
    }
    if (this.online) {
      this.lostAt = Date.now();
      voice.alarm(t("lost line"));
    }
    this.online = false;
  }

  quiet(silent: boolean): void {
    if (silent) return this.down(0);
    this.online = true;
    this.lostAt = 0;
    if (Object.keys(this.tables).length) this.#back(0);
  }

  table(name: string): Table {
    let table = this.tables[name];
    if (!table) {
      // It outlives the page that looks at it first, and so does what is derived from it.
      $effect.root(() => void (this.tables[name] = new Table(name, announce)));
      table = this.tables[name] as Table;
    }
    table.me = this.session?.player ?? "";
    return table;
  }

  /** My side of the pledges at a table; nothing while nobody is signed in. */
  witness(name: string): Witness | undefined {
    const player = this.session?.player;
    if (!player) return undefined;
    const found = this.#witnesses.get(name);
    if (found?.memory.player === player) return found;
    const made = new Witness(new Memory(name, player, sessionStorage), {
      seat: () => this.mine[name] ?? 0,
      contribute: (fields) => this.#send("entropy", name, fields),
      entropy: () => hex(crypto.getRandomValues(new Uint8Array(32))),
      prove,
    });
    this.#witnesses.set(name, made);
    return made;
  }

  join(name: string): Table {
    const table = this.table(name);
    if (this.online) this.#line?.send({ type: "join", table: name });
    return table;
  }

  part(name: string): void {
    delete this.tables[name];
    if (this.online) this.#line?.send({ type: "part", table: name });
  }

  // Acts.

  act(type: string, table: string, fields: Record<string, unknown> = {}): Promise<Done | Refused> {
    return this.#send(type, table, fields).then((told) => {
      if (told.type === "refused") this.refuse(told);
      else if (told.balance !== undefined) this.balance = told.balance;
      return told;
    });
  }

  #send(type: string, table: string, fields: Record<string, unknown>): Promise<Done | Refused> {
    return this.#asked({ type, table, ...fields }) as Promise<Done | Refused>;
  }

  #asked(message: Message): Promise<Done | TournamentDone | Refused> {
    const id = fresh();
    return new Promise((settle) => {
      this.#pending.set(id, { message: { ...message, id }, settle });
      this.#line?.send({ ...message, id });
    });
  }

  // Tournaments, which have a book of their own.

  #tournament: (told: FromRoom) => void = () => undefined;
  #follow: () => void = () => undefined;
  onTournament(heard: (told: FromRoom) => void, again: () => void): void {
    [this.#tournament, this.#follow] = [heard, again];
  }
  say(message: Message): void {
    if (this.online) this.#line?.send(message);
  }
  async inTournament(
    type: string,
    tournament: string,
    fields: Record<string, unknown> = {},
  ): Promise<TournamentDone | Refused> {
    const told = (await this.#asked({ type, tournament, ...fields })) as TournamentDone | Refused;
    if (told.type === "refused") this.refuse(told);
    else this.balance = told.balance;
    return told;
  }

  refuse(told: Refused): void {
    if (told.name === "doubled") return;
    this.refusal = told;
    const known = maybe(`refusal ${told.name}`, "");
    const { text: sentence, ids } = uncited(told.sentence);
    const head = told.name === "not_allowed" || told.name === "malformed" ? sentence : known || sentence;
    const text = head === sentence ? "" : sentence;
    this.toast("refuse", head, text, ids || told.clause);
    voice.alarm(`${head} ${text}`);
    play("refuse");
  }

  toast(kind: Toast["kind"], head: string, text = "", clause = ""): void {
    const toast: Toast = { id: counter++, kind, head, text, clause };
    this.toasts = [...this.toasts.filter((other) => other.head !== head).slice(-1), toast];
    setTimeout(() => this.drop(toast.id), kind === "refuse" ? 8000 : 6000);
  }
  drop(id: number): void {
    if (document.querySelector(`[data-toast="${id}"]:is(:hover, :focus-within)`))
      setTimeout(() => this.drop(id), 2000);
    else this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }

  // What the room says.

  heard(told: FromRoom): void {
    if (told.type === "welcome") this.#welcome(told);
    else if (told.type === "table") {
      const table = this.tables[told.table];
      if (!table) return;
      const back = table.told && this.lostAt;
      table.snapshot(told);
      if (told.you.seat) this.mine[told.table] = told.you.seat;
      this.balance = told.you.balance ?? this.balance;
      this.witness(told.table)?.snapshot(told);
      if (back) this.#caughtUp(table);
    } else if (told.type === "news") {
      const table = this.tables[told.table];
      table?.news(told);
      for (const event of told.events) if (event.type === "left") this.#gotUp(told.table, event);
      this.witness(told.table)?.news(told);
      if (table && this.lostAt) this.#caughtUp(table);
    } else if (told.type === "done" || told.type === "refused") {
      const pending = this.#pending.get(told.id);
      this.#pending.delete(told.id);
      if (told.type === "done" && told.seat) this.mine[told.table] = told.seat;
      if (pending) pending.settle(told);
      else if (told.type === "refused") this.refuse(told);
    } else if (told.type === "tournament_done") {
      this.#pending.get(told.id)?.settle(told);
      this.#pending.delete(told.id);
    } else if (told.type === "tournament" || told.type === "tournament_news") this.#tournament(told);
    else if (told.type === "pledge") this.witness(told.table)?.pledge(told);
    else if (told.type === "presence") this.tables[told.table]?.present(told.seat, told.here);
    else if (told.type === "totals") this.tables[told.table]?.counted(told.totals);
    else if (told.type === "balance") this.balance = told.balance;
    else if (told.type === "called") {
      this.called = told;
      play("glass");
    } else if (told.type === "notice" && told.kind === "floor") this.#answered(told);
    else if (told.type === "notice") this.toast(told.kind === "reality" ? "note" : "warn", told.text, "");
    else if (told.type === "chat") {
      this.tables[told.table]?.says(told);
      if (told.player !== this.session?.player && !company.muted(told.player)) play("glass");
    } else if (told.type === "emote") company.feels(told);
  }

  /** My seat is free again: what came back is said, wherever I look now. */
  #gotUp(name: string, event: LeftEvent): void {
    if (event.player !== this.session?.player || event.why === "move") return;
    delete this.mine[name];
    const table = this.tables[name];
    if (tournamentTable(name)) return; // Its director tells where to.
    if (table && event.why === "consign") table.consigned = event.amount;
    const words = { table: table?.told?.title ?? name, n: figure(event.amount, lang()) };
    this.toast("good", t(event.why === "consign" ? "chips kept" : "got up", words));
  }

  /** Call the floor; the answer comes as a notice. */
  async callFloor(table: string, text: string): Promise<boolean> {
    const told = await this.act("floor", table, { text });
    if (told.type === "done") this.floor[table] = { text, answer: "" };
    return told.type === "done";
  }

  #answered(told: Notice): void {
    const table = told.table ?? "";
    this.floor[table] = { text: this.floor[table]?.text ?? "", answer: told.text };
    this.toast("good", t("floor says"), told.text);
    voice.alarm(`${t("floor says")}: ${told.text}`);
    play("glass");
  }

  #welcome(told: Welcome): void {
    if (this.session && told.player !== this.session.player) return this.down(4401);
    this.balance = told.balance;
    this.roles = told.roles;
    this.mine = told.tables;
    if (this.session && told.notice !== undefined) this.session = { ...this.session, notice: told.notice };
    this.online = true;
    this.everOnline = true;
    for (const name of Object.keys(told.tables)) this.table(name); // Wherever I sit, I am told.
    for (const table of Object.values(this.tables)) {
      table.me = told.player;
      table.missed = 0;
      this.#line?.send(
        table.told && !this.#anew
          ? { type: "join", table: table.name, since: table.seq }
          : { type: "join", table: table.name },
      );
    }
    this.#anew = false;
    this.#follow();
    for (const { message } of this.#pending.values()) this.#line?.send(message);
  }

  #caughtUp(table: Table): void {
    this.lostAt = 0;
    const missed = table.missed;
    table.flush();
    this.#back(missed);
  }
  #back(missed: number): void {
    this.toast("good", t("at table again"), missed ? t("caught up", { n: missed }) : t("back line"));
    voice.say(t("back line"));
  }
}

/** Whether a table belongs to a tournament: `house/evening.7-2`. */
export const tournamentTable = (name: string): boolean => (name.split("/")[1] ?? "").includes(".");

export const room = new Room();

addEventListener("storage", (event) => {
  if (event.key === STORE) room.elsewhere(event.newValue);
});
