/**
 * Which place of the deck lies where, and the faces that a feed has shown of them: the same as
 * `croupier.core.imagine`, so that each card one has seen can be held against the pledge.
 */
import { BACK, key, type Key } from "../lib/felt";
import type { CardsEvent, Event, SaidEvent } from "../lib/protocol";
import { OF_A_CARD } from "../table/answers";

const DECK = "0:deck";
const MUCK = "0:muck";

/** The faces that a feed has shown, by their place in a deck of this size. */
export function knownPlaces(feed: readonly Event[], size: number): Map<number, number> {
  const gone = new Set<number>();
  for (;;) {
    try {
      const known = new Lie(size, gone).follow(feed);
      return new Map([...known].filter(([place]) => place >= 0));
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
  /** Numbers for cards of which nobody can know where they lay. */
  private nowhere = 0;

  constructor(
    size: number,
    private readonly gone: ReadonlySet<number>,
  ) {
    this.lying.set(DECK, [...Array(size).keys()].reverse());
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

  private lost(count: number): number[] {
    return Array.from({ length: count }, () => --this.nowhere);
  }

  /** A cut, or a ruling that names a card where it lies. */
  private hear({ seat, what, amount = 0, spot = [0, ""], cards = [] }: SaidEvent): void {
    if (!seat || !OF_A_CARD.has(what)) this.named = [];
    if (seat) return;
    const lie = this.lying.get(key(spot));
    if (what === "cut") {
      const deck = this.at(DECK);
      this.lying.set(DECK, [...deck.slice(-amount), ...deck.slice(0, -amount)]);
    } else if (cards.length && lie) {
      this.named = lie.slice(amount - 1, amount);
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
   * Cards go from the top of the deck or of a pile, the last of a hand, as a ruling has just named them, or by
   * their faces; after a shuffle nobody knows where they lay.
   */
  private moved({ why, cards }: CardsEvent, src: Key, dst: Key): number[] {
    const lie = this.at(src);
    const count = cards.length;
    if (src === DECK) return lie.slice(-count).reverse();
    if (this.piles.has(src)) return lie.slice(0, count);
    if (why === "shuffle") {
      this.lying.set(src, []);
      return this.lost(count);
    }
    if (why === "missing card") return lie.slice(-count);
    const burnt = why === "burn" && src === MUCK ? lie.slice(-1) : [];
    const named = this.named.length ? this.named : burnt;
    if (src !== dst && named.length === count && named.every((place) => lie.includes(place))) return named;
    return this.told(src, cards);
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

  /**
   * Cards of known faces, or a whole spot in its order. Where it cannot be told which cards leave, neither these
   * nor those that stay have a place any more.
   */
  private told(src: Key, cards: readonly number[]): number[] {
    const lie = this.at(src);
    const fits = (place: number, at: number): boolean =>
      cards[at] === BACK || (this.known.get(place) ?? cards[at]) === cards[at];
    if (cards.length === lie.length && lie.every(fits)) return [...lie];
    let left = [...lie];
    const taken = cards.map((card) => {
      const same = left.find((place) => card !== BACK && this.known.get(place) === card);
      left = left.filter((place) => place !== same);
      return same ?? (this.lost(1)[0] as number);
    });
    if (taken.some((place) => place < 0)) this.lying.set(src, this.lost(left.length));
    return taken;
  }
}

/** An exposed card that is laid down and turned over: it is the card that has left the hand. */
function turned(event: CardsEvent, following: Event | undefined): CardsEvent {
  if (event.why !== "exposed card" || following?.type !== "cards" || key(following.src) !== key(event.dst))
    return event;
  return { ...event, cards: following.cards.slice(-event.cards.length) };
}
