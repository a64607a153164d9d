/** Prices as people write them: `20`, `1.5`, `3 to 2`, `3:2`; kept as the house sheets keep them. */
import type { Lang } from "./i18n.svelte";

export type Price = number | string;

const NUMBER = String.raw`(\d+(?:[.,]\d+)?)`;
const WHOLE = new RegExp(`^${NUMBER}(?:\\s*(?:to|pour|contre|à|:|/)\\s*${NUMBER})?$`, "i");
// eslint-disable-next-line no-restricted-syntax -- what a person types, in either language
const BEGUN = /^\d*[.,]?\d*\s*(?:(?:t|to|p|po|pou|pour|contre|à|:|\/)\s*\d*[.,]?)?$/i;

/** Digits and their power of ten, so that 1.1 is eleven tenths and nothing else. */
function tenths(text: string): [number, number] {
  const [whole = "0", rest = ""] = text.replace(",", ".").split(".");
  return [Number(whole + rest), 10 ** rest.length];
}

const gcd = (a: number, b: number): number => (b ? gcd(b, a % b) : a);

/** A price in its least terms, or nothing. */
export function priceOf(text: string): Price | null {
  const found = WHOLE.exec(text.trim());
  if (!found) return null;
  const [a, b] = tenths(found[1] ?? "");
  const [c, d] = tenths(found[2] ?? "1");
  if (!c || !Number.isSafeInteger(a * d) || !Number.isSafeInteger(b * c)) return null;
  const common = gcd(a * d, b * c);
  const [left, right] = [(a * d) / common, (b * c) / common];
  return right === 1 ? left : `${left} to ${right}`;
}

/** Whether somebody may still be in the middle of writing a price. */
export const begun = (text: string): boolean => BEGUN.test(text.trim());

export const ratio = (price: Price): number => {
  const [left = 0, right = 1] = String(price).split(" to ").map(Number);
  return left / right;
};

/** As a field shows it: `20`, `3 to 2`. */
export const written = (price: Price, lang: Lang): string =>
  lang === "fr" ? String(price).replace(" to ", " pour ") : String(price);

/** As a table shows it: `20:1`, `3:2`. */
export const odd = (price: Price): string =>
  String(price).includes(" to ") ? String(price).replace(" to ", ":") : `${price}:1`;
