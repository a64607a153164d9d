/** How a card is drawn: three cuts by drawn width, and where the pips lie. */

export const RANK_WIDTH: Record<string, number> = {
  A: 60,
  K: 60,
  Q: 64,
  J: 48,
  T: 76,
  "9": 60,
  "8": 60,
  "7": 58,
  "6": 60,
  "5": 58,
  "4": 62,
  "3": 58,
  "2": 58,
};

export const cut = (width: number): "index" | "table" | "full" =>
  width < 50 ? "index" : width < 92 ? "table" : "full";

const L = 36,
  R = 64,
  M = 50;
export const PIPS: Record<string, [number, number][]> = {
  "2": [
    [M, 32],
    [M, 108],
  ],
  "3": [
    [M, 32],
    [M, 70],
    [M, 108],
  ],
  "4": [
    [L, 32],
    [R, 32],
    [L, 108],
    [R, 108],
  ],
  "5": [
    [L, 32],
    [R, 32],
    [M, 70],
    [L, 108],
    [R, 108],
  ],
  "6": [
    [L, 32],
    [R, 32],
    [L, 70],
    [R, 70],
    [L, 108],
    [R, 108],
  ],
  "7": [
    [L, 32],
    [R, 32],
    [M, 51],
    [L, 70],
    [R, 70],
    [L, 108],
    [R, 108],
  ],
  "8": [
    [L, 32],
    [R, 32],
    [M, 51],
    [L, 70],
    [R, 70],
    [M, 89],
    [L, 108],
    [R, 108],
  ],
  "9": [
    [L, 30],
    [R, 30],
    [L, 57],
    [R, 57],
    [M, 70],
    [L, 83],
    [R, 83],
    [L, 110],
    [R, 110],
  ],
  T: [
    [L, 30],
    [R, 30],
    [M, 43.5],
    [L, 57],
    [R, 57],
    [L, 83],
    [R, 83],
    [M, 96.5],
    [L, 110],
    [R, 110],
  ],
};
