/**
 * The checks of a proof, in the order in which a player may trust them: what was pledged, what was added to it,
 * which deck that picks, and whether each card and lot of one's own hand lay where it had to.
 */
import { JOKER } from "../lib/felt";
import type { Chance, Event, PledgeMessage, Proof } from "../lib/protocol";
import { hex, unhex, type Bytes } from "./digests";
import { toldPlaces } from "./places";
import { lots as lotsFrom, shuffle, type Deal } from "./shuffle";
import {
  cardLeaf,
  commitment,
  context,
  deckOf,
  DECKS,
  deckSeed,
  dealt,
  jointOf,
  later,
  leavesOf,
  lotLeaf,
  offsetsOf,
  orderOf,
  pledged,
  pledgedDeal,
  recordOf,
  root,
  type Ground,
  type OfSeat,
} from "./pledge";

/** What one has kept of a hand: against this a proof is held, never against itself. */
export interface Kept {
  pledge?: PledgeMessage;
  /** What was told with the hand. */
  told?: Chance;
  /** Whether the room tells each of a crowd of themselves alone. */
  crowd?: boolean;
  /** What I gave to this hand, whether the room has acknowledged it, and whether it knew it before the pledge. */
  mine?: { seat: number; player: string; entropy: string; acknowledged: boolean; spent?: boolean };
  /** The record of the table's pledge before, as I have seen it. */
  last?: string;
  feed: Event[];
}

/** `none`: there was nothing to check. */
export type Finding = "good" | "none" | "bad";
/** The outcome of a shoe that is still dealt from. */
const STANDING = -1;
export type Colour = "grey" | "green" | "amber" | "red";

export interface Verdict {
  findings: [Check, Finding][];
  /** The first line that fails. */
  failed: Check | null;
  /** Seats that had committed themselves and revealed nothing. */
  missing: number[];
  colour: Colour;
}

const ofSeats = (all: readonly [number, string][]): OfSeat[] =>
  all.map(([seat, text]) => [seat, unhex(text)] as const);
const good = (right: boolean): Finding => (right ? "good" : "bad");
const same = (bytes: Bytes, text: string | undefined): boolean => hex(bytes) === text;
const alike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
/** The same as one knows it; what one does not know fits. */
const fits = (value: unknown, known: unknown): boolean => known === undefined || alike(value, known);

/** A proof, what one has kept, and what follows from both. */
interface Trial {
  proof: Proof;
  kept: Kept;
  /** One's own copy of the pledge; without one, the proof's. */
  own: Pick<PledgeMessage, "decks" | "entropy" | "prev">;
  ground: Ground;
  ctx: Bytes;
  digest: Bytes;
  joint: Bytes;
}

function trialOf(proof: Proof, kept: Kept): Trial {
  const { decks, prev } = kept.pledge ?? proof;
  // Of a crowd one is told of oneself alone before the hand: the whole list binds by the digest.
  const { entropy } = kept.crowd ? proof : (kept.pledge ?? proof);
  const ground = { ...proof, hand: proof.first };
  const ctx = context(ground);
  const digest = pledged(ctx, decks.map(unhex), ofSeats(entropy), unhex(prev));
  const joint = jointOf(digest, ofSeats(proof.reveals));
  return { proof, kept, own: { decks, entropy, prev }, ground, ctx, digest, joint };
}

