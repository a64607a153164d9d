import { describe, expect, it } from "vitest";
import { cellOf, cells, colour, decisionAt, reach, totals, type Solution } from "../src/solver/solution";

const told: Solution = {
  board: "Ks 9d 4c 7h 2s",
  pot: 100,
  stack: 300,
  rounds: 1,
  exploitability: 0,
  hands: ["AhAd", "AhKh", "KhAd"],
  weights: [
    [1, 0.5, 0.5],
    [1, 1, 0],
  ],
  values: [
    [150, 100, 50],
    [0, 0, 0],
  ],
  means: [100, 0],
  decisions: [
    {
      line: [],
      player: 0,
      acts: [-1, 50],
      chances: [
        [0.25, 1, 0.5],
        [0.75, 0, 0.5],
      ],
    },
    {
      line: [50],
      player: 1,
      acts: [-2, -1],
      chances: [
        [1, 0, 0],
        [0, 1, 1],
      ],
    },
    {
      line: [-1, 50],
      player: 0,
      acts: [-2, -1],
      chances: [
        [0, 1, 0],
        [1, 0, 1],
      ],
    },
  ],
};

describe("a solved street", () => {
  it("sorts hands into cells whichever card is first", () => {
    expect(["AhKh", "KhAd", "9c9d"].map(cellOf)).toEqual(["AKs", "AKo", "99"]);
  });
  it("weighs hands by how often they come to a decision", () => {
    const later = decisionAt(told, [-1, 50]);
    expect(later && reach(told, later)).toEqual([0.25, 0.5, 0.25]);
    expect(later && totals(told, later)).toEqual([0.5, 0.5]);
    expect(later && cells(told, later).get("AKo")).toEqual({ share: 0.5, mix: [0, 1], value: 50 });
    expect(decisionAt(told, [300])).toBeUndefined();
  });
  it("shows larger bets in warmer colours", () => {
    const acts = [-2, -1, 50, 100, 300];
    expect(new Set(acts.map((_, at) => colour(acts, at))).size).toBe(acts.length);
  });
});
