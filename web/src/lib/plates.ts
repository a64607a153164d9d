/** The hands of a pay table by the names that the rules give them, for the odds desk. */
import { cap, lang } from "./i18n.svelte";

const HANDS: [RegExp, string][] = [
  [/royal flush/, "quinte flush royale"],
  [/straight flush/, "quinte flush"],
  [/four of a kind/, "carré"],
  [/full house/, "full"],
  [/three of a kind/, "brelan"],
  [/two pairs?/, "double paire"],
  [/pocket aces/, "paire d'as servie"],
  [/pocket pair/, "paire servie"],
  [/ace face suited/, "as et figure assortis"],
  [/ace face offsuit/, "as et figure dépareillés"],
  [/pair of aces/, "paire d'as"],
  [/pair of fours/, "paire de quatre"],
  [/high card/, "carte haute"],
  [/\bflush\b(?! royale)/, "couleur"],
  [/\bstraight\b/, "quinte"],
  [/\bpair\b/, "paire"],
  [/ or less/, " ou moins"],
  [/ or better/, " ou mieux"],
  [/ to /, " à "],
  [/quinte flush|quinte couleur/, "quinte flush"],
];

export function priceName(row: string): string {
  if (lang() !== "fr") return cap(row);
  return cap(HANDS.reduce((out, [from, to]) => out.replace(from, to), row));
}
