/** What one may bring to a table: the house's least and most, and what one has. */
import type { TableMessage } from "../lib/protocol";
import { room } from "../lib/room.svelte";

export interface Purse {
  low: number;
  high: number;
  /** The most for a top-up (the recave of the sheet). */
  top: number;
}

export function purseOf(terms: TableMessage["terms"] | undefined): Purse {
  const low = Math.max(100, Math.ceil((terms?.min_buy_in ?? 0) / 100) * 100);
  const high = Math.max(low, Math.min(terms?.max_buy_in || Number.MAX_SAFE_INTEGER, room.balance));
  const top = terms?.["recave_up_to"] === "unlimited" ? Math.max(low, room.balance) : high;
  return { low, high, top };
}
