/**
 * Which place of the deck lies where, and the faces that a feed has shown of them: the same as
 * `croupier.core.imagine`, so that each card one has seen can be held against the pledge.
 */
import { BACK, key, type Key } from "../lib/felt";
import type { CardsEvent, Event, SaidEvent } from "../lib/protocol";
import { OF_A_CARD } from "../table/answers";

const DECK = "0:deck";
const MUCK = "0:muck";

/** What chance has given to a hand besides its cards, as far as it is public. */
export interface Chance {
  /** How many cards the deck has. */
  size: number;
  /** The lots that the hand drew, by their number. */
  lots: Record<number, number>;
  /** Causes whose card a lot picks, and which lot. */
  byLot: Record<string, number>;
}

/** The faces that a feed has shown, by their place in the deck. */
export function knownPlaces(feed: readonly Event[], chance: Chance): Map<number, number> {
  const gone = new Set<number>();
  for (;;) {
    try {
      return new Lie(chance, gone).follow(feed);
    } catch (left) {
      if (!(left instanceof Gone) || gone.has(left.card)) throw left;
      gone.add(left.card);
    }
  }
}

/** A card that all have seen was among those that left its hand face down, as the feed shows later. */
class Gone extends Error {
  constructor(readonly card: number) {
    super(`card ${card} left face down`);
  }
}

class Lie {
  readonly known = new Map<number, number>();
  private readonly lying = new Map<Key, number[]>();
  /** Where cards are taken from the top: the deck, and what was shuffled. */
  private readonly piles = new Set<Key>([DECK]);
  /** The places of cards that a ruling has just named. */
  private named: number[] = [];
  private row = 0;

  constructor(
    private readonly chance: Chance,
    private readonly gone: ReadonlySet<number>,
  ) {
    this.lying.set(DECK, [...Array(chance.size).keys()].reverse());
  }

  follow(feed: readonly Event[]): Map<number, number> {
    feed.forEach((event, at) => {
      if (event.type === "said") this.hear(event);
      else if (event.type === "cards") this.carry(turned(event, feed[at + 1]));
    });
    return this.known;
  }

  private at(spot: Key): number[] {
    return this.lying.get(spot) ?? [];
  }

  /** A cut, the row of a shuffle, or a ruling that names cards where they lie. */
  private hear({ seat, what, amount = 0, spot = [0, ""], cards = [] }: SaidEvent): void {
    if (!seat || !OF_A_CARD.has(what)) this.named = [];
    if (seat) return;
    const lie = this.lying.get(key(spot));
    if (what === "cut") {
      const deck = this.at(DECK);
      this.lying.set(DECK, [...deck.slice(-amount), ...deck.slice(0, -amount)]);
    } else if (what === "shuffle") this.row = amount;
    else if (cards.length && lie) {
      const place = lie[amount - 1];
      this.named = place === undefined ? this.found(lie, cards) : [place];
      this.learn(this.named, cards);
    }
  }

  private carry(event: CardsEvent): void {
    const src = key(event.src);
    const dst = key(event.dst);
    const places = this.moved(event, src, dst);
    this.learn(places, event.cards);
    this.lying.set(
      src,
      this.at(src).filter((place) => !places.includes(place)),
    );
    this.lying.set(dst, [...this.at(dst), ...places]);
    if (event.why === "shuffle") this.piles.add(dst);
  }

  /**
   * Cards go from the top of the deck or of a pile, into the order of a shuffle, the last of a hand, as a ruling
   * or a lot has just named them, or by their faces.
   */
  private moved({ why, cards }: CardsEvent, src: Key, dst: Key): number[] {
    const lie = this.at(src);
    const count = cards.length;
    if (src === DECK) return lie.slice(-count).reverse();
    if (this.piles.has(src)) return lie.slice(0, count);
    if (why === "shuffle") return this.shuffled(lie);
    if (why === "missing card") return lie.slice(-count);
    const named = this.named.length ? this.named : this.picked(why, src);
    if (src !== dst && named.length === count && named.every((place) => lie.includes(place))) return named;
    return this.found(lie, cards);
  }

  private shuffled(lie: readonly number[]): number[] {
    const order = [...lie];
    for (let last = order.length - 1, lot = this.row; last > 0; last--, lot++) {
      const at = this.chance.lots[lot];
      if (at === undefined) break;
      [order[last], order[at]] = [order[at] as number, order[last] as number];
    }
    return order;
  }

  /** The card that a lot picks, where the game says so; it leaves the muck again at once. */
  private picked(why: string, src: Key): number[] {
    const lot = this.chance.byLot[why];
    if (lot !== undefined) {
      const place = this.at(src)[this.chance.lots[lot] ?? -1];
      return place === undefined ? [] : [place];
    }
    return why === "burn" && src === MUCK ? this.at(MUCK).slice(-1) : [];
  }

  /** Remember the faces of places; another face than before: the old one has left unseen. */
  private learn(places: readonly number[], faces: readonly number[]): void {
    places.forEach((place, at) => {
      const face = faces[at] ?? BACK;
      const before = this.known.get(place) ?? face;
      if (face !== BACK && face !== before && !this.gone.has(before)) throw new Gone(before);
      if (face !== BACK) this.known.set(place, face);
    });
  }

  /** Known faces lie where they were seen; of the others any will do, so the first are taken. */
  private found(lie: readonly number[], cards: readonly number[]): number[] {
    if (cards.length === lie.length && cards.every((card) => card === BACK)) return [...lie];
    const taken: number[] = [];
    for (const card of cards) {
      const free = lie.filter((place) => !taken.includes(place));
      const place =
        free.find((one) => card !== BACK && this.known.get(one) === card) ??
        free.find((one) => card === BACK && this.gone.has(this.known.get(one) ?? -1)) ??
        free.find((one) => !this.known.has(one)) ??
        free[0];
      if (place === undefined) throw new RangeError("more cards left a spot than lay there");
      taken.push(place);
    }
    return taken;
  }
}

/** An exposed card that is laid down and turned over: it is the card that has left the hand. */
function turned(event: CardsEvent, following: Event | undefined): CardsEvent {
  if (event.why !== "exposed card" || following?.type !== "cards" || key(following.src) !== key(event.dst))
    return event;
  return { ...event, cards: following.cards.slice(-event.cards.length) };
}
