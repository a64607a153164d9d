/** A range of Hold'em as the chart shows it: a weight for each of its 169 cells, and as players write it. */
import { RANKS } from "../lib/cards";

export type Weights = Map<string, number>;

const HIGH_TO_LOW = [...RANKS].reverse();
/** The cells of the chart, row by row: pairs on the diagonal, suited above it, offsuit below. */
export const CELLS: string[][] = HIGH_TO_LOW.map((row, y) =>
  HIGH_TO_LOW.map((column, x) => (x === y ? row + row : x > y ? `${row}${column}s` : `${column}${row}o`)),
);
export const ALL = CELLS.flat();
const COUNT: Record<string, number> = { s: 4, o: 12, "": 6 };
/** How many hands lie in a cell. */
export const hands = (cell: string): number => COUNT[cell[2] ?? ""] ?? 6;

/** How any hand is written. */
const ANY = ["random", "any", "xx"];

interface Cell {
  high: number;
  low: number;
  kind: string;
}
function cellOf(word: string): Cell | null {
  const kind = word.slice(2).toLowerCase();
  const [a, b] = [...word.slice(0, 2).toUpperCase()].map((rank) => RANKS.indexOf(rank)) as [number, number];
  if (word.length < 2 || a < 0 || b < 0 || !["", "s", "o"].includes(kind)) return null;
  return a === b && kind ? null : { high: Math.max(a, b), low: Math.min(a, b), kind };
}
function named({ high, low, kind }: Cell): string[] {
  const ranks = `${RANKS[high] ?? ""}${RANKS[low] ?? ""}`;
  if (high === low) return [ranks];
  return kind ? [ranks + kind] : [`${ranks}s`, `${ranks}o`];
}
function upward({ high, low, kind }: Cell): string[] {
  const pair = high === low;
  const top = pair ? 13 : high;
  return Array.from({ length: top - low }, (_, n) => low + n).flatMap((rank) =>
    named({ high: pair ? rank : high, low: rank, kind }),
  );
}
function run(one: Cell, other: Cell): string[] | null {
  if (one.kind !== other.kind) return null;
  const [top, bottom] = one.high > other.high || one.low > other.low ? [one, other] : [other, one];
  if (top.high - top.low === bottom.high - bottom.low)
    return Array.from({ length: top.high - bottom.high + 1 }, (_, n) => n).flatMap((n) =>
      named({ high: top.high - n, low: top.low - n, kind: top.kind }),
    );
  if (top.high !== bottom.high || top.low >= top.high) return null;
  return Array.from({ length: top.low - bottom.low + 1 }, (_, n) => bottom.low + n).flatMap((low) =>
    named({ high: top.high, low, kind: top.kind }),
  );
}
function cellsOf(word: string): string[] | null {
  if (ANY.includes(word.toLowerCase())) return ALL;
  const [from = "", to] = word.split("-").map((part) => part.trim());
  const first = cellOf(from.replace(/\+$/, ""));
  if (!first) return null;
  if (to !== undefined) {
    const last = cellOf(to);
    return last && run(first, last);
  }
  return from.endsWith("+") ? upward(first) : named(first);
}

/** The weights that a text means; nothing where it names single cards or what the chart cannot show. */
export function read(text: string): Weights | null {
  const found: Weights = new Map();
  for (const item of text.split(/[,;]/).filter((one) => one.trim())) {
    const [word = "", weight] = item.split(":").map((part) => part.trim());
    const cells = cellsOf(word);
    const often =
      weight === undefined ? 1 : weight.endsWith("%") ? Number(weight.slice(0, -1)) / 100 : Number(weight);
    if (!cells || !(often > 0 && often <= 1)) return null;
    for (const cell of cells) found.set(cell, often);
  }
  return found;
}

/** A range as it is written, in the order of the chart. */
export function written(weights: Weights): string {
  if (ALL.every((cell) => weights.get(cell) === 1)) return "random";
  return ALL.filter((cell) => weights.has(cell))
    .map((cell) => {
      const often = weights.get(cell) ?? 1;
      return often === 1 ? cell : `${cell}:${String(Number(often.toFixed(4)))}`;
    })
    .join(", ");
}

/** How much of all 1,326 hands a range holds. */
export function portion(weights: Weights): number {
  let sum = 0;
  for (const [cell, often] of weights) sum += often * hands(cell);
  return sum / 1326;
}
