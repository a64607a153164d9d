/** Options as buttons: one with a few steps is as many buttons, one with many is a slider. */
import { OF_A_CARD } from "../lib/felt";
import type { Option } from "../lib/protocol";
import { settings } from "../lib/settings.svelte";

export interface Answer {
  option: Option;
  amount: number;
  /** Which step of the option it is, from 1. */
  times: number;
}

/** Acts whose amounts are places: of a card, or of a pot. */
const PLACED = new Set([...OF_A_CARD, "award pot"]);

export function isSlider(option: Option): boolean {
  const { low = 0, high = 0, step = 1, cards = [] } = option;
  return !cards.length && !PLACED.has(option.act) && high > low && (high - low) / step > 3;
}

export function spread(option: Option): Answer[] {
  const { low = 0, high = 0, step = 1 } = option;
  if (isSlider(option) || option.cards?.length || high <= low) return [{ option, amount: low, times: 1 }];
  const out: Answer[] = [];
  for (let amount = low, times = 1; amount <= high; amount += step, times++)
    out.push({ option, amount, times });
  return out;
}

/** Single letters for acts, as the hand learns them. */
export const KEYS: Record<string, string> = {
  fold: "f",
  pass: "f",
  check: "c",
  call: "c",
  bet: "b",
  raise: "r",
  hit: "h",
  stand: "s",
  double: "d",
  split: "p",
  insure: "i",
  bank: "i",
  option: "i",
  straddle: "i",
  decline: "n",
  muck: "n",
  show: "i",
  "house way": "w",
  "stand pat": "s",
  draw: "Enter",
  "buy in": "b",
  random: "n",
  share: "i",
  "ask cut": "i",
  "play board": "i",
};

/** Extra blinds are let pass at once, unless one wants to be asked. */
export function passed(options: Option[]): Option | null {
  const offered = options.some(({ act }) => act === "straddle" || act === "option");
  const decline = options.find(({ act }) => act === "decline");
  return offered && decline && !settings.straddles ? decline : null;
}