const CHECKS = {
  /** The room's pledge is what it was when I received it, and hashes to its digest. */
  pledge({ proof, kept, own, ctx, digest }) {
    const first = kept.pledge;
    const decks = proof.decks.length === DECKS && alike(proof.decks, own.decks);
    const others = alike(proof.entropy, own.entropy) && proof.prev === own.prev;
    const place = fits([proof.table, proof.first], first && [first.table, first.hand]);
    const told = fits(proof.pledge, first?.pledge) && fits(proof.pledge, kept.told?.pledge);
    return good(
      same(digest, proof.pledge) && fits(hex(ctx), first?.context) && decks && others && place && told,
    );
  },

  /** My own commitment stands in the pledge, and the room did not know what it hides. */
  mine({ proof, kept: { mine }, own }) {
    if (!mine) return "none";
    if (mine.spent) return "bad";
    const commit = hex(commitment(proof.table, proof.first, mine.player, unhex(mine.entropy)));
    return good(own.entropy.some(([seat, one]) => seat === mine.seat && one === commit));
  },

  /** What I revealed, and the room acknowledged, is in the joint seed that was told with the hand. */
  reveal({ proof, kept: { mine, told, crowd }, joint }) {
    const listed = crowd || fits(proof.reveals, told?.reveals);
    if (!same(joint, proof.joint) || !fits(proof.joint, told?.joint) || !listed) return "bad";
    if (!mine?.acknowledged) return "none";
    return good(proof.reveals.some(([seat, text]) => seat === mine.seat && text === mine.entropy));
  },

  /** Every reveal fits the commitment of its player. */
  reveals({ proof, own }) {
    if (!proof.reveals.length) return "none";
    const commitments = new Map(own.entropy);
    const players = new Map(proof.players);
    const fitting = proof.reveals.every(([seat, text]) => {
      const commit = commitment(proof.table, proof.first, players.get(seat) ?? "", unhex(text));
      return same(commit, commitments.get(seat));
    });
    return good(fitting && distinct(proof.reveals));
  },

  /** The deck that was dealt is the one that the joint seed names. */
  deck({ proof, kept, joint }) {
    return good(deckOf(joint) === proof.deck && fits(proof.deck, kept.told?.deck));
  },

  /** The decks that were not dealt are opened, and each was a proper pack. */
  spare(trial) {
    const { pack, rest, spare, deck } = trial.proof;
    const whole = spare.length === DECKS - 1 && distinct([...spare, [deck]]) && proper([...pack, ...rest]);
    return good(whole && spare.every(([at, seed]) => rebuilt(trial, at, unhex(seed))));
  },

  /** All leaves of the deck that was dealt hash to its root; where the whole deck is opened, it is rebuilt. */
  leaves(trial) {
    const { proof, own, ctx } = trial;
    const complete = proof.leaves.length === proof.pack.length + proof.bounds.length;
    const rooted = same(root(ctx, proof.deck, proof.leaves.map(unhex)), own.decks[proof.deck]);
    return good(complete && rooted && (!proof.master || opened(trial)));
  },

  /** Each opened card is the leaf that the order puts at its place. */
  order({ proof, ctx, joint }) {
    const order = orderOf(joint, proof.pack.length);
    const placed = proof.openings.every(([place, card, salt]) => {
      const at = order[place] ?? -1;
      return same(cardLeaf(ctx, proof.deck, at, card, unhex(salt)), proof.leaves[at]);
    });
    return good(placed && distinct(proof.openings));
  },

  /** Every card that I have seen lay where it was opened, and no more of a kind than the pack has. */
  cards(trial) {
    const { proof, kept } = trial;
    if (!kept.feed.length) return "none";
    const shown = new Map(proof.openings.map(([place, card]) => [place - proof.gone, card]));
    for (const [at, card] of (discards(trial) ?? []).entries())
      if (proof.gone + at >= proof.pack.length) shown.set(at, card);
    const seen = toldPlaces(kept.feed, proof.pack.length + proof.rest.length, shown);
    const all = [...seen].every(([at, card]) => shown.get(at) === card);
    const opened = proof.openings.map(([, card]) => card);
    return good(all && within(opened, proof.pack));
  },

  /** Each lot that was drawn is the pledged one, moved on by the joint seed. */
  lots(trial) {
    const { proof, ctx, joint } = trial;
    if (!proof.lots.length || (proof.gone && !proof.master)) return "none";
    const offsets = offsetsOf(joint, proof.bounds);
    const later = proof.gone ? lotsFrom(laterSeed(trial), proof.bounds) : [];
    const drawn = proof.lots.every(([lot, committed, salt, final]) => {
      if (proof.gone) return later[lot] === final && committed === final;
      const bound = proof.bounds[lot] ?? 0;
      const leaf = lotLeaf(ctx, proof.deck, lot, committed, unhex(salt));
      const moved = (committed + (offsets[lot] ?? 0)) % bound;
      return committed < bound && final === moved && same(leaf, proof.leaves[proof.pack.length + lot]);
    });
    return good(drawn && distinct(proof.lots));
  },

  /** The pledge follows on the one before, and the record is what the next must follow. */
  chain({ proof, kept, digest, joint }) {
    if (!fits(proof.prev, kept.last)) return "bad";
    if (proof.outcome === STANDING) return good(proof.record === "");
    return good(same(recordOf(digest, joint, proof.outcome), proof.record));
  },
} satisfies Record<string, (trial: Trial) => Finding>;
export type Check = keyof typeof CHECKS;

