/** Events in words, for the log and for the ear. */
import { short, spoken } from "./cards";
import { BACK } from "./felt";
import { cap, lang, maybe, t } from "./i18n.svelte";
import { figure } from "./money";
import type { Event, Option, Reading, SaidEvent } from "./protocol";
import { whose, type LogLine } from "./log";
import type { Table } from "./table.svelte";
import { COUNTED } from "./words.gen";

export const count = (word: string, amount: number): string =>
  COUNTED.has(word) ? String(amount) : figure(amount, lang());

export interface Line {
  who: string;
  me: boolean;
  text: string;
  end: string;
}

/** The name of a spot: `Ante`, `Box 3`, `Main pot`, `Trips Plus`. */
export function spotName(word: string): string {
  const [base = "", number = "", box = ""] = word.split(" ");
  const n = number.split(".")[0] ?? "";
  if (base === "side" && !/^\d/.test(n))
    return `${maybe(`spot ${n}`, cap(n.replaceAll("_", " ")))} ${box}`.trim();
  const name = maybe(`spot ${base}`, cap(word.replaceAll("_", " ")), { n }).trim();
  return n && !name.endsWith(n) ? `${name} ${n}` : name;
}

export function nameOf(table: Table, seat: number): string {
  if (!seat) return t("house");
  if (seat === table.you) return t("You");
  return table.seats[seat]?.name ?? t("seat", { n: seat });
}

/** A name within a sentence. */
const whom = (table: Table, seat: number): string => (seat === table.you ? t("you") : nameOf(table, seat));

/** Several names within a sentence. */
export const namesOf = (table: Table, seats: number[]): string =>
  new Intl.ListFormat(lang(), { type: "conjunction" }).format(seats.map((seat) => whom(table, seat)));

/** One line of the log. */
export function lineOf(entry: LogLine, table: Table): Line | null {
  const { event } = entry;
  const me = entry.seat > 0 && entry.seat === table.you;
  const who = entry.seat ? (me ? t("You") : entry.name || nameOf(table, entry.seat)) : "";
  const line = (text: string, end = ""): Line => ({ who, me, text, end });
  if (event.type === "said") return saidLine(event, table, line);
  if (event.type === "chips") {
    const amount = figure(event.amount, lang());
    if (event.why === "levy" || event.why === "drop")
      return { who: "", me: false, text: t(event.why === "levy" ? "house levy" : "house drop"), end: amount };
    const house = event.src[0] === 0 || event.why === "win" ? event.dst : event.src;
    if (["win", "lose", "back"].includes(event.why) && house[1] !== "stack" && house[1] !== "bet") {
      if (event.why === "back") return null;
      return line(
        (me && maybe(`you ${event.why} on`, "", { spot: spotName(house[1]) })) ||
          maybe(`says ${event.why} on`, event.why, { spot: spotName(house[1]) }),
        (event.why === "win" ? "+" : "−") + amount,
      );
    }
    if (event.why === "back" || event.why === "lose") return null;
    return line(
      (me && maybe(`you ${event.why}`, "")) || maybe(`says ${event.why}`, event.why),
      (event.why === "win" ? "+" : "") + amount,
    );
  }
  if (event.type === "cards") {
    const faces = event.cards.filter((card) => card !== BACK);
    if (!faces.length) return null;
    const words = faces.map(short).join(" ");
    const reading = table.reading(event.dst[0], event.dst[1]);
    return {
      who: entry.seat ? who : spotName(event.dst[1]),
      me,
      text: words,
      end: reading ? readingName(reading) : "",
    };
  }
  if (event.type === "left") return line(t(event.why === "consign" ? "left consign" : "left leave"), "");
  if (event.type === "act") return decreed(event.by, maybe(`ruling ${event.act}`, event.act), event.why);
  if (event.type === "over") return { who: "", me: false, text: t("house void"), end: "" };
  return null;
}

