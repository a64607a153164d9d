import { describe, expect, it } from "vitest";
import { begun, odd, priceOf, ratio, written } from "../src/lib/prices";

describe("prices", () => {
  it("are read as people write them, in least terms", () => {
    for (const text of ["3 to 2", "3:2", "1.5", "1,5", "6/4", " 3 pour 2 "])
      expect(priceOf(text), text).toBe("3 to 2");
    expect(priceOf("20")).toBe(20);
    expect(priceOf("1.1")).toBe("11 to 10");
    for (const text of ["", "-3", "abc", "3 to", "3 to 0", "1.2.3"]) expect(priceOf(text), text).toBeNull();
  });
  it("may be half written", () => {
    for (const text of ["", "3 t", "3 to", "3:", "1."]) expect(begun(text), text).toBe(true);
    for (const text of ["abc", "-1", "3 two"]) expect(begun(text), text).toBe(false);
  });
  it("are printed as the house prints them", () => {
    expect([
      written("3 to 2", "en"),
      written("3 to 2", "fr"),
      odd("3 to 2"),
      odd(20),
      ratio("3 to 2"),
    ]).toEqual(["3 to 2", "3 pour 2", "3:2", "20:1", 1.5]);
  });
});
