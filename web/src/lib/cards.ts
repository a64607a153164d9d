/** Cards by number: rank * 4 + suit, then the joker and the back. */
import { BACK, JOKER } from "./felt";
import type { Lang } from "./i18n.svelte";

export const RANKS = "23456789TJQKA";
export const SUITS = "cdhs";
const SIGNS: Record<string, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };

const EN_RANKS = [
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "jack",
  "queen",
  "king",
  "ace",
];
const FR_RANKS = [
  "deux",
  "trois",
  "quatre",
  "cinq",
  "six",
  "sept",
  "huit",
  "neuf",
  "dix",
  "valet",
  "dame",
  "roi",
  "as",
];
const EN_SUITS = ["clubs", "diamonds", "hearts", "spades"];
const FR_SUITS = ["trèfle", "carreau", "cœur", "pique"];

export const rank = (card: number): string => (card === JOKER ? "Jk" : (RANKS[card >> 2] ?? "?"));
export const suit = (card: number): string => (card === JOKER ? "j" : (SUITS[card & 3] ?? "j"));

/** As printed in a log: K♥, 10♠. */
export function short(card: number): string {
  if (card === BACK) return "▒";
  if (card === JOKER) return "Jk";
  const r = rank(card);
  return (r === "T" ? "10" : r) + SIGNS[suit(card)];
}

export function spoken(card: number, lang: Lang): string {
  if (card === BACK) return lang === "fr" ? "carte cachée" : "face-down card";
  if (card === JOKER) return "joker";
  const [r, s] = [card >> 2, card & 3];
  return lang === "fr" ? `${FR_RANKS[r]} de ${FR_SUITS[s]}` : `${EN_RANKS[r]} of ${EN_SUITS[s]}`;
}
