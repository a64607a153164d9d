/** The table at a pace people can follow never stands still for good. */
import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { gapAfter } from "../src/lib/pace";
import type { Event, NewsMessage, TableMessage } from "../src/lib/protocol";
import { Table } from "../src/lib/table.svelte";

const told = JSON.parse(readFileSync(new URL("../dev/scenes/holdem.json", import.meta.url), "utf8")) as {
  table: TableMessage;
  frames: { news: NewsMessage }[];
};

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

it("runs the clock from when the question came, not from when it is shown", () => {
  vi.useFakeTimers();
  const table = new Table(told.table.table);
  const asked = told.frames.findIndex((frame) => frame.news.ask && frame.news.events.length > 3);
  table.snapshot(told.table);
  for (const frame of told.frames.slice(0, asked)) table.news(frame.news);
  table.flush();
  table.news(told.frames[asked]!.news);
  vi.runAllTimers();
  expect(table.left(table.ask?.asked[0])).toBeLessThan(table.ask?.seconds ?? 0);
  vi.useRealTimers();
});

it("lets one's own result stand before the next hand", () => {
  vi.useFakeTimers();
  const table = new Table(told.table.table);
  table.snapshot(told.table);
  for (const frame of told.frames.slice(0, -2)) table.news(frame.news);
  table.flush();
  const last = told.frames.at(-1)!.news;
  for (const frame of told.frames.slice(-2)) table.news(frame.news);
  table.news({
    ...last,
    seq: last.seq + 1,
    hand: last.hand + 1,
    events: [{ type: "hand", hand: last.hand + 1, chips: [], deck: 52, fair: null }],
    ask: null,
  });
  for (let n = 0; n < 400 && !table.result; n++) vi.advanceTimersByTime(50);
  vi.advanceTimersByTime(1000);
  expect(table.result?.hand).toBe(last.hand);
  vi.runAllTimers();
  expect(table.hand).toBe(last.hand + 1);
  vi.useRealTimers();
});

it("lets the result of a banked game stand for as long as it takes to read", () => {
  vi.useFakeTimers();
  const file = new URL("../dev/scenes/blackjack.json", import.meta.url);
  const scene = JSON.parse(readFileSync(file, "utf8")) as typeof told;
  const table = new Table(scene.table.table);
  table.snapshot(scene.table);
  for (const frame of scene.frames) table.news(frame.news);
  table.flush();
  const others = table.bets.filter((line) => line.seat !== table.you);
  expect(others.length).toBeGreaterThan(0);
  for (const one of others) expect(table.outcome(one.word, one.seat)).toBe(one.won - one.lost);
  expect(table.result?.lines.length).toBeGreaterThan(0);
  for (const line of table.result?.lines ?? []) expect(table.outcome(line.word)).toBe(line.won - line.lost);
  const last = scene.frames.at(-1)!.news;
  const again = (seq: number, events: NewsMessage["events"]): NewsMessage => ({ ...last, seq, events });
  table.news(again(last.seq + 1, []));
  table.news(again(last.seq + 2, [{ type: "hand", hand: last.hand + 1, chips: [], deck: 312, fair: null }]));
  vi.advanceTimersByTime(4000);
  expect(table.result?.hand).toBe(last.hand);
  vi.advanceTimersByTime(1000);
  expect(table.hand).toBe(last.hand + 1);
  expect(table.outcome("box 1")).toBeUndefined();
  vi.useRealTimers();
});

it("calls no cards by the name of fewer, and names them as soon as all lie", () => {
  vi.useFakeTimers();
  const file = new URL("../dev/scenes/blackjack.json", import.meta.url);
  const scene = JSON.parse(readFileSync(file, "utf8")) as typeof told;
  const table = new Table(scene.table.table);
  table.snapshot(scene.table);
  for (const frame of scene.frames) table.news(frame.news);
  const fits = (): void => {
    for (const one of table.readings) expect(one.cards).toEqual(table.cards(one.spot[0], one.spot[1]));
  };
  for (let n = 0; n < 2000 && !table.result; n++) {
    vi.advanceTimersByTime(20);
    fits();
    if (table.bets.some((line) => line.lost)) expect(table.readings.length).toBeGreaterThan(0);
  }
  expect(table.result).toBeTruthy();
  vi.useRealTimers();
});

it("deals blackjack to five boxes within a second and a half, so the first turn comes within two", () => {
  const feed: Event[] = [1, 2, 3, 4, 5].map((seat) => ({
    type: "said",
    seat,
    what: "owner",
    spot: [seat, `box ${seat}`],
  }));
  for (const round of [0, 1])
    for (const at of [1, 2, 3, 4, 5, 0])
      feed.push({
        type: "cards",
        src: [0, "deck"],
        dst: [0, at ? `box ${at}` : "dealer"],
        cards: [round],
        why: "deal",
      });
  const waits = feed.map((event, at) => gapAfter(event, feed.length - at - 1));
  expect(waits.reduce((sum, gap) => sum + gap, 0)).toBeLessThan(1500);
});
