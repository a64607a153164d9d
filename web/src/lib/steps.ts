/** What a table shows one by one: the events of a message, what cards are called then, and where it ends. */
import type { Event, NewsMessage, Reading } from "./protocol";
import { SAID_EN } from "./words.gen";

/** Where the last card of a message lies: what all of them are called then. */
interface Read {
  read: Reading[];
}
/** Where the news of one message end: what is asked and read now. */
interface Settled {
  settle: NewsMessage;
  /** When it came: clocks run from here, however long its events take to show. */
  heard: number;
}

export type Step = Event | Read | Settled;

/** What is said of a seat and is no answer of its own; a word that only a guest knows is one. */
export const isRemark = (what: string): boolean =>
  !(`do ${what}` in SAID_EN) && (`says ${what}` in SAID_EN || `house ${what}` in SAID_EN);

/** What a message tells, with the names of the cards as soon as they all lie. */
export function withReadings({ events, readings }: NewsMessage): Step[] {
  const last = events.map((event) => event.type).lastIndexOf("cards");
  if (last < 0 || events.some((event) => event.type === "hand")) return events;
  return [...events.slice(0, last + 1), { read: readings }, ...events.slice(last + 1)];
}
