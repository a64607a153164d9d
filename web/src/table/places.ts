/** Where things lie on a stage: data from layouts.json, by the names of spots. */
import { spotOf, type Key } from "../lib/felt";
import type { Layout } from "../lib/protocol";
import type { Table } from "../lib/table.svelte";
import layouts from "./layouts.json";

export type StageName = "wide" | "portrait" | "landscape";
export type Point = [number, number];
type Family = Layout["family"];

interface Shape {
  table?: { shape: string; box: number[] };
  cards?: Record<string, number>;
  pods?: Record<string, Point[]>;
  /** How high the seats halfway up sit where no board lies between them. */
  sides?: number;
  boxes?: Point[];
  [place: string]: unknown;
}
interface Plan {
  like?: string;
  size?: Partial<Record<StageName, Point>>;
  wide?: Shape;
  portrait?: Shape;
  landscape?: Shape;
}

const PLANS = layouts as unknown as Record<string, Plan>;

export interface Places {
  family: Family;
  felt: Layout["felt"];
  stage: StageName;
  size: Point;
  shape: Shape;
  point(name: string, fallback?: Point): Point;
  width(name: string, fallback: number): number;
}

const SIZES: Record<StageName, Point> = { wide: [1128, 708], portrait: [390, 560], landscape: [632, 390] };

/** A game that names no plan lies as its family does. */
export function placesOf(layout: Layout | undefined, stage: StageName): Places {
  const family = layout?.family ?? "poker";
  const plan = PLANS[layout?.plan ?? ""] ?? PLANS[family] ?? {};
  const base = PLANS[plan.like ?? ""] ?? {};
  const near = stage === "landscape" && !plan.landscape && !base.landscape ? "wide" : stage;
  const shape: Shape = { ...(base[near] ?? {}), ...(plan[near] ?? {}) };
  shape.cards = { ...(base[near]?.cards ?? {}), ...(plan[near]?.cards ?? {}) };
  if (family === "house") inRow(shape, layout?.seat_chips ?? []);
  const size = plan.size?.[near] ?? base.size?.[near] ?? SIZES[near];
  return {
    family,
    felt: layout?.felt ?? "green",
    stage: near,
    size,
    shape,
    point: (name, fallback = [size[0] / 2, size[1] / 2]) =>
      Array.isArray(shape[name]) ? (shape[name] as Point) : fallback,
    width: (name, fallback) => shape.cards?.[name] ?? fallback,
  };
}

/** Bets of a game that no plan was drawn for lie in a row, where the Ante lies by plan. */
function inRow(shape: Shape, seatChips: string[]): void {
  const words = seatChips.filter((word) => word !== "stack" && word !== "side");
  const [ante, call] = [shape["ante"], shape["call"]] as [Point | undefined, Point | undefined];
  if (!ante || !call || words.every((word) => shape[word])) return;
  const pitch = Math.abs(call[0] - ante[0]);
  words.forEach((word, n) => (shape[word] = [ante[0] + (n - (words.length - 1) / 2) * pitch, ante[1]]));
}

/** Steps clockwise from the viewer, who sits bottom centre; a spectator sees seat 1 right of the dealer. */
export function steps(seat: number, you: number, count: number): number {
  return you ? (seat - you + count) % count : (seat - 1 + Math.floor(count / 2) + 1) % count;
}

export function podPoint(places: Places, seat: number, you: number, count: number): Point {
  const at = steps(seat, you, count);
  const known = places.shape.pods?.[String(count)]?.[at];
  const [w, h] = places.size;
  const halfway = known && known[1] > h * 0.5 && known[1] < h * 0.6;
  if (known) return halfway ? [known[0], places.shape.sides ?? known[1]] : known;
  const turn = Math.PI / 2 + (2 * Math.PI * at) / count;
  return [w / 2 + Math.cos(turn) * w * 0.42, h * 0.47 + Math.sin(turn) * h * 0.42];
}

export interface SeatParts {
  pod: Point;
  cards: Point;
  bet: Point;
  disc: Point;
}

