/** The books of my own bets in one hand, so that the result adds up. */
import type { ChipsEvent, Spot } from "./protocol";

export interface BetLine {
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
  /** What the house took for the hand. */
  fee = 0;
  #bets: Record<string, BetLine> = {};
  #pots: Record<string, PotLine> = {};

  get lines(): BetLine[] {
    return Object.values(this.#bets).filter((line) => line.stake);
  }
  get pots(): PotLine[] {
    return Object.values(this.#pots);
  }
  get played(): boolean {
    return this.lines.length > 0 || this.put > 0;
  }

  /** Write down chips that moved; against a bank the seat's own spots are the bets. */
  count(event: ChipsEvent, me: number, banked: boolean): void {
    if (!me) return;
    if (banked) this.#bet(event, me);
    else this.#pot(event, me);
  }

  #line(spot: Spot): BetLine {
    return (this.#bets[spot[1]] ??= { word: spot[1], stake: 0, won: 0, lost: 0, back: 0 });
  }

  #bet({ src, dst, amount, why }: ChipsEvent, me: number): void {
    const mine = (spot: Spot): boolean => spot[0] === me && spot[1] !== "stack";
    if (src[0] === me && src[1] === "stack" && mine(dst)) this.#line(dst).stake += amount;
    else if (mine(src) && dst[0] === me && why === "withdraw") this.#line(src).stake -= amount;
    else if (src[0] === me && why === "fee") this.fee += amount;
    else if (mine(src) && why === "win" && dst[0] !== me)
      this.#line(src).lost += amount; // My bank pays.
    else if (mine(dst) && (why === "win" || why === "lose")) this.#line(dst).won += amount;
    else if (mine(src) && why === "lose") this.#line(src).lost += amount;
    else if (mine(src) && dst[0] === me) this.#line(src).back += amount;
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
