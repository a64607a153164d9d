/** The player's side of the pledges at one table: to have a say in each shuffle, and to hold the room to it. */
import type { Done, Event, NewsMessage, PledgeMessage, Refused, TableMessage } from "../lib/protocol";
import { hex, unhex } from "./digests";
import type { Memory } from "./memory";
import { commitment } from "./pledge";
import type { Proven } from "./proving";

export interface Sealed extends Proven {
  hand: number;
}

export interface Ways {
  /** My seat at the table now, 0 without one. */
  seat(): number;
  /** Reveal for a hand that is pledged, commit for the one after it. */
  contribute(fields: { hand: number; reveal: string; next: string }): Promise<Done | Refused>;
  /** 32 bytes that nobody can guess, in hexadecimal digits. */
  entropy(): string;
  prove(memory: Memory, hand: number, feed: Event[], crowd: boolean, mine: boolean): Promise<Proven>;
}

export class Witness {
  /** How the last hand was dealt that was checked here. */
  seal: Sealed | null = $state.raw(null);
  /** Whether hands are dealt from pledges at this table, as far as I have seen. */
  pledged = $state(false);
  #feed: Event[] = [];
  #crowd = false;
  #hand = 0;
  /** The hand that is pledged and not dealt yet. */
  #next = 0;
  /** For which hand I tried to commit last, and whether the room takes it at all. */
  #tried = -1;
  #willing = true;

  constructor(
    readonly memory: Memory,
    private readonly ways: Ways,
  ) {}

  snapshot(told: TableMessage): void {
    this.#crowd = told.crowd;
    this.#feed = [];
    this.#take(told.events, told.hand);
  }

  news(told: NewsMessage): void {
    this.#take(told.events, told.hand);
  }

  #take(events: Event[], hand: number): void {
    this.#hand = hand;
    for (const event of events) {
      if (event.type === "hand") {
        this.#feed = [];
        this.pledged = Boolean(event.fair);
        this.memory.keep(event.hand, { told: event.fair });
      } else if (event.type === "cards" || event.type === "said") this.#feed.push(event);
      else if (event.type === "over" && this.pledged && !this.#crowd) void this.check(event.hand);
    }
    this.#commit();
  }

  /** Keep a pledge, and reveal what I had committed to, now that I hold it. */
  pledge(told: PledgeMessage): void {
    const { sent, acknowledged, entropy = "" } = this.memory.hand(told.hand);
    this.pledged = true;
    this.#next = told.hand;
    const again = sent !== undefined && sent !== told.pledge;
    if (acknowledged && !again) return;
    this.memory.keep(told.hand, { pledge: told });
    if (this.memory.seat(told.hand) && !again) {
      this.memory.keep(told.hand, { sent: told.pledge });
      void this.#contribute(told.hand, entropy);
    } else this.#commit();
  }

  /** Commit for the next hand that is not pledged yet; tried once for each hand. */
  #commit(): void {
    const now = Math.max(this.#hand, this.#next);
    if (!this.#willing || !this.ways.seat() || this.#tried === now) return;
    this.#tried = now;
    if (!this.memory.hand(now + 1).entropy) void this.#contribute(now, "");
  }

  async #contribute(hand: number, reveal: string): Promise<void> {
    const { table, player } = this.memory;
    const { entropy = "" } = this.memory.hand(hand + 1);
    const mine = this.ways.entropy();
    const next = hex(commitment(table, hand + 1, player, unhex(mine)));
    this.memory.keep(hand + 1, { entropy: mine });
    const answer = await this.ways.contribute({ hand, reveal, next });
    if (answer.type === "done") {
      if (reveal) this.memory.keep(hand, { acknowledged: true });
      return;
    }
    this.memory.keep(hand + 1, { entropy });
    this.#willing = answer.name !== "not_allowed"; // A room that pledges nothing.
    if (reveal) {
      this.#tried = -1;
      this.#commit();
    }
  }

  /** Have the shuffle of a hand proven, and hold the proof against what I saw. */
  async check(hand: number = this.#hand): Promise<void> {
    const feed = [...this.#feed];
    const seat = this.ways.seat();
    const mine = seat > 0 && feed.some((event) => event.type === "cards" && event.dst[0] === seat);
    try {
      const proven = await this.ways.prove(this.memory, hand, feed, this.#crowd, mine);
      this.seal = { hand, ...proven };
    } catch {
      /* The room did not answer: the next hand is checked again. */
    }
  }
}
