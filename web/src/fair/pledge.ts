/** The bytes of fair/2: what a room pledges before a hand, what players add to it, what is dealt. */
import { hmac, joined, sha256, type Bytes } from "./digests";
import { deal, lots, shuffle, type Deal } from "./shuffle";

/** How many decks are pledged for a hand; one of them is dealt, the others are opened. */
export const DECKS = 4;
export const ZERO: Bytes = new Uint8Array(32);

const text = (said: string): Bytes => new TextEncoder().encode(said);
const tag = (name: string): Bytes => text(`croupier/fair/2/${name}\0`);
/** A whole number in so many bytes, high byte first. */
function whole(n: number, bytes: number): Bytes {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, n);
  return new Uint8Array(view.buffer).slice(4 - bytes);
}
const u8 = (n: number): Bytes => whole(n, 1);
const u16 = (n: number): Bytes => whole(n, 2);
const u32 = (n: number): Bytes => whole(n, 4);
const long = (said: string): Bytes => joined([u32(text(said).length), text(said)]);

/** What a hand is dealt from: its pack and the bounds of its lots, at this table, by this game. */
export interface Ground {
  table: string;
  hand: number;
  game: string;
  pack: readonly number[];
  bounds: readonly number[];
}

/** Something of a seat: its commitment, or what it has revealed. */
export type OfSeat = readonly [seat: number, bytes: Bytes];
const bySeat = (all: readonly OfSeat[]): Bytes[] =>
  [...all].sort(([a], [b]) => a - b).flatMap(([seat, bytes]) => [u16(seat), bytes]);

export const context = ({ table, hand, game, pack, bounds }: Ground): Bytes =>
  sha256(
    ...[tag("context"), long(table), u32(hand), long(game), u16(pack.length), Uint8Array.from(pack)],
    ...[u16(bounds.length), ...bounds.map(u32)],
  );

export const deckSeed = (master: Bytes, ctx: Bytes, deck: number): Bytes =>
  hmac(master, tag("deck"), ctx, u8(deck));

export const pledgedDeal = (seed: Bytes, ground: Ground): Deal =>
  deal(hmac(seed, tag("shuffle")), ground.pack, ground.bounds);

export const salt = (seed: Bytes, at: number): Bytes => hmac(seed, tag("salt"), u16(at));

export const cardLeaf = (ctx: Bytes, deck: number, at: number, card: number, salt: Bytes): Bytes =>
  sha256(tag("card"), ctx, u8(deck), u16(at), u8(card), salt);

export const lotLeaf = (ctx: Bytes, deck: number, at: number, lot: number, salt: Bytes): Bytes =>
  sha256(tag("lot"), ctx, u8(deck), u16(at), u32(lot), salt);

/** The leaves of a whole deck, as its seed makes them: of each card, then of each lot. */
export function leavesOf(seed: Bytes, ctx: Bytes, deck: number, { cards, lots }: Deal): Bytes[] {
  return [
    ...cards.map((card, at) => cardLeaf(ctx, deck, at, card, salt(seed, at))),
    ...lots.map((lot, at) => lotLeaf(ctx, deck, at, lot, salt(seed, cards.length + at))),
  ];
}

export const root = (ctx: Bytes, deck: number, leaves: readonly Bytes[]): Bytes =>
  sha256(tag("root"), ctx, u8(deck), ...leaves);

/** What binds a player to their bytes before the room's pledge is known. */
export const commitment = (table: string, hand: number, player: string, entropy: Bytes): Bytes =>
  sha256(tag("entropy"), long(table), u32(hand), long(player), entropy);

export const pledged = (
  ctx: Bytes,
  roots: readonly Bytes[],
  commitments: readonly OfSeat[],
  prev: Bytes,
): Bytes =>
  sha256(
    ...[tag("pledge"), ctx, u8(roots.length), ...roots],
    ...[u16(commitments.length), ...bySeat(commitments), prev],
  );

export const jointOf = (pledge: Bytes, reveals: readonly OfSeat[]): Bytes =>
  sha256(tag("joint"), pledge, u16(reveals.length), ...bySeat(reveals));

/** Which deck is dealt. Exact, because 4 divides 256. */
export const deckOf = (joint: Bytes): number => (joint[0] as number) % DECKS;

/** Which card of the pledged deck lies at each place of the deal. */
export const orderOf = (joint: Bytes, size: number): number[] =>
  shuffle(hmac(joint, tag("order")), [...Array(size).keys()]);

export const offsetsOf = (joint: Bytes, bounds: readonly number[]): number[] =>
  lots(hmac(joint, tag("lots")), bounds);

/** The seed of what a later hand of a shoe needs besides it: its lots, and the order of the discards. */
export const later = (master: Bytes, ctx: Bytes, hand: number, joint: Bytes): Bytes =>
  hmac(master, tag("later"), ctx, u32(hand), joint);

/** What stays of a hand in the chain of its table: 0 finished, 1 void, 2 abandoned before the deal. */
export const recordOf = (pledge: Bytes, joint: Bytes, outcome: number): Bytes =>
  sha256(tag("record"), pledge, joint, u8(outcome));

/** What is dealt: the pledged deck in the order that the players' bytes give it. */
export function dealt({ cards, lots }: Deal, joint: Bytes, bounds: readonly number[]): Deal {
  const offsets = offsetsOf(joint, bounds);
  return {
    cards: orderOf(joint, cards.length).map((at) => cards[at] as number),
    lots: lots.map((lot, at) => (lot + (offsets[at] as number)) % (bounds[at] as number)),
  };
}
