/** The table at a pace people can follow never stands still for good. */
import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import type { NewsMessage, TableMessage } from "../src/lib/protocol";
import { Table } from "../src/lib/table.svelte";

const told = JSON.parse(readFileSync(new URL("../dev/scenes/holdem.json", import.meta.url), "utf8")) as { table: TableMessage; frames: { news: NewsMessage }[] };

it("goes on after a snapshot that came while events were still shown", () => {
  vi.useFakeTimers();
  const table = new Table(told.table.table);
  const news = told.frames.map((frame) => frame.news);
  const many = news.findIndex((one) => one.events.filter((event) => event.type === "chips").length > 1);
  table.snapshot(told.table);
  for (const one of news.slice(0, many + 1)) table.news(one);
  table.snapshot(told.table);
  for (const one of news) table.news(one);
  vi.runAllTimers();
  expect(table.cards(0, "board")).toHaveLength(5);
  expect(table.moving).toBe(false);
  vi.useRealTimers();
});
