/** The hand so far, line by line: which events are worth one, and whose it is. */
import type { ChipsEvent, Event, SaidEvent } from "./protocol";

export interface LogLine {
  event: Event;
  /** The name of the seat that it tells of. */
  name: string;
  seat: number;
  street?: string;
  id: number;
}
/** The most lines of one hand that are kept and drawn. */
export const LINES = 160;

/** Whom chips that move concern first: who wins them, else who gives them. */
export const whose = (event: ChipsEvent): number =>
  event.why === "win" && event.dst[0] ? event.dst[0] : event.src[0] || event.dst[0];

const LOGGED_CHIPS = new Set([
  "small blind",
  "big blind",
  "button blind",
  "ante",
  "post",
  "dead",
  "kill",
  "collection",
  "fee",
  "win",
  "uncalled",
  "levy",
  "drop",
  "lose",
  "back",
  "cow",
  "partner",
  "backing",
]);
/** An offer that somebody lets pass changes nothing: five lines of it only hide the rest. */
const SILENT = new Set(["shoe", "button", "close", "decline", "dice", "behind", "owner", "withdraw"]);

/** Chips that move for a reason people want to read. */
export const tellsChips = (event: ChipsEvent): boolean => LOGGED_CHIPS.has(event.why);
/** Words that are for the ear and the felt only have no line. */
export const tellsSaid = (event: SaidEvent): boolean => !SILENT.has(event.what);
