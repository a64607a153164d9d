/** Who took which half of which pot: a pot is paid to the best high hands first, then to the best low ones. */
import type { Reading } from "./protocol";

/** Chips of a pot that went to a winner, in the order of payment. */
export interface Payout {
  pot: string;
  seat: number;
  amount: number;
}
export interface Half {
  pot: string;
  half: "high" | "low" | "both";
  amount: number;
  seats: number[];
}

const first = (hands: [number, { place: number }][]): number[] => {
  const best = Math.min(...hands.map(([, { place }]) => place));
  return hands.filter(([, { place }]) => place === best).map(([seat]) => seat);
};
const sum = (payouts: Payout[]): number => payouts.reduce((all, { amount }) => all + amount, 0);

/** The halves of each pot, the main pot first; none where no hand is low or the winners' cards are not seen. */
export function halvesOf(payouts: Payout[], readings: Reading[]): Half[] {
  if (!readings.some((one) => one.low)) return [];
  const pots = [...new Set(payouts.map(({ pot }) => pot))].reverse();
  return pots.flatMap((pot) =>
    halved(
      payouts.filter((one) => one.pot === pot),
      readings,
    ),
  );
}

function halved(paid: Payout[], readings: Reading[]): Half[] {
  const seats = paid.map(({ seat }) => seat);
  const hands = readings.filter((one) => one.spot[1] === "hole" && seats.includes(one.spot[0]));
  if (!hands.length || hands.length < new Set(seats).size) return [];
  const pot = paid[0]?.pot ?? "";
  const highs = first(hands.map((one) => [one.spot[0], one]));
  const low = hands.flatMap((one): [number, { place: number }][] =>
    one.low ? [[one.spot[0], one.low]] : [],
  );
  const lows = low.length ? first(low) : [];
  if (!lows.length) return [{ pot, half: "high", amount: sum(paid), seats: highs }];
  if (paid.length !== highs.length + lows.length)
    return [{ pot, half: "both", amount: sum(paid), seats: highs }];
  const [over, under] = [paid.slice(0, highs.length), paid.slice(highs.length)];
  return [
    { pot, half: "high", amount: sum(over), seats: over.map(({ seat }) => seat) },
    { pot, half: "low", amount: sum(under), seats: under.map(({ seat }) => seat) },
  ];
}

/** The cards that won; where a pot has two halves, those of the low hands apart from the high ones. */
export function outlined(
  winners: number[],
  payouts: Payout[],
  readings: Reading[],
): { plays: number[]; other: number[] } {
  const halves = halvesOf(payouts, readings);
  const took = (not: Half["half"]): number[] =>
    halves.length ? halves.filter(({ half }) => half !== not).flatMap(({ seats }) => seats) : winners;
  const of = (seats: number[]): Reading[] => readings.filter((one) => seats.includes(one.spot[0]));
  return {
    plays: of(took("low")).flatMap((one) => one.cards),
    other: halves.length ? of(took("high")).flatMap((one) => one.low?.cards ?? []) : [],
  };
}
