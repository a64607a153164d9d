/** One table as this browser sees it: the room's snapshot, and the news shown at a pace people can follow. */
import { empty, isPot, key, spotOf, take, viewOf, type Key, type View } from "./felt";
import type {
  Ask,
  CardsEvent,
  ChatMessage,
  ChipsEvent,
  Event,
  NewsMessage,
  Option,
  OverEvent,
  Reading,
  SaidEvent,
  Sitter,
  TableMessage,
  Totals,
  Waiter,
} from "./protocol";
import type { Payout } from "./halves";
import { LINES, tellsChips, tellsSaid, whose, type LogLine } from "./log";
import { gapAfter, resultStands } from "./pace";
import { heard, type Push } from "./push";
import { Reel } from "./reel.svelte";
import { still } from "./settings.svelte";
import { isRemark, withReadings, type Step } from "./steps";
import { lasts, saidTag, stays, type Tag } from "./tags";
import { Tally, type BetLine, type PotLine } from "./tally";

export interface Flight {
  id: number;
  from: Key;
  to: Key;
  amount: number;
  /** When it has landed. */
  until: number;
}
export interface Result {
  hand: number;
  net: number;
  void: boolean;
  lines: BetLine[];
  pots: PotLine[];
  put: number;
  /** What the house took for the hand. */
  fee: number;
  log: LogLine[];
  cards: Record<Key, number[]>;
}

const FLIGHT = 520;
let ids = 0;

export type Heard = (event: Event, table: Table) => void;

export class Table {
  readonly name: string;
  told = $state.raw<TableMessage | null>(null);
  view: View = $state(empty());
  seats: Record<number, Sitter> = $state({});
  waiting: Waiter[] = $state.raw([]);
  you = $state(0);
  /** My chips that the table keeps in my name. */
  consigned = $state(0);
  hand = $state(0);
  seq = 0;
  inPlay = $state(false);
  open = $state(true);
  paused = $state(false);
  lastHandsLeft: number | null = $state(null);
  version = $state("");
  /** How fast the bots go: chosen by a player who sits alone with them. */
  pace = $state("usual");
  /** How well they play: chosen in the same way, else as the house says. */
  level = $state("beginner");
  ask: Ask | null = $state.raw(null);
  askedAt = 0;
  /** The longest time that this ask was seen with: what a full ring stands for. */
  askSpan = $state(0);
  readings: Reading[] = $state.raw([]);
  totals: Totals | null = $state.raw(null);
  tags: Record<number, Tag> = $state({});
  discs: Record<string, number> = $state({});
  dice: number[] = $state([]);
  owners: Record<string, number> = $state({});
  /** What has been paid out of pots, in order. */
  payouts: Payout[] = $state.raw([]);
  /** Everybody's bets against a bank, and what became of them. */
  bets: BetLine[] = $state.raw([]);
  /** Who has paid into which pot. */
  payers: Record<Key, number[]> = $state({});
  push = $state.raw<Push | null>(null);
  shoe = $state(0);
  /** The hand so far, its last lines. */
  log: LogLine[] = $state.raw([]);
  chat: ChatMessage[] = $state([]);
  unread = $state(0);
  results: Result[] = $state.raw([]);
  /** The result of the hand that ended last, until the next begins. */
  result: Result | null = $state.raw(null);
  autoFolded = $state(false);
  /** What a call would cost that my stack does not cover (CH-15). */
  short = $state(0);
  decided = $state("");
  flights: Flight[] = $state.raw([]);
  dealing = $state(false);
  closedBets = $state(false);
  ruling: { by: string; why: string; what: string; seat?: number; cards?: number[] } | null =
    $state.raw(null);
  /** What is sent and not yet answered: shown as pressed. */
  busy = $state("");
  missed = 0;

