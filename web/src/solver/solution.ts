/** A solved street as the room tells it, and what the page shows of it. */
import { RANKS } from "../lib/cards";
import { t } from "../lib/i18n.svelte";

export interface Decision {
  /** What led here: what each act brought its bet to, -1 for a check or call. */
  line: number[];
  player: number;
  acts: number[];
  /** By act, then by hand. */
  chances: number[][];
}
export interface Solution {
  board: string;
  pot: number;
  stack: number;
  rounds: number;
  exploitability: number;
  hands: string[];
  weights: number[][];
  values: number[][];
  means: number[];
  decisions: Decision[];
}
export interface Chart {
  seat: number;
  pusher?: number;
  hands: Record<string, number>;
}
export interface Pushes {
  stacks: number[];
  prizes: number[];
  values: number[];
  exploitability: number;
  push: Chart[];
  call: Chart[];
}
/** One of the 169 cells: how much of it comes here, and how often it does what. */
export interface Cell {
  share: number;
  mix: number[];
  value?: number;
}

export const FOLD = -2;
export const PASS = -1;

/** `AKs`, `AKo` or `QQ`: the cell that two cards lie in. */
export function cellOf(hand: string): string {
  const [one = "", first, other = "", second] = [...hand];
  const [high, low] = RANKS.indexOf(one) >= RANKS.indexOf(other) ? [one, other] : [other, one];
  return high + low + (high === low ? "" : first === second ? "s" : "o");
}

const same = (one: number[], other: number[]): boolean =>
  one.length === other.length && one.every((act, at) => act === other[at]);

export const decisionAt = (told: Solution, line: number[]): Decision | undefined =>
  told.decisions.find((one) => same(one.line, line));

/** How often each hand of the player who decides has come here. */
export function reach(told: Solution, at: Decision): number[] {
  const found = [...(told.weights[at.player] ?? [])];
  at.line.forEach((act, step) => {
    const before = decisionAt(told, at.line.slice(0, step));
    if (before?.player !== at.player) return;
    const row = before.chances[before.acts.indexOf(act)] ?? [];
    found.forEach((often, hand) => (found[hand] = often * (row[hand] ?? 0)));
  });
  return found;
}

/** The cells of the chart at a decision: hands that come here more often weigh more. */
export function cells(told: Solution, at: Decision): Map<string, Cell> {
  const [here, values] = [reach(told, at), told.values[at.player] ?? []];
  const found = new Map<string, Cell & { whole: number; sum: number }>();
  told.hands.forEach((hand, n) => {
    const [often, first] = [here[n] ?? 0, told.weights[at.player]?.[n] ?? 0];
    if (first <= 0) return;
    const name = cellOf(hand);
    const cell = found.get(name) ?? { share: 0, mix: at.acts.map(() => 0), whole: 0, sum: 0 };
    at.acts.forEach((_, act) => (cell.mix[act] = (cell.mix[act] ?? 0) + often * (at.chances[act]?.[n] ?? 0)));
    cell.share += often;
    cell.whole += first;
    cell.sum += first * (values[n] ?? 0);
    found.set(name, cell);
  });
  return new Map(
    [...found].map(([name, cell]) => [
      name,
      {
        share: cell.share / cell.whole,
        mix: cell.mix.map((part) => (cell.share > 0 ? part / cell.share : 0)),
        value: cell.sum / cell.whole,
      },
    ]),
  );
}

/** How often each act is taken with all hands that come here. */
export function totals(told: Solution, at: Decision): number[] {
  const here = reach(told, at);
  const whole = here.reduce((sum, often) => sum + often, 0) || 1;
  return at.chances.map((row) => row.reduce((sum, chance, n) => sum + chance * (here[n] ?? 0), 0) / whole);
}

/** The single hands of a cell, with what each does and is worth. */
export function handsOf(told: Solution, at: Decision, cell: string): { hand: string; cell: Cell }[] {
  const here = reach(told, at);
  return told.hands.flatMap((hand, n) =>
    cellOf(hand) === cell && (told.weights[at.player]?.[n] ?? 0) > 0
      ? [
          {
            hand,
            cell: {
              share: here[n] ?? 0,
              mix: at.chances.map((row) => row[n] ?? 0),
              value: told.values[at.player]?.[n] ?? 0,
            },
          },
        ]
      : [],
  );
}

export function actName(told: Solution, at: Decision, act: number): string {
  const faced = at.acts.includes(FOLD);
  if (act === FOLD) return t("solver fold");
  if (act === PASS) return faced ? t("solver call") : t("solver check");
  if (act >= told.stack) return t("solver all-in", { n: act });
  return faced ? t("solver raise", { n: act }) : t("solver bet", { n: act });
}

/** The colour of an act: cold for giving up, green for staying, warmer with every larger bet. */
export function colour(acts: number[], at: number): string {
  const act = acts[at] ?? PASS;
  if (act === FOLD) return "#3d4f66";
  if (act === PASS) return "#2c6a4b";
  const bets = acts.filter((one) => one > 0);
  const part = bets.length > 1 ? bets.indexOf(act) / (bets.length - 1) : 1;
  return `hsl(${String(Math.round(40 - 36 * part))} 55% ${String(Math.round(38 - 6 * part))}%)`;
}

export function seatName(many: number, seat: number): string {
  if (seat === many - 1) return t("seat big blind");
  if (seat === many - 2) return t("seat small blind");
  return t("seat nth", { n: seat + 1 });
}