/** Whether a deck is what its seed makes of the pack. */
function rebuilt({ ground, own, ctx }: Trial, deck: number, seed: Bytes): boolean {
  const leaves = leavesOf(seed, ctx, deck, pledgedDeal(seed, ground));
  return same(root(ctx, deck, leaves), own.decks[deck]);
}

/** Whether the master makes all decks, the one that was dealt with all that was opened of it. */
function opened(trial: Trial): boolean {
  const { proof, ctx } = trial;
  const seeds = [...Array(DECKS).keys()].map((deck) => deckSeed(unhex(proof.master), ctx, deck));
  const { cards } = wholeDeal(trial);
  return (
    seeds.every((seed, deck) => rebuilt(trial, deck, seed)) &&
    proof.spare.every(([deck, seed]) => same(seeds[deck] ?? ctx, seed)) &&
    proof.openings.every(([place, card]) => cards[place] === card)
  );
}

/** All that was dealt, once the master is told. */
function wholeDeal({ proof, ground, ctx, joint }: Trial): Deal {
  const seed = deckSeed(unhex(proof.master), ctx, proof.deck);
  return dealt(pledgedDeal(seed, ground), joint, proof.bounds);
}

const laterSeed = ({ proof, ctx, joint }: Trial): Bytes => later(unhex(proof.master), ctx, proof.hand, joint);

/** The deck of a later hand of a shoe: what is left of it, and behind it the discards, once they are told. */
function discards(trial: Trial): number[] | null {
  const { proof } = trial;
  if (!proof.master || !(proof.gone || proof.rest.length)) return null;
  const { cards } = wholeDeal(trial);
  const behind = shuffle(laterSeed(trial), [...cards.slice(0, proof.gone), ...proof.rest], "discards");
  return [...cards.slice(proof.gone), ...behind];
}

/** Whether no number in front stands twice. */
const distinct = (rows: readonly (readonly [number, ...unknown[]])[]): boolean =>
  new Set(rows.map(([first]) => first)).size === rows.length;

const counted = (cards: readonly number[]): Map<number, number> => {
  const found = new Map<number, number>();
  for (const card of cards) found.set(card, (found.get(card) ?? 0) + 1);
  return found;
};

/** A proper pack has every card as often as every other; the joker apart. */
export function proper(pack: readonly number[]): boolean {
  const counts = counted(pack.filter((card) => card !== JOKER));
  return pack.every((card) => card >= 0 && card <= JOKER) && new Set(counts.values()).size === 1;
}

function within(cards: readonly number[], pack: readonly number[]): boolean {
  const has = counted(pack);
  return [...counted(cards)].every(([card, times]) => times <= (has.get(card) ?? 0));
}

/** Hold a proof against what one has kept of its hand. */
export function verify(proof: Proof, kept: Kept): Verdict {
  const findings = Object.entries(CHECKS).map(([check, find]) => [check, found(find, proof, kept)]) as [
    Check,
    Finding,
  ][];
  const failed = findings.find(([, finding]) => finding === "bad")?.[0] ?? null;
  if (failed) return { findings, failed, missing: [], colour: "red" };
  const revealed = new Set(proof.reveals.map(([seat]) => seat));
  const missing = proof.entropy.map(([seat]) => seat).filter((seat) => !revealed.has(seat));
  const colour = missing.length ? "amber" : revealed.size ? "green" : "grey";
  return { findings, failed, missing, colour };
}

/** A proof that cannot even be read fails the check at which that shows. */
function found(check: (trial: Trial) => Finding, proof: Proof, kept: Kept): Finding {
  try {
    return check(trialOf(proof, kept));
  } catch {
    return "bad";
  }
}
