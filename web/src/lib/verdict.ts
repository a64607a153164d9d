/** How one hand stands to another, by the places that the room gives hands that lie open. */
import type { LowReading, Reading } from "./protocol";

export type Verdict = "wins" | "loses" | "ties" | "";

type Placed = Pick<Reading, "place"> | Pick<LowReading, "place">;

export function verdictOf(mine: Placed | undefined, other: Placed | undefined): Verdict {
  if (!mine?.place || !other?.place) return "";
  return mine.place < other.place ? "wins" : mine.place > other.place ? "loses" : "ties";
}
