/** The pace at which people can follow a table. */
import type { Event } from "./protocol";

/** How long a result stands though the next hand has begun; against a bank there is more to read. */
export const resultStands = (banked: boolean): number => (banked ? 4500 : 1800);

/** How long an event stands before the next one is shown; less, the more are waiting. */
export function gapAfter(event: Event, waiting: number): number {
  const squeeze = Math.min(1, 16 / (waiting + 1));
  if (event.type === "cards") {
    if (event.src[1] === "deck" && event.dst[1] === "muck") return 30;
    if (event.src[1] === "deck") return (event.dst[1] === "board" ? 380 : 110) * squeeze;
    if (event.src[1] === event.dst[1]) return 420 * squeeze;
    return 90 * squeeze;
  }
  if (event.type === "chips") {
    if (event.why === "gather" || event.why === "merge") return 60 * squeeze;
    if (event.why === "win" || event.why === "lose") return 260 * squeeze;
    return 70 * squeeze;
  }
  if (event.type === "said" && event.what === "dice") return 350;
  if (event.type === "said") return event.seat && event.what !== "owner" ? 120 * squeeze : 20;
  return 0;
}
