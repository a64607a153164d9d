/** A fast table stays small: what is kept and drawn of it has bounds, and nothing is left unsaid. */
import { describe, expect, it } from "vitest";
import type { Event, TableMessage } from "../src/lib/protocol";
import { LINES } from "../src/lib/log";
import { lineOf } from "../src/lib/speak";
import { Table } from "../src/lib/table.svelte";

const MANY = 1000;
const calls: Event[] = Array.from({ length: MANY }, (_, n) => ({
  type: "said",
  seat: 1,
  what: "call",
  amount: n,
}));
const bets: Event[] = Array.from({ length: MANY }, () => ({
  type: "chips",
  src: [1, "stack"],
  dst: [1, "bet"],
  amount: 1,
  why: "call",
}));

function told(events: Event[]): { table: Table; heard: Event[] } {
  const heard: Event[] = [];
  const table = new Table("house/table", (event) => heard.push(event));
  table.snapshot({
    seats: [],
    waiting: [],
    you: { seat: 0 },
    hand: 1,
    seq: 0,
    in_play: true,
    open: true,
    paused: false,
    last_hands: null,
    version: "",
    view: { chips: [[[1, "stack"], MANY * 2]], cards: [], deck: 52 },
    ask: null,
    readings: [],
    totals: null,
    layout: { house_chips: ["pot"], seat_chips: ["stack", "bet"] },
  } as unknown as TableMessage);
  for (const [at, event] of events.entries())
    table.news({
      type: "news",
      table: "house/table",
      hand: 1,
      first: at + 1,
      seq: at + 1,
      events: [event],
      ask: null,
      readings: [],
      totals: null,
    });
  table.flush();
  return { table, heard };
}

describe("a newcomer", () => {
  it("is named in the hand, though it hears of the chips before it hears of the name", () => {
    const { table } = told([
      { type: "said", seat: 17, what: "join", amount: 500 },
      { type: "seat", seat: 17, player: "g7", name: "Bob", stack: 500 } as Event,
    ]);
    expect(table.log.map((line) => lineOf(line, table)?.who)).toEqual(["Bob"]);
  });
});

describe("a table that tells much", () => {
  it("tells every event once and in order", () => {
    expect(told(calls).heard).toEqual(calls);
  });
  it("keeps the newest lines of the hand, and no more than its bound", () => {
    const { log } = told(calls).table;
    expect(log).toHaveLength(LINES);
    expect(log.map((line) => line.event)).toEqual(calls.slice(-LINES));
  });
  it("lets few chips fly at once, and loses none", () => {
    const { table } = told(bets);
    expect(table.flights.length).toBeGreaterThan(0);
    expect(table.flights.length).toBeLessThanOrEqual(12);
    expect(table.chips(1, "bet")).toBe(MANY);
    expect(table.potSum).toBe(MANY);
  });
});
