/** A hand in steps that a person follows: acts and streets, not single cards and chips. */
import type { Event } from "../lib/protocol";

/** What can be seen of a hand: chips, cards and words. */
export const seen = (events: readonly Event[]): Event[] =>
  events.filter((event) => ["chips", "cards", "said"].includes(event.type));

const shows = (event: Event): boolean =>
  event.type === "cards" && event.src[0] === event.dst[0] && event.src[1] === event.dst[1];

/** Events of one kind belong together: a round of dealing, the chips of a pot, cards that are laid away. */
function kindOf(event: Event): string {
  if (event.type === "said") return "said";
  if (event.type === "chips") return event.src[0] ? "in" : "out";
  if (event.type !== "cards") return "";
  if (shows(event)) return `show ${event.src.join(" ")}`;
  return event.src[1] === "deck" ? "deal" : "move";
}

/** After how many events each act is done; what follows a word belongs to it. */
export function actsOf(steps: readonly Event[]): number[] {
  const ends: number[] = [];
  steps.forEach((event, at) => {
    const before = steps[at - 1];
    if (!before) return;
    const kind = kindOf(event);
    const spoken = before.type === "said" && kind !== "deal";
    if (kind === "said" || (kind !== kindOf(before) && !spoken)) ends.push(at);
  });
  return steps.length ? [...ends, steps.length] : [];
}

export type Street = "the start" | "flop" | "turn" | "river" | "draw" | "showdown" | "the end";

/** Where the streets begin, as far as the cards tell it: after how many events. */
export function streetsOf(steps: readonly Event[]): [Street, number][] {
  const found = new Map<Street, number>([["the start", 0]]);
  const mark = (name: Street, at: number): void => void (found.has(name) || found.set(name, at));
  let board = 0;
  let dealt = false;
  steps.forEach((event, at) => {
    if (event.type === "cards" && !event.dst[0] && event.dst[1] === "board" && !shows(event)) {
      board += event.cards.length;
      if (board >= 3) mark(board === 3 ? "flop" : board === 4 ? "turn" : "river", at + 1);
    } else if (event.type === "said" && ["draw", "stand pat"].includes(event.what) && dealt)
      mark("draw", at + 1);
    else if (event.type === "cards" && event.src[0] && shows(event)) mark("showdown", at + 1);
    dealt ||= event.type === "cards";
  });
  return [...found, ["the end", steps.length]];
}