/** The things of a seat around its pod, toward the middle of the felt. */
export function seatParts(places: Places, pod: Point): SeatParts {
  const [w, h] = places.size;
  const [x, y] = pod;
  const inward = x < w / 2 - 5 ? 1 : -1;
  if (places.stage === "wide") {
    const middle = places.point("board", [w / 2, h * 0.45])[1];
    if (Math.abs(x - w / 2) > 380) {
      const up = y < middle + 20;
      return {
        pod,
        cards: [x + inward * 114, y + (up ? 30 : -18)],
        bet: [x + inward * 128, y + (up ? 92 : -76)],
        disc: [x + inward * 160, y + (up ? -4 : 30)],
      };
    }
    if (y > middle)
      return { pod, cards: [x, y - 60], bet: [x + inward * 14, y - 126], disc: [x + inward * 66, y - 58] };
    return { pod, cards: [x, y + 50], bet: [x + inward * 84, y + 50], disc: [x - inward * 62, y + 46] };
  }
  if (places.stage === "portrait") {
    if (y < 80 && Math.abs(x - w / 2) > 100)
      return {
        pod,
        cards: [x + inward * 48, y + 38],
        bet: [x + inward * 76, y + 66],
        disc: [x - inward * 44, y + 30],
      };
    if (y < 80 && Math.abs(x - w / 2) > 5)
      return {
        pod,
        cards: [x - inward * 18, y + 38],
        bet: [x + inward * 39, y + 40],
        disc: [x - inward * 62, y + 22],
      };
    if (y < 80) return { pod, cards: [x - 28, y + 40], bet: [x + 20, y + 42], disc: [x - 62, y + 24] };
    if (y > 450) return { pod, cards: [x - 24, y - 44], bet: [x + 36, y - 44], disc: [x + 66, y - 8] };
    if (y > 380)
      return {
        pod,
        cards: [x + inward * 36, y - 50],
        bet: [x + inward * 60, y - 82],
        disc: [x + inward * 66, y - 12],
      };
    return {
      pod,
      cards: [x + inward * 8, y + 42],
      bet: [x + inward * 74, y > 240 ? y + 12 : y + 42],
      disc: [x + inward * 64, y > 240 ? y - 12 : y + 14],
    };
  }
  if (y < 60 && Math.abs(x - w / 2) > 100)
    return {
      pod,
      cards: [x - inward * 24, y + 36],
      bet: [x + inward * 50, y + 32],
      disc: [x - inward * 64, y + 6],
    };
  if (y < 60) return { pod, cards: [x - 30, y + 36], bet: [x + 30, y + 32], disc: [x - 64, y + 6] };
  if (y > 340) return { pod, cards: [x - 30, y - 42], bet: [x + 36, y - 42], disc: [x + 66, y - 8] };
  if (y > 280)
    return {
      pod,
      cards: [x - inward * 56, y - 38],
      bet: [x - inward * 2, y - 58],
      disc: [x + inward * 62, y - 20],
    };
  return {
    pod,
    cards: [x + inward * 84, y + 2],
    bet: [x + inward * 76, y + (y < 160 ? 42 : -40)],
    disc: [x + inward * 62, y + 26],
  };
}

/** Where one's own cards lie when two hands are set. */
const SET: Record<string, string> = { front: "front", back: "back", hole: "tray" };

/** Where a spot lies, for chips and cards that travel. */
export function pointOf(at: Key, places: Places, table: Table): Point {
  const [seat, word] = spotOf(at);
  const base = word.split(" ")[0] ?? word;
  const dealer = places.point("dealer", [places.size[0] / 2, 30]);
  if (places.family === "house") {
    if (seat && seat === table.you)
      return word === "stack"
        ? [places.size[0] / 2, places.size[1] - 10]
        : places.point(base === "hole" ? "player" : base, places.point("ante"));
    return base === "board" || base === "player" ? places.point(base) : dealer;
  }
  if (places.family === "boxes") {
    const n = Number((base === "side" ? /\d+$/ : /\d+/).exec(word)?.[0] ?? 0);
    const box = places.shape.boxes?.[n - 1];
    if (box && ["box", "insurance", "side"].includes(base)) return box;
    return seat && word === "stack" ? [places.size[0] / 2, places.size[1] + 10] : dealer;
  }
  if (places.family === "sets") {
    if (!seat) return places.point("piles", [places.size[0] / 2, 250]);
    if (seat === table.you && base !== "stack" && places.shape[SET[base] ?? ""])
      return places.point(SET[base] ?? "");
    const [x, y] = setPod(places, seat, table.told?.terms.seats ?? 7);
    return [x, y + 38]; // Chips come to lie below the name and the stack, not over them.
  }
  if (!seat) {
    if (base === "board" || base === "second") return places.point("board");
    if (base === "pot" || base === "side") return places.point("pots");
    return dealer;
  }
  const parts = seatParts(places, podPoint(places, seat, table.you, table.told?.terms.seats ?? 9));
  if (word === "stack") return parts.pod;
  if (base === "hole") return seat === table.you ? places.point("own") : parts.cards;
  return seat === table.you ? places.point("own_bet", parts.bet) : parts.bet;
}

/** Double Hand: the seats in a row along the top. */
export function setPod(places: Places, seat: number, count: number): Point {
  const [w] = places.size;
  const row = places.point("pods_row", [w / 2, 60]);
  if (places.stage === "portrait") {
    const columns = 4;
    return [52 + ((seat - 1) % columns) * 96, 38 + Math.floor((seat - 1) / columns) * 58];
  }
  const pitch = (w - 40) / count;
  return [20 + pitch * (seat - 0.5), row[1]];
}
