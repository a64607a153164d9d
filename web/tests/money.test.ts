import { describe, expect, it } from "vitest";
import { chips, figure, fit, parse, signed } from "../src/lib/money";

describe("money", () => {
  it("parts thousands as the language does and writes cents only when there are any", () => {
    expect(figure(150_500)).toBe("1,505");
    expect(figure(123_456_789, "fr")).toBe("1\u202f234\u202f567,89");
    expect(figure(750)).toBe("7.50");
    expect(figure(750, "fr")).toBe("7,50");
    expect(signed(-500)).toBe("−5");
    expect(signed(500)).toBe("+5");
  });
  it("reads what a person types", () => {
    expect(parse("1 200")).toBe(120_000);
    for (const text of ["1,200", "1,200.00", "1200", "1\u202f200,00"])
      expect(parse(text), text).toBe(120_000);
    expect(parse("1,234,567.5")).toBe(123_456_750);
    expect(parse("7,50")).toBe(750);
    expect(parse("lots")).toBeNull();
  });
  it("fits an amount into an option's bounds and steps", () => {
    expect(fit(0, 600, 1505, 100)).toBe(600);
    expect(fit(649, 600, 1500, 100)).toBe(600);
    expect(fit(9999, 600, 1550, 100)).toBe(1500);
  });
  it("makes stacks greedily, the highest left, at most five high", () => {
    expect(chips(13_000)).toEqual([[10_000], [2500]]);
    expect(chips(190, 3)).toEqual([[100], [50], [10, 10, 10, 10]]);
    expect(chips(45)).toEqual([[10, 10, 10, 10], [5]]);
    expect(chips(400)).toEqual([[100, 100, 100, 100]]);
  });
});
