/** The books of the bets in one hand: what lay where, and what became of it. */
import { key, type Key } from "./felt";
import type { ChipsEvent, Spot } from "./protocol";

export interface BetLine {
  seat: number;
  word: string;
  stake: number;
  won: number;
  lost: number;
  back: number;
}
export interface PotLine {
  word: string;
  won: number;
  levy: number;
}

/** What members of an agreement about a push pot give each other. */
const AGREED = new Set(["cow", "partner", "backing"]);

export class Tally {
  /** What I put into pots. */
  put = 0;
  /** What the house took from me for the hand. */
  fee = 0;
  #bets: Record<Key, BetLine> = {};
  #pots: Record<string, PotLine> = {};

  /** Everybody's bets against the bank. */
  get bets(): BetLine[] {
    return Object.values(this.#bets).filter((line) => line.stake);
  }
  get pots(): PotLine[] {
    return Object.values(this.#pots);
  }

  /** Write down chips that moved; against a bank a seat's own spots are its bets. */
  count(event: ChipsEvent, me: number, banked: boolean): void {
    if (banked) this.#bet(event, me);
    else if (me) this.#pot(event, me);
  }

  #line(spot: Spot): BetLine {
    const [seat, word] = spot;
    return (this.#bets[key(spot)] ??= { seat, word, stake: 0, won: 0, lost: 0, back: 0 });
  }

  #bet({ src, dst, amount, why }: ChipsEvent, me: number): void {
    const isBet = ([seat, word]: Spot): boolean => seat > 0 && word !== "stack";
    const settles = why === "win" || why === "lose";
    if (why === "fee") this.fee += src[0] === me ? amount : 0;
    else if (src[1] === "stack" && isBet(dst)) this.#line(dst).stake += amount;
    else if (isBet(src) && why === "withdraw") this.#line(src).stake -= amount;
    else if (settles) {
      if (isBet(src)) this.#line(src).lost += amount; // A player's bank pays, too.
      if (isBet(dst)) this.#line(dst).won += amount;
    } else if (isBet(src)) this.#line(src).back += amount;
  }

  #pot({ src, dst, amount, why }: ChipsEvent, me: number): void {
    const pot = (word: string): PotLine => (this.#pots[word] ??= { word, won: 0, levy: 0 });
    const [from, to] = [src, dst].map((spot) => spot[0] === me && spot[1] === "stack");
    if (why === "levy" && src[0] === 0) pot(src[1]).levy += amount;
    else if (from !== to) {
      if (AGREED.has(why)) pot(why).won += to ? amount : -amount;
      else if (to && src[0] === 0) pot(src[1]).won += amount;
      else this.put += to ? -amount : amount;
    }
  }
}
