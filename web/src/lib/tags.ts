/** The tag at a seat: the last word said there. */
import type { SaidEvent, TableMessage } from "./protocol";

export interface Tag {
  word: string;
  amount?: number;
  kind: "" | "act" | "allin" | "brass" | "warn" | "info" | "out";
}
const OUT = new Set(["fold", "muck"]);
const TAGGED = new Set([
  "fold",
  "check",
  "call",
  "bet",
  "raise",
  "option",
  "straddle",
  "draw",
  "stand pat",
  "set",
  "house way",
  "bank",
  "pass",
  "buy in",
  "decline",
  "tied",
  "cow",
  "partner",
  "backing",
  "muck",
  "show",
  "kill",
  "eligible",
  "violation",
]);
const LASTING = new Set([
  "fold",
  "muck",
  "bank",
  "tied",
  "allin",
  "buy in",
  "set",
  "house way",
  "draw",
  "stand pat",
  "violation",
]);

/** Whether a tag tells of a hand that is over. */
export const stays = (tag: Tag): boolean => !["set", "house way"].includes(tag.word);
/** Whether a tag stays when the chips are gathered. */
export const lasts = (tag: Tag): boolean => LASTING.has(tag.word);

/** The tag that a word said at a seat puts there; none where the one before it stays. */
export function saidTag(
  { what, cards, amount }: SaidEvent,
  before: Tag | undefined,
  layout: TableMessage["layout"] | undefined,
): Tag | undefined {
  if (!TAGGED.has(what) || (what === "decline" && !layout?.seat_chips.includes("cow"))) return undefined;
  if (before?.word === "allin" && !OUT.has(what)) return undefined;
  if (before?.word === "bank") return undefined; // The hand's player-dealer, whatever they say next.
  if (before?.word === "tied" && what === "decline") return undefined; // They play for the pot all the same.
  const out = OUT.has(what) || what === "decline";
  return {
    word: what,
    amount: what === "draw" ? (cards?.length ?? amount ?? 0) : (amount ?? 0),
    kind: out ? "out" : what === "bank" || what === "tied" ? "brass" : "act",
  };
}
