/** Amounts are whole cents; people read units. */
import type { Lang } from "./i18n.svelte";

const THIN = "\u202f";

/** A whole number with its thousands parted as each language parts them. */
export const parted = (whole: number, lang: Lang = "en"): string =>
  String(whole).replace(/\B(?=(\d{3})+$)/g, lang === "fr" ? THIN : ",");

export function figure(cents: number, lang: Lang = "en"): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  const tail = rest ? (lang === "fr" ? "," : ".") + String(rest).padStart(2, "0") : "";
  return (cents < 0 ? "−" : "") + parted(whole, lang) + tail;
}

export const signed = (cents: number, lang: Lang = "en"): string =>
  (cents > 0 ? "+" : "") + figure(cents, lang);

/** A figure in a house's currency, as each language writes it. */
export const money = (figures: string, currency: string, lang: Lang = "en"): string =>
  lang === "fr" ? `${figures}${THIN}${currency}` : figures.replace(/^[+−]?/, (sign) => sign + currency);

/** What a person typed: `12`, `7,50`, `1 200`, `1,200`; nothing if it is no amount. */
export function parse(text: string): number | null {
  const plain = text.replace(/[\s\u202f\u00a0]|,(?=\d{3}(\D|$))/g, "").replace(",", ".");
  if (!/^\d+(\.\d{1,2})?$/.test(plain)) return null;
  return Math.round(Number(plain) * 100);
}

/** The nearest amount that an option admits. */
export function fit(amount: number, low: number, high: number, step = 1): number {
  const steps = Math.round((Math.min(Math.max(amount, low), high) - low) / step);
  const found = low + steps * step;
  return found > high ? found - step : found;
}

export const DENOMINATIONS = [5, 10, 50, 100, 500, 2500, 10000, 50000, 100000, 500000] as const;

/** A stack as chips, greedy, the highest first: at most `columns` columns of five. */
export function chips(cents: number, columns = 2): number[][] {
  const out: number[][] = [];
  let left = cents;
  for (const value of [...DENOMINATIONS].reverse()) {
    const count = Math.floor(left / value);
    if (!count) continue;
    left -= count * value;
    if (out.length < columns) out.push(new Array<number>(Math.min(count, 5)).fill(value));
  }
  return out;
}
