/** My tables: which of them ask me something, and which was asked first. */
import { passed } from "../table/answers";
import { room } from "../lib/room.svelte";
import type { Table } from "../lib/table.svelte";

/** Whether a table waits for my decision; an open window waits for everybody. */
export const asks = (table: Table | undefined): boolean =>
  Boolean(table?.you && table.asked && !table.paused && !table.ask?.open && !passed(table.options));
export const titleOf = (table: Table | undefined, name: string): string => {
  const row = room.lobby?.houses.flatMap((house) => house.tables).find((one) => one.table === name);
  return row?.called || (table?.told?.title ?? name);
};

/** The tables that I sit at, in the order in which I sat down. */
export const seated = (): Table[] =>
  Object.keys(room.mine).flatMap((name) => (room.tables[name] ? [room.tables[name]] : []));

/** The table that has been asking longest, if any but this one does. */
export const waiting = (but: string): Table | undefined =>
  seated()
    .filter((table) => table.name !== but && asks(table))
    .sort((one, other) => one.askedAt - other.askedAt)[0];
