/** The felt as one seat sees it: a snapshot with every event applied. */
import type { CardsEvent, ChipsEvent, Event, Pairs, Spot } from "./protocol";

export const BACK = 53;
export const JOKER = 52;

/** Acts that name a card by its place, from 1. */
export const OF_A_CARD = new Set(["replace card", "exposed card"]);

export type Key = string;
export const key = (spot: Spot): Key => `${spot[0]}:${spot[1]}`;
export const spotOf = (at: Key): Spot => {
  const colon = at.indexOf(":");
  return [Number(at.slice(0, colon)), at.slice(colon + 1)];
};

/** What lies at a spot, without its number: `pot`, `side`, `box`. */
export const baseOf = (word: string): string => word.split(/[ .]/)[0] ?? word;
const POTS = new Set(["pot", "side"]);
/** Whether a spot of the house is a pot. */
export const isPot = ([seat, word]: Spot): boolean => !seat && POTS.has(baseOf(word));

export interface View {
  chips: Record<Key, number>;
  cards: Record<Key, number[]>;
  deck: number;
}

const lying = (chips: Pairs<number>): Record<Key, number> =>
  Object.fromEntries(chips.filter(([, amount]) => amount).map(([spot, amount]) => [key(spot), amount]));

export const empty = (): View => ({ chips: {}, cards: {}, deck: 0 });

export function viewOf(told: { chips: Pairs<number>; cards: Pairs<number[]>; deck: number }): View {
  return {
    chips: lying(told.chips),
    cards: Object.fromEntries(told.cards.map(([spot, cards]) => [key(spot), cards])),
    deck: told.deck,
  };
}

export function take(view: View, event: Event): void {
  if (event.type === "chips") shift(view, event);
  else if (event.type === "cards") carry(view, event);
  else if (event.type === "said" && event.what === "join" && event.spot)
    view.chips[key(event.spot)] = event.amount ?? 0;
  else if (event.type === "said" && event.what === "leave" && event.spot) delete view.chips[key(event.spot)];
  else if (event.type === "hand") {
    view.chips = lying(event.chips);
    view.cards = {};
    view.deck = event.deck ?? 0;
  }
}

function shift(view: View, event: ChipsEvent): void {
  add(view, key(event.src), -event.amount);
  add(view, key(event.dst), event.amount);
}

function add(view: View, at: Key, change: number): void {
  const left = (view.chips[at] ?? 0) + change;
  if (left) view.chips[at] = left;
  else delete view.chips[at];
}

function carry(view: View, event: CardsEvent): void {
  const src = key(event.src);
  const dst = key(event.dst);
  if (src === dst) {
    view.cards[dst] = event.cards;
    return;
  }
  if (src === "0:deck") view.deck -= event.cards.length;
  else {
    const left = without(view.cards[src] ?? [], event.cards);
    if (left.length) view.cards[src] = left;
    else delete view.cards[src];
  }
  const arriving = dst === "0:muck" ? event.cards.map(() => BACK) : event.cards;
  view.cards[dst] = [...(view.cards[dst] ?? []), ...arriving];
}

/** The cards that stay: a face leaves as itself or as the back it was. */
function without(lie: number[], gone: number[]): number[] {
  const left = [...lie];
  for (const card of gone) {
    const at = left.indexOf(card);
    const as = at >= 0 ? at : left.indexOf(BACK);
    if (as >= 0) left.splice(as, 1);
  }
  return left;
}
