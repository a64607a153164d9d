import { expect, it } from "vitest";
import { halvesOf, outlined, type Payout } from "../src/lib/halves";
import type { Reading } from "../src/lib/protocol";

const hand = (seat: number, place: number, low = 0): Reading => ({
  spot: [seat, "hole"],
  cards: [seat],
  name: { en: "", fr: "" },
  kind: "",
  made: [],
  place,
  low: low ? { cards: [seat + 20], name: { en: "", fr: "" }, place: low } : null,
});
const pay = (pot: string, ...parts: [number, number][]): Payout[] =>
  parts.map(([seat, amount]) => ({ pot, seat, amount }));

it("tells the high half from the low one by the order of payment", () => {
  const readings = [hand(1, 1), hand(2, 1, 2), hand(3, 3, 1)];
  const paid = pay("pot", [1, 45], [2, 44], [3, 88]);
  expect(halvesOf(paid, readings)).toEqual([
    { pot: "pot", half: "high", amount: 89, seats: [1, 2] },
    { pot: "pot", half: "low", amount: 88, seats: [3] },
  ]);
  expect(outlined([1, 2, 3], paid, readings)).toEqual({ plays: [1, 2], other: [23] });
});

it("tells a pot that one hand won both ways, and three quarters of one", () => {
  expect(halvesOf(pay("pot", [1, 90]), [hand(1, 1, 1), hand(2, 2, 2)])).toEqual([
    { pot: "pot", half: "both", amount: 90, seats: [1] },
  ]);
  const quarters = pay("pot", [1, 50], [1, 25], [2, 25]);
  expect(halvesOf(quarters, [hand(1, 1, 1), hand(2, 2, 1)]).map(({ amount }) => amount)).toEqual([50, 50]);
});

it("parts every pot by itself, the main pot first", () => {
  const readings = [hand(1, 1, 1), hand(2, 2), hand(3, 3, 2)];
  const paid = [...pay("side 1", [2, 10], [3, 10]), ...pay("pot", [1, 60])];
  expect(halvesOf(paid, readings).map(({ pot, half, seats }) => [pot, half, ...seats])).toEqual([
    ["pot", "both", 1],
    ["side 1", "high", 2],
    ["side 1", "low", 3],
  ]);
});

it("has no halves where no hand is low, and outlines the winners", () => {
  const readings = [hand(1, 1), hand(2, 2)];
  expect(halvesOf(pay("pot", [1, 60]), readings)).toEqual([]);
  expect(outlined([1], pay("pot", [1, 60]), readings)).toEqual({ plays: [1], other: [] });
});
