import { describe, expect, it } from "vitest";
import { each, uncited } from "../src/lib/clauses";

describe("clauses", () => {
  it("are taken out of a sentence", () => {
    expect(uncited("You can't raise now (CR-22, CR-31, TH-44); allowed: call 4 (CR-42)")).toEqual({
      text: "You can't raise now; allowed: call 4",
      ids: "CR-22, CR-31, TH-44, CR-42",
    });
    expect(uncited("Take a seat first. (Any seat.)")).toEqual({
      text: "Take a seat first. (Any seat.)",
      ids: "",
    });
  });
  it("are named one by one", () => {
    expect(each("CH-08..CH-11, CH-35, CH-35")).toEqual(["CH-08", "CH-09", "CH-10", "CH-11", "CH-35"]);
    expect(each("")).toEqual([]);
  });
});
