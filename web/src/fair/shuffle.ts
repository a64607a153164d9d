/** Cards, cuts and lots from a seed, byte for byte as the room draws them (`croupier.core.fair`). */
import { chacha20, type Bytes } from "./digests";

export const SEED_BYTES = 32;

export interface Deal {
  cards: number[];
  lots: number[];
}

/** The endless bytes of one label. */
function* stream(seed: Bytes, label: string): Generator<number, never> {
  if (seed.length !== SEED_BYTES) throw new RangeError(`a seed has ${SEED_BYTES} bytes`);
  const nonce = new Uint8Array(12);
  nonce.set(new TextEncoder().encode(label));
  for (let counter = 0; ; counter++) yield* chacha20(seed, counter, nonce);
}

/** A number below n, each equally likely: the tail that would favour some is thrown away. */
function below(source: Generator<number, never>, n: number): number {
  const wide = n > 256;
  const span = wide ? 65536 : 256;
  for (;;) {
    const byte = source.next().value;
    const word = wide ? (byte << 8) | source.next().value : byte;
    if (word < span - (span % n)) return word % n;
  }
}

/** The cards in an order of which all are equally likely. */
export function shuffle(seed: Bytes, pack: readonly number[], label = "cards"): number[] {
  const cards = [...pack];
  const source = stream(seed, label);
  for (let last = cards.length - 1; last > 0; last--) {
    const at = below(source, last + 1);
    [cards[last], cards[at]] = [cards[at] as number, cards[last] as number];
  }
  return cards;
}

/** A number below each bound. */
export function lots(seed: Bytes, bounds: readonly number[]): number[] {
  const source = stream(seed, "lots");
  return bounds.map((bound) => below(source, bound));
}

/** The shuffled and cut pack, and a lot below each bound. */
export function deal(seed: Bytes, pack: readonly number[], bounds: readonly number[]): Deal {
  const cards = shuffle(seed, pack);
  const cut = 1 + below(stream(seed, "cut"), cards.length - 1);
  return { cards: [...cards.slice(cut), ...cards.slice(0, cut)], lots: lots(seed, bounds) };
}
