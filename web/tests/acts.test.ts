/** A hand is replayed in acts that a person follows, and by its streets. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { actsOf, seen, streetsOf } from "../src/history/acts";
import type { Event, NewsMessage } from "../src/lib/protocol";

const folder = new URL("../dev/scenes/", import.meta.url);
const recorded = (name: string): Event[] => {
  const { frames } = JSON.parse(readFileSync(new URL(name, folder), "utf8")) as {
    frames: { news: NewsMessage }[];
  };
  return seen(frames.flatMap(({ news }) => news.events));
};
const card = (src: [number, string], dst: [number, string], why = "deal"): Event => ({
  type: "cards",
  src,
  dst,
  cards: [3],
  why,
});
const said = (seat: number, what: string): Event => ({ type: "said", seat, what });
const chips = (seat: number): Event => ({
  type: "chips",
  src: [seat, "stack"],
  dst: [seat, "bet"],
  amount: 5,
  why: "call",
});

describe("acts", () => {
  it("put a word and what follows it into one, and a round of dealing", () => {
    const steps = [
      ...[chips(1), chips(2)], // The blinds.
      ...[card([0, "deck"], [1, "hole"]), card([0, "deck"], [2, "hole"])],
      ...[said(1, "call"), chips(1)],
      ...[said(2, "fold"), card([2, "hole"], [0, "muck"], "fold")],
      ...[said(1, "check"), card([0, "deck"], [0, "board"])],
      ...[card([1, "hole"], [1, "hole"], "show"), card([2, "hole"], [2, "hole"], "show")],
    ];
    expect(actsOf(steps)).toEqual([2, 4, 6, 8, 9, 10, 11, 12]);
    expect(actsOf([])).toEqual([]);
  });

  it.each(readdirSync(folder).filter((name) => name.endsWith(".json")))("of %s are few", (name) => {
    const steps = recorded(name);
    const acts = actsOf(steps);
    expect(acts.at(-1)).toBe(steps.length);
    expect(acts.length).toBeLessThan(steps.length / 1.4);
  });
});

describe("streets", () => {
  it("begin where the board is laid and where hands are shown", () => {
    const names = streetsOf(recorded("holdem.json")).map(([name]) => name);
    expect(names).toEqual(["the start", "flop", "turn", "river", "showdown", "the end"]);
    expect(streetsOf(recorded("low-ball.json")).map(([name]) => name)).toContain("draw");
  });
});