  readonly #reel = new Reel<Step>({
    show: (step, waiting) => this.#show(step, waiting),
    hold: (next) => this.#hold(next),
  });
  #landed: ReturnType<typeof setTimeout> | undefined;
  #tally = new Tally();
  /** Who has chips in the hand; stacks of players who sat down since are not on its felt. */
  #dealt = new Set<number>();
  #overAt = 0;
  #heard: Heard;

  constructor(name: string, heard: Heard = () => undefined) {
    this.name = name;
    this.#heard = heard;
  }

  // What the room tells.

  snapshot(told: TableMessage): void {
    this.#reel.clear();
    this.busy = "";
    this.told = told;
    this.seats = Object.fromEntries(told.seats.map((sitter) => [sitter.seat, sitter]));
    this.waiting = told.waiting;
    this.you = told.you.seat;
    this.consigned = told.you.consigned ?? 0;
    const same = this.hand === told.hand;
    this.hand = told.hand;
    this.seq = told.seq;
    this.inPlay = told.in_play;
    this.open = told.open;
    this.paused = told.paused;
    this.lastHandsLeft = told.last_hands;
    this.version = told.version;
    this.pace = told.pace ?? "usual";
    this.level = told.level || told.house_level || "beginner";
    this.flights = [];
    if (!same) this.#clear();
    if (told.events) {
      this.#clear();
      this.discs = {};
      this.#dealt.clear();
      this.view = empty();
      for (const event of told.events) this.#apply(event, true);
    }
    this.view = viewOf(told.view);
    for (const sitter of told.seats)
      if (!this.#dealt.has(sitter.seat)) this.view.chips[key([sitter.seat, "stack"])] = sitter.stack;
    this.readings = told.readings;
    this.totals = told.totals;
    this.#asks(told.ask);
    this.dealing = false;
  }

  news(told: NewsMessage): void {
    if (told.seq <= this.seq && told.events.length) return;
    this.missed += told.events.length;
    this.seq = Math.max(this.seq, told.seq);
    this.#reel.add([...withReadings(told), { settle: told, heard: performance.now() }]);
  }

  /** Somebody's line was lost, or is back. */
  present(seat: number, here: boolean): void {
    const sitter = this.seats[seat];
    if (sitter) this.seats[seat] = { ...sitter, here };
  }

  /** The crowd in numbers, between other news. */
  counted(totals: Totals): void {
    this.totals = totals;
  }

  says(message: ChatMessage): void {
    this.chat = [...this.chat.slice(-199), message];
    this.unread += 1;
  }

  /** Draw everything that waits at once. */
  flush(): void {
    this.#reel.flush();
  }

  /** Whether anything moves, or will. */
  get moving(): boolean {
    return this.#reel.moving;
  }

  /** The result has been read; whether the next hand is here already, and shown. */
  seen(): boolean {
    this.#overAt = 0;
    return this.#reel.go();
  }

  /** Show a step; how long it stands. */
  #show(step: Step, waiting: () => number): number {
    this.#step(step);
    if (!("type" in step)) return 0;
    return gapAfter(step, waiting()) * (this.pace === "fast" ? 0.5 : 1);
  }

  /** How long the next hand must still wait for the result of the last one to be read. */
  #hold(next: Step): number {
    if (!this.result || !("type" in next) || next.type !== "hand") return 0;
    return Math.max(0, this.#overAt + resultStands(this.banked) - performance.now());
  }

  #step(step: Step): void {
    if ("read" in step) this.readings = step.read;
    else if ("settle" in step) {
      const told = step.settle;
      this.#asks(told.ask, step.heard);
      this.readings = told.readings;
      if (told.totals) this.totals = told.totals;
      this.dealing = false;
    } else {
      this.#apply(step, false);
      this.#heard(step, this);
    }
  }

  #asks(ask: Ask | null, heard = performance.now()): void {
    const asked = ask?.seq !== this.ask?.seq;
    if (asked) this.askSpan = 0;
    /* The same question with other answers: one of several boxes was insured. */
    if (asked || ask?.options.length !== this.ask?.options.length) this.busy = "";
    this.ask = ask;
    this.askedAt = heard;
    if (ask?.open) this.closedBets = false;
    const fields = this.told?.rules ?? {};
    const known = ask?.open ? fields["betting_seconds"] : fields["decision_seconds"];
    const seconds = ask?.seconds ?? 0;
    this.askSpan = Math.max(
      this.askSpan,
      seconds,
      typeof known === "number" && known >= seconds ? Math.min(known, seconds + 20) : 0,
    );
  }

  // What one event changes.

  #apply(event: Event, quiet: boolean): void {
    if (event.type === "chips") this.#chips(event, quiet);
    else if (event.type === "cards") this.#cards(event);
    else if (event.type === "said") this.#said(event);
    else if (event.type === "hand") {
      this.#clear();
      this.hand = event.hand;
      this.inPlay = true;
      const before = this.view.chips;
      take(this.view, event);
      this.#dealt = new Set(event.chips.map(([spot]) => spot[0]));
      this.#keepStacks(before);
      this.#note(event, 0);
    } else if (event.type === "over") this.#over(event);
    else if (event.type === "seat") {
      this.seats[event.seat] = { ...event, here: this.seats[event.seat]?.here ?? true };
      const mine = this.told && event.player && event.player === this.me;
      if (mine) this.you = event.seat;
      if (!this.inPlay || !this.#dealt.has(event.seat))
        this.view.chips[key([event.seat, "stack"])] = event.stack;
    } else if (event.type === "left") {
      delete this.seats[event.seat];
      delete this.tags[event.seat];
      delete this.view.chips[key([event.seat, "stack"])];
      if (event.seat === this.you) this.you = 0;
      this.#note(event, event.seat, event.name);
    } else if (event.type === "queue") this.waiting = event.waiting;
    else if (event.type === "table") {
      this.open = event.open;
      this.paused = event.paused;
      this.lastHandsLeft = event.last_hands;
      this.version = event.version;
      this.pace = event.pace ?? "usual";
      this.level = event.level || this.told?.house_level || "beginner";
    } else if (event.type === "act") {
      this.#note(event, 0);
      if (event.why) this.ruling = { by: event.by, why: event.why, what: event.act };
    }
  }

  /** The hand knows the chips of those who are in it; the others keep theirs before them. */
  #keepStacks(before: Record<Key, number>): void {
    for (const seat of Object.keys(this.seats).map(Number)) {
      const at = key([seat, "stack"]);
      if (!this.#dealt.has(seat) && before[at]) this.view.chips[at] = before[at];
    }
  }

  /** Who I am, set by the room. */
  me = "";

  #chips(event: ChipsEvent, quiet: boolean): void {
    take(this.view, event);
    const [seat, word] = event.src;
    const to = event.dst;
    if (!quiet && !still() && !this.#reel.crowded) this.#fly(event);
    if (seat && word === "stack" && to[1] === "bet") {
      const left = this.view.chips[key(event.src)] ?? 0;
      const lies = this.view.chips[key(to)] ?? 0;
      if (!left) this.tags[seat] = { word: "allin", amount: lies, kind: "allin" };
      else if (["small blind", "big blind", "button blind", "post", "kill"].includes(event.why))
        this.tags[seat] = { word: event.why, kind: "info" };
    }
    if (seat && isPot(to)) {
      const pot = key(to);
      const before = this.payers[pot] ?? [];
      if (!before.includes(seat)) this.payers[pot] = [...before, seat];
    }
    if (event.why === "gather" && seat) this.#fade(seat);
    if (seat && seat === this.you && to[0] === seat) this.short = 0;
    if (event.why === "win" && to[0] && to[1] === "stack") {
      if (!seat) this.payouts = [...this.payouts, { pot: word, seat: to[0], amount: event.amount }];
      const before = this.tags[to[0]];
      const sum = (before?.word === "win" ? (before.amount ?? 0) : 0) + event.amount;
      this.tags[to[0]] = { word: "win", amount: sum, kind: "brass" };
    }
    this.#tally.count(event, this.you, this.banked);
    if (this.banked) this.bets = this.#tally.bets;
    if (tellsChips(event) && (!this.told?.crowd || seat === this.you || to[0] === this.you)) {
      this.#note(event, whose(event));
    }
  }

  #fade(seat: number): void {
    const tag = this.tags[seat];
    if (tag && !lasts(tag)) delete this.tags[seat];
  }

  #cards(event: CardsEvent): void {
    take(this.view, event);
    const [src, dst] = [key(event.src), key(event.dst)];
    if (src !== dst) this.readings = this.readings.filter((one) => ![src, dst].includes(key(one.spot)));
    if (event.src[1] === "deck") this.dealing = true;
    if (dst === "0:board" && event.src[1] === "deck") {
      const lie = this.view.cards[dst]?.length ?? 0;
      const street = lie === 3 ? "flop" : lie === 4 ? "turn" : lie === 5 ? "river" : "board";
      this.#note(event, 0, "", street);
      for (const seat of Object.keys(this.tags)) this.#fade(Number(seat));
    } else if (dst === "0:second") this.#note(event, 0, "", "spot second");
    else if (event.src[1] === event.dst[1] && event.src[0] === event.dst[0]) this.#note(event, event.src[0]);
  }

  #said(event: SaidEvent): void {
    const { seat, what } = event;
    this.#answered(event);
    this.push = heard(this.push, event);
    if (what === "join") {
      take(this.view, event);
      this.#dealt.add(seat);
    }
    if (what === "leave") {
      take(this.view, event);
      this.#dealt.delete(seat);
    }
    if (what === "button") this.tags = {};
    if (what === "button" || what === "kill") this.discs[what] = seat;
    else if (what === "action") this.discs["action"] = seat;
    else if (what === "owner" && event.spot) this.owners[event.spot[1]] = seat;
    else if (what === "dice") this.dice = [...this.dice, event.amount ?? 0];
    else if (what === "shoe") this.shoe = event.amount ?? 0;
    else if (what === "close") this.closedBets = true;
    else if (what === "short" && seat === this.you) this.short = event.amount ?? 0;
    if (seat && seat === this.you && ["fold", "call", "check", "raise"].includes(what)) this.decided = what;
    if (
      seat &&
      seat === this.you &&
      what === "fold" &&
      event.by === "clock" &&
      this.told?.layout.house_chips.includes("bank")
    )
      this.autoFolded = true;
    if (event.by && event.by !== "clock" && event.why)
      this.ruling = {
        by: event.by,
        why: event.why,
        what,
        seat: event.spot?.[0] ?? 0,
        cards: event.cards ?? [],
      };
    if (seat) {
      const tag = saidTag(event, this.tags[seat], this.told?.layout);
      if (tag) this.tags[seat] = tag;
    }
    if (
      tellsSaid(event) &&
      !(what === "bet" && this.told?.layout.house_chips.includes("bank") && seat !== this.you)
    )
      this.#note(event, seat);
  }

  /** Whoever has answered is asked no more, though what follows is still being shown. */
  #answered({ seat, what }: SaidEvent): void {
    const { ask } = this;
    if (!ask || ask.open || !ask.asked.includes(seat) || isRemark(what)) return;
    const asked = ask.asked.filter((other) => other !== seat);
    this.ask = { ...ask, asked, options: seat === this.you ? [] : ask.options };
  }

  #over(event: OverEvent): void {
    this.inPlay = false;
    this.#overAt = performance.now();
    const net = event.net.find(([seat]) => seat === this.you)?.[1] ?? 0;
    const { bets, pots, put, fee } = this.#tally;
    const lines = bets.filter((line) => line.seat === this.you);
    const played = lines.length > 0 || put > 0;
    const result: Result = {
      hand: event.hand,
      net,
      void: event.void,
      lines,
      pots,
      put,
      fee,
      log: this.log,
      cards: $state.snapshot(this.view.cards) as Record<Key, number[]>,
    };
    this.results = [result, ...this.results.filter((other) => other.hand !== event.hand)].slice(0, 20);
    this.result = this.you && (played || event.void) ? result : null;
    this.ask = null;
    this.tags = Object.fromEntries(Object.entries(this.tags).filter(([, tag]) => stays(tag)));
    if (event.void) this.#note(event, 0);
  }

  #fly(event: ChipsEvent): void {
    const flight = {
      id: ids++,
      from: key(event.src),
      to: key(event.dst),
      amount: event.amount,
      until: performance.now() + FLIGHT,
    };
    this.flights = [...this.flights.slice(-11).filter((other) => other.until > performance.now()), flight];
    clearTimeout(this.#landed);
    this.#landed = setTimeout(() => (this.flights = []), FLIGHT);
  }

  #note(event: Event, seat: number, name?: string, street?: string): void {
    const line = {
      event,
      name: name ?? this.seats[seat]?.name ?? "",
      seat,
      id: ids++,
      ...(street && { street }),
    };
    this.log = [...this.log.slice(1 - LINES), line];
  }

  #clear(): void {
    this.tags = {};
    this.dice = [];
    this.push = null;
    this.owners = {};
    this.payers = {};
    this.log = [];
    this.result = null;
    this.autoFolded = false;
    this.short = 0;
    this.decided = "";
    this.closedBets = false;
    this.#tally = new Tally();
    this.bets = [];
    this.payouts = [];
    delete this.discs["kill"];
    delete this.discs["action"];
    this.readings = [];
  }

  // What is drawn.

  /** Whether bets are against a bank, the house's or a player's. */
  get banked(): boolean {
    return (this.told?.layout.family ?? "poker") !== "poker";
  }
  /** What became of a bet, once it is paid, taken or given back, until the next hand. */
  outcome(word: string, seat = this.you): number | undefined {
    const line = this.bets.find((one) => one.seat === seat && one.word === word);
    if (!line || this.chips(seat, word) || !(line.won || line.lost || line.back)) return undefined;
    return line.won - line.lost;
  }

  chips(seat: number, word: string): number {
    return this.view.chips[`${seat}:${word}`] ?? 0;
  }
  cards(seat: number, word: string): number[] {
    return this.view.cards[`${seat}:${word}`] ?? [];
  }
  reading(seat: number, word: string): Reading | undefined {
    return this.readings.find((one) => one.spot[0] === seat && one.spot[1] === word);
  }
  /** My own options, if I am asked. */
  get options(): Option[] {
    return this.ask?.options ?? [];
  }
  get asked(): boolean {
    return this.options.length > 0 && (this.ask?.asked.includes(this.you) ?? false);
  }
  /** Whether the clock of a seat is its time bank. */
  onBank(seat: number): boolean {
    return this.ask?.banks?.includes(seat) ?? false;
  }
  /** Seconds left of an ask, now. */
  left(seat = 0): number {
    const ask = this.ask;
    if (!ask) return 0;
    const own = seat ? ask.clocks?.find(([who]) => who === seat)?.[1] : undefined;
    const told = own ?? ask.seconds ?? 0;
    if (this.paused) return told;
    return Math.max(0, told - (performance.now() - this.askedAt) / 1000);
  }
  /** All spots with chips whose word begins so, in order of their numbers. */
  spots(seat: number, word: string): [Key, number][] {
    return this.lying.filter(([at]) => {
      const spot = spotOf(at);
      return spot[0] === seat && spot[1].split(" ")[0] === word;
    });
  }
  /** Every spot with chips. */
  readonly lying: [Key, number][] = $derived(Object.entries(this.view.chips));
  readonly potSum = $derived(
    this.lying.reduce(
      (sum, [at, amount]) => sum + (isPot(spotOf(at)) || BETS.has(spotOf(at)[1]) ? amount : 0),
      0,
    ),
  );
}

/** What a seat has before it that will be in the pot. */
const BETS = new Set(["bet", "ante"]);
