/** What the traffic light of a house game shows. */
import type { Phrase } from "./words.en";
import type { Table } from "./table.svelte";

export interface Lamp {
  colour: "g" | "a" | "r" | "";
  text: Phrase;
  seconds: number | null;
  box?: string;
}

export function lampOf(table: Table): Lamp {
  const { ask } = table;
  const left = Math.ceil(table.left());
  if (ask?.open) {
    return left <= 3
      ? { colour: "a", text: "BETS CLOSING", seconds: left }
      : { colour: "g", text: "PLACE YOUR BETS", seconds: left };
  }
  if (table.autoFolded) return { colour: "r", text: "AUTO FOLDED", seconds: null };
  if (table.dealing) return { colour: "r", text: "CARDS BEING DEALT", seconds: null };
  if (ask && (ask.asked.length || ask.waiting_for)) {
    const word = ask.options?.find((option) => option.spot?.[1].startsWith("box"))?.spot?.[1];
    const box = word?.replace("box ", "").split(".")[0];
    return box
      ? { colour: "r", text: "DECISION TIME", seconds: null, box }
      : { colour: "r", text: "DECISION TIME", seconds: left };
  }
  if (table.inPlay)
    return { colour: "r", text: table.closedBets ? "NO MORE BETS" : "CARDS BEING DEALT", seconds: null };
  return table.hand && Object.keys(table.view.cards).length
    ? { colour: "r", text: "RESULTS", seconds: null }
    : { colour: "", text: "WAIT", seconds: null };
}
