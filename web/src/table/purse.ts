/** What one may bring to a table: the house's least and most, and what one has. */
import { company } from "../lib/company.svelte";
import { lang, t } from "../lib/i18n.svelte";
import { figure, fit } from "../lib/money";
import type { TableMessage } from "../lib/protocol";
import { room } from "../lib/room.svelte";
import type { Table } from "../lib/table.svelte";

type Terms = TableMessage["terms"];

export interface Purse {
  low: number;
  high: number;
  /** Up to what a stack may be topped up (the recave of the sheet). */
  top: number;
  /** Whether seats are drawn. */
  drawn: boolean;
}

export function purseOf(terms: Terms | undefined): Purse {
  const low = Math.max(100, Math.ceil((terms?.min_buy_in ?? 0) / 100) * 100);
  const most = terms?.max_buy_in || Number.MAX_SAFE_INTEGER;
  const high = Math.max(low, Math.min(most, room.balance));
  const top = terms?.recave_up_to === "unlimited" ? Number.MAX_SAFE_INTEGER : most;
  return { low, high, top, drawn: terms?.seat_draw === "random" };
}

/** What the house advises to sit down with, as far as one has it. */
export function idealOf(terms: Terms | undefined): number {
  const { low, high } = purseOf(terms);
  return fit(terms?.advised_buy_in ?? low, low, high, 100);
}

/** What may be added to one's stack now: the least, the most and what one would; nothing if it is full. */
export function moreOf(table: Table): { low: number; high: number; ideal: number } | null {
  const terms = table.told?.terms;
  const stack = table.chips(table.you, "stack");
  const { low, top } = purseOf(terms);
  const least = stack ? 100 : low;
  const high = Math.floor(Math.min(top - stack, room.balance) / 100) * 100;
  if (high < least) return null;
  const whole = idealOf(terms);
  const lacks = (terms?.max_buy_in || whole) - stack;
  return { low: least, high, ideal: fit(lacks > 0 ? lacks : whole, least, high, 100) };
}

/** Whether I sit without chips and none are on their way; a seat that is not shown yet has its own. */
export function isBroke(table: Table): boolean {
  const { you } = table;
  const sitter = table.seats[you];
  if (!sitter || sitter.top_up || table.chips(you, "stack")) return false;
  const lies = Object.keys({ ...table.view.cards, ...table.view.chips });
  return !table.inPlay || !lies.some((at) => at.startsWith(`${you}:`));
}

/** What I am asked to buy in again with; nothing if I have too little. */
export const rebuyOf = (table: Table): number =>
  room.balance < purseOf(table.told?.terms).low ? 0 : idealOf(table.told?.terms);

/** What my stack lacks when it is to be filled up by itself; 0 where nothing does. */
export function lacking(table: Table): number {
  const wish = company.tastes.top_up;
  const sitter = table.seats[table.you];
  if (wish === "never" || !sitter || sitter.away || sitter.leaving || sitter.top_up) return 0;
  const whole = idealOf(table.told?.terms);
  const stack = table.chips(table.you, "stack");
  const more = moreOf(table);
  if (!more || stack >= (wish === "half" ? whole / 2 : whole)) return 0;
  return fit(whole - stack, more.low, more.high, 100);
}

/** Bring more chips, and say from when on they play (TH-25). */
export async function topUp(table: Table, amount: number): Promise<boolean> {
  const later = table.inPlay;
  if ((await room.act("top_up", table.name, { amount })).type !== "done") return false;
  room.toast("good", t(later ? "top up later" : "top up now", { n: figure(amount, lang()) }));
  return true;
}
