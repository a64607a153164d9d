/**
 * Following the cards of a hand from the deck to where they are seen, as `croupier.core.following` does: what is
 * dealt comes from the top; of several hidden cards that lie together any may be the one that leaves, until it
 * is shown: then the opened places say which it was. Cards that were shuffled in secret have no place.
 */
import { BACK, key, OF_A_CARD, type Key } from "../lib/felt";
import type { CardsEvent, Event, SaidEvent } from "../lib/protocol";

const DECK = "0:deck";
const MUCK = "0:muck";

/** The places that a card may have; cards that cannot be told apart share one heap. Empty: none. */
type Heap = Set<number>;

/** The faces that a feed has shown, by their places in a deck of this size. */
export function toldPlaces(
  feed: readonly Event[],
  size: number,
  opened: ReadonlyMap<number, number>,
): Map<number, number> {
  return new Trail(size, opened).follow(feed);
}

class Trail {
  private readonly shown = new Map<number, number>();
  /** The cards of places, as far as they are known. */
  private readonly faces: Map<number, number>;
  private readonly lying = new Map<Key, Heap[]>();
  private deck: number[];
  /** What was shuffled, from which cards are taken from the top. */
  private readonly piles = new Set<Key>();
  /** The cards that a ruling has just named. */
  private named: Heap[] = [];

  constructor(size: number, opened: ReadonlyMap<number, number>) {
    this.faces = new Map(opened);
    this.deck = [...Array(size).keys()].reverse();
  }

  follow(feed: readonly Event[]): Map<number, number> {
    feed.forEach((event, at) => {
      if (event.type === "said") this.hear(event);
      else if (event.type === "cards") this.carry(turned(event, feed[at + 1]));
    });
    return this.shown;
  }

  private at(spot: Key): Heap[] {
    const found = this.lying.get(spot) ?? [];
    this.lying.set(spot, found);
    return found;
  }

  /** A cut, or a ruling that names cards where they lie. */
  private hear({ seat, what, amount = 0, spot = [0, ""], cards = [] }: SaidEvent): void {
    if (!seat || !OF_A_CARD.has(what)) this.named = [];
    if (seat) return;
    const lie = this.lying.get(key(spot));
    if (what === "cut") {
      this.deck = [...this.deck.slice(-amount), ...this.deck.slice(0, -amount)];
    } else if (cards.length && lie) {
      const which = amount ? [amount - 1] : this.picked(lie, cards);
      this.show(lie, which, cards);
      this.named = which.map((one) => heapAt(lie, one));
    }
  }

  private carry(event: CardsEvent): void {
    const [src, dst] = [key(event.src), key(event.dst)];
    if (src === DECK) {
      const to = this.at(dst);
      const dealt = event.cards.map(() => new Set([taken(this.deck.pop())]));
      to.push(...dealt);
      this.show(
        to,
        dealt.map((_, n) => to.length - dealt.length + n),
        event.cards,
      );
      return;
    }
    const lie = this.at(src);
    const which = this.moved(event, lie);
    this.show(lie, which, event.cards);
    if (src === dst) return;
    const gone = which.map((one) => heapAt(lie, one));
    this.lying.set(
      src,
      lie.filter((_, one) => !which.includes(one)),
    );
    const secret = event.why === "shuffle";
    this.at(dst).push(...gone.map((heap) => (secret ? new Set<number>() : heap)));
    if (secret) this.piles.add(dst);
  }

  /** Which of the cards of a spot an event moves. */
  private moved({ why, src, dst, cards }: CardsEvent, lie: Heap[]): number[] {
    const count = cards.length;
    const all = [...lie.keys()];
    if (this.piles.has(key(src))) return all.slice(0, count);
    if (why === "shuffle" || why === "missing card") return all.slice(lie.length - count);
    if (why === "burn" && key(src) === MUCK) return all.slice(-1);
    const named = all.filter((one) => this.named.includes(heapAt(lie, one)));
    if (key(src) !== key(dst) && named.length === count) return named;
    return this.picked(lie, cards);
  }

  /** Cards are found by their faces; of the hidden ones any may be meant. */
  private picked(lie: Heap[], cards: readonly number[]): number[] {
    const free = new Set(lie.keys());
    const found = cards.map((card) => {
      if (card === BACK) return -1;
      const [best = 0] = [...free].sort((a, b) => this.unlikely(lie, a, card) - this.unlikely(lie, b, card));
      free.delete(best);
      return best;
    });
    const hidden = found.filter((one) => one < 0).length;
    if (hidden && hidden < free.size) this.mix([...free].map((one) => heapAt(lie, one)));
    const rest = [...free];
    return found.map((one) => (one < 0 ? taken(rest.shift()) : one));
  }

  /** How little a heap looks like holding a card: those that do first, the smallest first. */
  private unlikely(lie: Heap[], at: number, card: number): number {
    const heap = heapAt(lie, at);
    return ([...heap].some((place) => this.faces.get(place) === card) ? 0 : 1e6) + heap.size;
  }

  /** Some of these leave, nobody knows which: each may now be any of them. */
  private mix(heaps: Heap[]): void {
    const mixed: Heap = new Set(heaps.flatMap((heap) => [...heap]));
    for (const spot of this.lying.values())
      spot.forEach((heap, at) => {
        if (heap.size && heaps.includes(heap)) spot[at] = mixed;
      });
  }

  /** Faces are shown: of a heap the card that it is leaves it. */
  private show(lie: Heap[], which: readonly number[], cards: readonly number[]): void {
    which.forEach((one, n) => {
      const [heap, card] = [heapAt(lie, one), cards[n] ?? BACK];
      if (card === BACK || !heap.size) return;
      const places = [...heap].sort((a, b) => a - b);
      const fits = places.filter((place) => (this.faces.get(place) ?? card) === card);
      const known = fits.find((place) => this.faces.has(place));
      const place = known ?? fits[0] ?? taken(places[0]);
      heap.delete(place);
      lie[one] = new Set([place]);
      if (!this.faces.has(place)) this.faces.set(place, card);
      this.shown.set(place, card);
    });
  }
}

const heapAt = (lie: Heap[], at: number): Heap => taken(lie[at]);

/** What must be there: a feed that takes a card from where none lies cannot be followed. */
function taken<T>(found: T | undefined): T {
  if (found === undefined) throw new RangeError("no card lies there");
  return found;
}

/** An exposed card that is laid down and turned over: it is the card that has left the hand. */
function turned(event: CardsEvent, following: Event | undefined): CardsEvent {
  if (event.why !== "exposed card" || following?.type !== "cards" || key(following.src) !== key(event.dst))
    return event;
  return { ...event, cards: following.cards.slice(-event.cards.length) };
}
