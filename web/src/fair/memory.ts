/** What this browser has sent and received of the pledges of one table: a proof is held against it. */
import type { Chance, PledgeMessage } from "../lib/protocol";
import { hex, unhex } from "./digests";
import { commitment } from "./pledge";

const HANDS = 20;

export interface Known {
  /** My own 32 bytes, once I have committed to them. */
  entropy?: string;
  /** The message, as I received it before the hand. */
  pledge?: PledgeMessage;
  /** For which pledge I revealed them: never for another, whose decks the room could choose to fit. */
  sent?: string;
  /** Whether the room has acknowledged my reveal. */
  acknowledged?: boolean;
  /** How the hand was dealt, as told when it began. */
  told?: Chance | null;
  /** What became of the pledge, once it was proven to me. */
  record?: string;
}

/** Where it is kept while the window is open. */
export type Drawer = Pick<Storage, "getItem" | "setItem">;

export class Memory {
  readonly #hands: Record<number, Known>;

  constructor(
    readonly table: string,
    readonly player: string,
    private readonly drawer: Drawer,
  ) {
    this.#hands = read(drawer.getItem(this.#key));
  }

  get #key(): string {
    return `croupier.fair.${this.player}.${this.table}`;
  }

  hand(number: number): Known {
    return this.#hands[number] ?? {};
  }

  /** Remember more of a hand; the oldest are forgotten. */
  keep(number: number, more: Known): void {
    this.#hands[number] = { ...this.hand(number), ...more };
    for (const old of this.#numbers.slice(HANDS)) delete this.#hands[old];
    try {
      this.drawer.setItem(this.#key, JSON.stringify(this.#hands));
    } catch {
      /* The drawer is full: what is known stays in this page. */
    }
  }

  /** For which seat my commitment stands in the pledge of a hand; 0 without one. */
  seat(number: number): number {
    const { entropy, pledge } = this.hand(number);
    if (!entropy || !pledge) return 0;
    const mine = hex(commitment(this.table, number, this.player, unhex(entropy)));
    return pledge.entropy.find(([, one]) => one === mine)?.[0] ?? 0;
  }

  /** The last hand before this one whose record I have seen. */
  before(number: number): { hand: number; record: string } | undefined {
    const hand = this.#numbers.find((one) => one < number && this.hand(one).record);
    return hand === undefined ? undefined : { hand, record: this.hand(hand).record ?? "" };
  }

  /** Newest first. */
  get #numbers(): number[] {
    return Object.keys(this.#hands)
      .map(Number)
      .sort((a, b) => b - a);
  }
}

function read(text: string | null): Record<number, Known> {
  try {
    return (JSON.parse(text ?? "{}") ?? {}) as Record<number, Known>;
  } catch {
    return {};
  }
}
