/** The big blind: sitting out rather than paying it, and coming back with it or at once. */
import { company } from "../lib/company.svelte";
import { room } from "../lib/room.svelte";
import type { Table } from "../lib/table.svelte";

export const hasBlinds = (table: Table): boolean => Boolean(table.told?.rules["big_blind"]);
export const outAtBlind = (table: Table): boolean => table.told?.you.out_at_blind ?? false;

function noted(table: Table, wish: boolean): void {
  if (table.told) table.told = { ...table.told, you: { ...table.told.you, out_at_blind: wish } };
}

/** Sit out when the big blind comes, or no longer. */
export async function spare(table: Table): Promise<void> {
  const wish = !outAtBlind(table);
  const answer = await room.act("sit_out", table.name, { when: wish ? "blind" : "never" });
  if (answer.type === "done") noted(table, wish);
}

/** Back in the game: at once with what was missed, or with the next big blind, as I like it. */
export async function comeBack(table: Table): Promise<void> {
  const answer = await room.act("sit_in", table.name, { post: company.tastes.post });
  if (answer.type === "done") noted(table, false);
}
