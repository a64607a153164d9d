import { describe, expect, it } from "vitest";
import { ALL, CELLS, hands, portion, read, written } from "../src/odds/ranges";

describe("ranges", () => {
  it("lie in a chart of 169 cells and 1,326 hands", () => {
    expect(ALL.length).toBe(169);
    expect(new Set(ALL).size).toBe(169);
    expect(ALL.reduce((sum, cell) => sum + hands(cell), 0)).toBe(1326);
    expect([CELLS[0]?.[0], CELLS[0]?.[1], CELLS[1]?.[0]]).toEqual(["AA", "AKs", "AKo"]);
  });
  it("are read as players write them", () => {
    expect([...(read("QQ+, AKs:0.5") ?? [])]).toEqual([
      ["QQ", 1],
      ["KK", 1],
      ["AA", 1],
      ["AKs", 0.5],
    ]);
    expect([...(read("T9s-76s")?.keys() ?? [])].sort()).toEqual(["76s", "87s", "98s", "T9s"]);
    expect([...(read("A9s-A7s")?.keys() ?? [])].sort()).toEqual(["A7s", "A8s", "A9s"]);
    expect(read("ATo+")?.size).toBe(4);
    expect(read("random")?.size).toBe(169);
    expect(read("AhKh")).toBeNull();
    expect(read("AA:2")).toBeNull();
  });
  it("are written so that they read the same", () => {
    for (const text of ["random", "22+, A2s+, KJo+", "AA:0.25, 72o", ""]) {
      const weights = read(text);
      expect(weights).not.toBeNull();
      if (weights) expect(read(written(weights))).toEqual(weights);
    }
    expect(portion(read("random") ?? new Map())).toBeCloseTo(1);
    expect(portion(read("AA") ?? new Map())).toBeCloseTo(6 / 1326);
  });
});
