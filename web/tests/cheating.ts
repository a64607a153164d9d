/** A room that deals from a pledge, honestly or not: the tests' own, by the page of bytes. */
import { hex, unhex } from "../src/fair/digests";
import {
  commitment,
  context,
  dealt,
  deckOf,
  deckSeed,
  jointOf,
  leavesOf,
  orderOf,
  pledged,
  pledgedDeal,
  recordOf,
  root,
  salt,
  type Ground,
  type OfSeat,
} from "../src/fair/pledge";
import type { Deal } from "../src/fair/shuffle";
import type { Kept } from "../src/fair/verify";
import { BACK } from "../src/lib/felt";
import type { CardsEvent, Event, PledgeMessage, Proof } from "../src/lib/protocol";

export const ACE = 51;
export const ME = 2;
const OTHER = 5;
const PLAYERS: [number, string][] = [
  [ME, "g1f"],
  [OTHER, "ada"],
];
const TABLE = "casino-club/holdem-2-4";
const GAME = { game: "holdem", pack: [...Array(52).keys()], bounds: [13, 12, 6] };

/** Bytes that a test can repeat: of a number, over and over. */
const bytes = (n: number): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, at) => (n * 31 + at * 7 + (n >> 8)) % 256);

export interface Cheat {
  /** (a) The deck that is dealt, changed when the reveals are known. */
  otherDeck?: boolean;
  /** (b) The board is dealt from one place further down. */
  skipped?: boolean;
  /** (c) A deck with the ace of spades twice, under a root of its own. */
  doubled?: number;
  /** (d) An acknowledged reveal is left out. */
  dropped?: boolean;
  /** (e) The lots, drawn in another order than pledged. */
  reordered?: boolean;
  /** A game against the house: all is opened when the hand is over. */
  open?: boolean;
  /** Nobody contributes. */
  alone?: boolean;
  /** The other contributor says nothing. */
  silent?: boolean;
}

const moved = (dst: [number, string], cards: number[], why = "deal"): CardsEvent => ({
  type: "cards",
  src: [0, "deck"],
  dst,
  cards,
  why,
});

/** Two cards to each of two seats, three boards with their burns; the other hand is never shown. */
function played(cards: number[], skipped: boolean): { feed: Event[]; seen: number[] } {
  const board = skipped ? [...cards.slice(0, 8), ...cards.slice(9)] : cards;
  const own = [0, 2].map((at) => moved([ME, "hole"], [cards[at]!]));
  const other = [1, 3].map(() => moved([OTHER, "hole"], [BACK]));
  const feed = [own[0]!, other[0]!, own[1]!, other[1]!];
  for (const [burn, count] of [
    [4, 3],
    [8, 1],
    [10, 1],
  ] as const)
    feed.push(
      moved([0, "muck"], [BACK], "burn"),
      moved([0, "board"], board.slice(burn + 1, burn + 1 + count)),
    );
  return { feed, seen: [0, 2, 5, 6, 7, 9, 11] };
}

/** One hand of a room, and all that the player of `ME` has kept of it. */
export function handOf(n: number, cheat: Cheat = {}): { proof: Proof; kept: Kept } {
  const ground: Ground = { table: TABLE, hand: n, ...GAME };
  const ctx = context(ground);
  const master = bytes(n * 4 + 1);
  const seeds = [0, 1, 2, 3].map((deck) => deckSeed(master, ctx, deck));
  const deals: Deal[] = seeds.map((seed) => pledgedDeal(seed, ground));
  if (cheat.doubled !== undefined) {
    const cards = deals[cheat.doubled]!.cards;
    cards[cards.indexOf(0)] = ACE;
  }
  const leaves = seeds.map((seed, deck) => leavesOf(seed, ctx, deck, deals[deck]!));
  const roots = leaves.map((all, deck) => root(ctx, deck, all));
  const given: OfSeat[] = cheat.alone
    ? []
    : [
        [ME, bytes(n + 9)],
        [OTHER, bytes(n * 5 + 77)],
      ];
  const commits = given.map(([seat, e], at): OfSeat => [seat, commitment(TABLE, n, PLAYERS[at]![1], e)]);
  const prev = bytes(n - 1);
  const digest = pledged(ctx, roots, commits, prev);
  const reveals = given.filter(([seat]) => !(seat === ME ? cheat.dropped : cheat.silent));
  const joint = jointOf(digest, reveals);
  const named = deckOf(joint);
  const deck = cheat.otherDeck ? (named + 1) % 4 : named;
  const whole = dealt(deals[deck]!, joint, ground.bounds);
  const { feed, seen } = played(whole.cards, cheat.skipped ?? false);
  const order = orderOf(joint, 52);
  const texts = (all: readonly OfSeat[]): [number, string][] => all.map(([seat, e]) => [seat, hex(e)]);
  const place = { table: TABLE, hand: n, decks: roots.map(hex), entropy: texts(commits), prev: hex(prev) };
  const pledge: PledgeMessage = {
    ...place,
    type: "pledge",
    fair: 2,
    seconds: 3,
    context: hex(ctx),
    pledge: hex(digest),
  };
  const told = { pledge: hex(digest), joint: hex(joint), deck, reveals: texts(reveals) };
  const drawn = cheat.reordered ? [1, 0, 2] : [0, 1, 2];
  const proof: Proof = {
    ...place,
    ...told,
    ...GAME,
    fair: 2,
    first: n,
    gone: 0,
    rest: [],
    players: cheat.alone ? [] : PLAYERS,
    spare: seeds.flatMap((seed, at): [number, string][] => (at === deck ? [] : [[at, hex(seed)]])),
    leaves: leaves[deck]!.map(hex),
    openings: seen.map((at) => [at, whole.cards[at]!, hex(salt(seeds[deck]!, order[at]!))]),
    lots: drawn.map((from, at) => [
      at,
      deals[deck]!.lots[from]!,
      hex(salt(seeds[deck]!, 52 + from)),
      whole.lots[from]!,
    ]),
    outcome: 0,
    record: hex(recordOf(digest, joint, 0)),
    master: cheat.open ? hex(master) : "",
  };
  const mine = cheat.alone
    ? undefined
    : { seat: ME, player: "g1f", entropy: hex(bytes(n + 9)), acknowledged: true };
  return { proof, kept: { pledge, told, mine, last: hex(prev), feed } };
}

/** The text with one of its hexadecimal digits changed. */
export const flipped = (text: string, at: number): string => {
  const whole = unhex(text);
  whole[at % whole.length]! ^= 1 << (at % 8);
  return hex(whole);
};
