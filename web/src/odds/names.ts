/** How the desk names fields, values and lines, and how it prints figures. */
import { cap, lang, maybe, t } from "../lib/i18n.svelte";
import type { Field, Setting, Value } from "../lib/odds.svelte";
import { parted } from "../lib/money";
import { odd, written, type Price } from "../lib/prices";

const MINUS = "−";
const comma = (text: string): string => (lang() === "fr" ? text.replace(".", ",") : text).replace("-", MINUS);

export const figures = (value: number, digits: number): string => comma(value.toFixed(digits));
export const percent = (share: number, digits = 3): string =>
  t("percent", { n: figures(share * 100, digits) });
export const plus = (text: string): string => (text.startsWith(MINUS) ? text : `+${text}`);
/** Enough digits to tell a rare thing from nothing. */
export const rare = (share: number): string =>
  percent(share, share === 0 || share >= 0.001 ? 4 : Math.min(8, 4 + Math.ceil(-Math.log10(share * 1000))));
export const many = (count: number): string => parted(count, lang());

export const fieldName = (key: string): string => maybe(`rule ${key}`, cap(key.replaceAll("_", " ")));

const plain = (hand: string): string => hand.replaceAll("_", " ");
/** A hand by the key that pay tables have for it. */
const handName = (hand: string): string => maybe(`hand ${hand}`, plain(hand));

/** A row of a pay table by the hands that it pays: down to its own, up to the next row's. */
export function rowName(setting: Setting, key: string): string {
  const [head = "", row = ""] = key.split(".");
  const order = setting.field(head)?.choices.map(String) ?? [];
  const paid = order.filter((one) => setting.value(`${head}.${one}`) !== null || one === row);
  const above = paid[paid.indexOf(row) - 1];
  const top = above ? order[order.indexOf(above) + 1] : undefined;
  if (!top || top === row) return cap(handName(row));
  if (row === order.at(-1)) return cap(t("hand or less", { hand: handName(top) }));
  return cap(t("hand to hand", { low: handName(row), high: handName(top) }));
}

export function lineName(setting: Setting, name: string): string {
  if (name.startsWith("bad_beat_pays."))
    return t("line beaten", { hand: rowName(setting, name).toLowerCase() });
  if (name.includes(".")) return rowName(setting, name);
  return maybe(`line ${name}`, cap(handName(name)));
}

export function valueName(field: Field, value: Value): string {
  if (value === null) return t("row out");
  if (field.kind === "price" || field.kind === "prices") return written(value as Price, lang());
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (Array.isArray(value))
    return value.length ? value.map((one) => maybe(`bet side ${one}`, String(one))).join(", ") : t("none");
  return maybe(`value ${value}`, typeof value === "string" ? plain(value) : String(value));
}

/** A value under an axis. */
export const tickName = (field: Field, value: Value): string =>
  field.kind === "price" || field.kind === "prices" ? odd(value as Price) : valueName(field, value);

export const betName = (game: string, bet: string): string =>
  maybe(`bet ${bet === "main" ? game : bet}`, cap(bet));