function saidLine(event: SaidEvent, table: Table, line: (text: string, end?: string) => Line): Line | null {
  const { what, seat } = event;
  const amount = event.amount ?? 0;
  if (!seat && event.by && event.by !== "clock")
    return decreed(
      event.by,
      ruled(event, event.spot?.[0] ? nameOf(table, event.spot[0]) : ""),
      event.why ?? "",
    );
  if (!seat) {
    const text = maybe(`house ${what}`, "", { n: count(what, amount) });
    return text ? { who: "", me: false, text, end: "" } : null;
  }
  const me = seat === table.you;
  const on = event.spot?.[1] ? `${what} on` : what;
  const words =
    (me && maybe(`you ${on}`, maybe(`you ${what}`, ""))) || maybe(`says ${on}`, maybe(`says ${what}`, what));
  const where =
    event.spot?.[1] && !["hole", ""].includes(event.spot[1]) && event.spot[1] !== what && what !== "join"
      ? ` · ${spotName(event.spot[1])}`
      : "";
  const other = event.spot && ["partner", "backing"].includes(what) ? ` ${whom(table, event.spot[0])}` : "";
  const late = event.by === "clock" ? ` · ${t("by clock")}` : "";
  const cards = (event.cards ?? []).filter((card) => card !== BACK);
  const end =
    what === "draw"
      ? cards.length
        ? ""
        : String(event.cards?.length ?? amount)
      : amount
        ? count(what, amount)
        : "";
  return line(
    words +
      other +
      (where === ` · ${spotName("call")}` ? "" : where) +
      (cards.length && what !== "set" ? ` ${cards.map(short).join(" ")}` : "") +
      late,
    end,
  );
}

/** What the host of a private table, who is no member of the staff, does to it; nothing for a ruling. */
export const hosted = (why: string): string => maybe(`reason ${why}`, "");

function decreed(by: string, what: string, why: string): Line {
  const text = hosted(why);
  return { who: text ? "" : by, me: false, text: text || `${what}: ${why}`, end: "" };
}

/** A ruling in words: what, about whom, and the card that all have seen by it. */
export function ruled({ what, cards = [] }: Pick<SaidEvent, "what" | "cards">, whom: string): string {
  return [
    maybe(`ruling ${what}`, what),
    whom,
    cards
      .filter((card) => card !== BACK)
      .map(short)
      .join(" "),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** All that cards are called: the high hand, and the low one where there is one. */
export const readingName = (one: Pick<Reading, "name" | "low">): string =>
  one.low ? `${one.name[lang()]} / ${one.low.name[lang()]}` : one.name[lang()];

/** An event as it is said aloud. */
export function sentence(event: Event, table: Table): string {
  if (event.type === "said" || event.type === "chips") {
    const seat = event.type === "said" ? event.seat : whose(event);
    if (
      event.type === "chips" &&
      !["small blind", "big blind", "ante", "win", "uncalled"].includes(event.why)
    )
      return "";
    if (table.told?.crowd && seat && seat !== table.you) return "";
    const line = lineOf({ event, name: table.seats[seat]?.name ?? "", seat, id: 0 }, table);
    return line ? `${line.who} ${line.text} ${line.end}`.trim().replace(/\s+/g, " ") + "." : "";
  }
  if (event.type === "cards") {
    const faces = event.cards.filter((card) => card !== BACK).map((card) => spoken(card, lang()));
    if (!faces.length) return "";
    if (event.dst[1] === "board") {
      const lie = table.cards(0, "board").length;
      const street = lie === 4 ? t("turn") : lie === 5 ? t("river") : t("flop");
      const pot = table.potSum ? ` ${t("pot says", { n: figure(table.potSum, lang()) })}` : "";
      return t("board says", { street, cards: faces.join(", ") }) + pot;
    }
    if (event.src[0] === event.dst[0] && event.src[1] === event.dst[1] && event.dst[0]) {
      return `${nameOf(table, event.dst[0])} ${t("shows cards", { cards: faces.join(", ") })}.`;
    }
    return event.dst[0] === 0 ? `${spotName(event.dst[1])}: ${faces.join(", ")}.` : "";
  }
  if (event.type === "hand") return t("begins", { n: event.hand });
  return "";
}

/** An option as it is said: `Raise to 600 to 1 505`. */
export function optionWords(option: Option): string {
  const words = maybe(`do ${option.act}`, option.act);
  const note = option.note ? ` (${maybe(option.note, option.note)})` : "";
  if (option.cards?.length || !option.high) return words + note;
  const low = count(option.act, option.low ?? 0);
  return (
    (option.low === option.high ? `${words} ${low}` : `${words} ${low}–${count(option.act, option.high)}`) +
    note
  );
}
