/** One hand again: where one is in it, the table as it was then, and what happened last, in words. */
import { short } from "../lib/cards";
import { BACK, key } from "../lib/felt";
import { colon, lang, maybe, t } from "../lib/i18n.svelte";
import { figure } from "../lib/money";
import type { Event, HandStory, Sitter, TableMessage } from "../lib/protocol";
import { room } from "../lib/room.svelte";
import { lineOf, nameOf, spotName } from "../lib/speak";
import { Table } from "../lib/table.svelte";
import { actsOf, seen, streetsOf, type Street } from "./acts";

/** Lines that are told of one act: the rest stands on the felt. */
const MOST_LINES = 3;

/** Cards that go the same way are told in one line. */
function together(act: Event[]): Event[] {
  const found: Event[] = [];
  for (const event of act) {
    const same = found.findIndex(
      (one) => one.type === "cards" && event.type === "cards" && key(one.dst) === key(event.dst),
    );
    const before = found[same];
    if (before?.type === "cards" && event.type === "cards")
      found[same] = { ...before, cards: [...before.cards, ...event.cards] };
    else found.push(event);
  }
  return found;
}

export class Replay {
  readonly steps: Event[];
  readonly acts: number[];
  readonly streets: [Street, number][];
  /** How many acts are done. */
  at = $state(0);
  playing = $state(false);
  /** How many events are done. */
  readonly step = $derived.by(() => this.acts[this.at - 1] ?? 0);
  readonly ended = $derived.by(() => this.at === this.acts.length);
  readonly table = $derived.by(() => this.laid());
  readonly line = $derived.by(() => this.told());

  constructor(
    readonly story: HandStory,
    /** A table of the same game, for its layout. */
    private readonly base: TableMessage,
  ) {
    this.steps = seen(story.events);
    this.acts = actsOf(this.steps);
    this.streets = streetsOf(this.steps);
  }

  /** What my own spots have won or lost in the whole hand. */
  get net(): number {
    const { seat } = this.story;
    let all = 0;
    for (const event of this.steps)
      if (event.type === "chips")
        all += (event.dst[0] === seat ? event.amount : 0) - (event.src[0] === seat ? event.amount : 0);
    return all;
  }

  move(by: number): void {
    this.at = Math.min(Math.max(0, this.at + by), this.acts.length);
  }

  /** How many acts are done when an event has happened. */
  private after(event: number): number {
    return event ? this.acts.findIndex((end) => end >= event) + 1 : 0;
  }

  /** To where a street begins. */
  open(event: number): void {
    this.playing = false;
    this.at = this.after(event);
  }

  /** To the next street, or to the one before. */
  leap(by: 1 | -1): void {
    const starts = this.streets.map(([, event]) => this.after(event));
    const behind = starts.filter((at) => at < this.at);
    this.playing = false;
    this.at = (by > 0 ? starts.find((at) => at > this.at) : behind.at(-1)) ?? this.at;
  }

  /** The street that is being played. */
  get street(): Street {
    const begun = this.streets.filter(([, event]) => this.after(event) <= this.at);
    return begun.at(-1)?.[0] ?? "the start";
  }

  private sitters(): Sitter[] {
    const { chips, names, seat: own } = this.story;
    return [...new Set(chips.map(([spot]) => spot[0]).filter(Boolean))].map((seat) => {
      const known = names.find((one) => one.seat === seat);
      const name = seat === own ? (room.session?.name ?? "") : (known?.name ?? t("seat", { n: seat }));
      const still = { away: false, leaving: false, here: true, stack: 0, top_up: 0, timed_out: false };
      return { ...still, seat, player: String(seat), name, bot: known?.bot ?? false };
    });
  }

  /** The table as it stood after the acts that are done. */
  private laid(): Table {
    const { story } = this;
    const table = new Table(story.table);
    const readings = this.ended ? story.readings : [];
    const now = { hand: story.hand, ask: null, readings, totals: null };
    table.me = room.session?.player ?? "";
    table.snapshot({
      ...this.base,
      ...now,
      rules: story.rules,
      seats: this.sitters(),
      you: { seat: story.seat, balance: 0, consigned: 0, out_at_blind: false },
      view: { chips: [], cards: [], deck: 0 },
      events: [],
      in_play: true,
    });
    const begins: Event = { type: "hand", hand: story.hand, chips: story.chips, deck: 0, fair: null };
    const events = [begins, ...this.steps.slice(0, this.step)];
    const { hand, seat } = story;
    if (this.ended) events.push({ type: "over", hand, void: story.void, net: [[seat, this.net]] });
    const seq = Number.MAX_SAFE_INTEGER;
    table.news({ ...now, type: "news", table: story.table, first: 1, seq, events });
    table.flush();
    table.flights = [];
    return table;
  }

  /** What the last act was. */
  private told(): string {
    if (!this.at) return t("begins", { n: this.story.hand });
    const act = together(this.steps.slice(this.acts[this.at - 2] ?? 0, this.step));
    const lines = act.map((event) => this.words(event)).filter(Boolean);
    const spoken = [...new Set(lines)].slice(0, MOST_LINES);
    return spoken.join(" · ") || this.hidden(act[0]);
  }

  private words(event: Event): string {
    const seat = this.actor(event);
    const found = lineOf({ event, name: this.table.seats[seat]?.name ?? "", seat, id: 0 }, this.table);
    return found ? `${found.who} ${found.text} ${found.end}`.trim() : "";
  }

  private actor(event: Event): number {
    if (event.type === "said") return event.seat;
    return event.type === "chips" || event.type === "cards" ? event.src[0] || event.dst[0] : 0;
  }

  /** Cards that nobody but their owner sees, and chips that go without saying. */
  private hidden(event: Event | undefined): string {
    if (event?.type === "chips") {
      const why = maybe(`says ${event.why}`, maybe(`house ${event.why}`, event.why));
      return `${nameOf(this.table, this.actor(event))} ${why} ${figure(event.amount, lang())}`;
    }
    if (event?.type !== "cards") return "";
    const [to, word] = event.dst;
    const who = nameOf(this.table, this.actor(event));
    if (event.cards.some((card) => card !== BACK))
      return `${to ? who : spotName(word)}${colon()}${event.cards.map(short).join(" ")}`;
    if (to) return t("is dealt down", { who, n: event.cards.length });
    const mine = event.src[0] === this.table.you;
    return word === "muck" && event.src[0]
      ? `${who} ${t(mine ? "you muck" : "says muck")}`
      : maybe(`house ${word}`, spotName(word));
  }
}
