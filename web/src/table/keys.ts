/** Keys at a table: a letter presses the button that carries it. */
import { spoken } from "../lib/cards";
import { BACK } from "../lib/felt";
import { lang, t } from "../lib/i18n.svelte";
import { figure } from "../lib/money";
import { settings } from "../lib/settings.svelte";
import { readingName, spotName } from "../lib/speak";
import type { Table } from "../lib/table.svelte";
import { voice } from "../lib/voice.svelte";
import { yourTurn } from "./attend.svelte";
import type { Setting } from "./setting.svelte";

const FIELDS = "input:not([type=checkbox]):not([type=range]), textarea, select";

const focus = (what: string): void => document.querySelector<HTMLElement>(what)?.focus();
const focusBar = (): void => focus("#bar button:not([disabled])");

export function pressed(event: KeyboardEvent, table: Table, setting: Setting, chat: () => void): void {
  if (event.key === "F6") {
    event.preventDefault();
    focusBar();
    return;
  }
  const target = event.target as HTMLElement;
  const modified = event.ctrlKey || event.metaKey || event.altKey;
  if (modified || target.matches(FIELDS) || document.querySelector("dialog[open]")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (!settings.letters && key.length === 1) return;
  if (key === "t") tellTurn(table);
  else if (key === "y") voice.alarm(readAll(table));
  else if (key === "/") {
    event.preventDefault();
    chat();
    setTimeout(() => focus("[data-find]"), 50);
  } else if (/^[1-9]$/.test(key) && setting.kind) setting.toggle(Number(key) - 1);
  else if (key !== "Enter" || !target.matches("button:not([data-card], [data-place]), a, summary"))
    press(event, key);
}

/** The amount first where a key bets or raises, else the button. */
function press(event: KeyboardEvent, key: string): void {
  const amount = document.querySelector<HTMLElement>("#bar [data-amount]");
  if (amount && (key === "r" || key === "b") && document.querySelector(`#bar [data-key2="${key}"]`)) {
    event.preventDefault();
    amount.focus();
    return;
  }
  const buttons = document.querySelectorAll<HTMLButtonElement>(`[data-key="${CSS.escape(key)}"]`);
  const button = [...buttons].find((one) => !one.disabled && one.offsetParent);
  if (!button) return;
  event.preventDefault();
  button.click();
}

function tellTurn(table: Table): void {
  const name = table.seats[table.ask?.asked[0] ?? 0]?.name ?? "…";
  voice.alarm(table.asked ? yourTurn(table) : t("turn of", { name }));
  if (table.asked) focusBar();
}

function readAll(table: Table): string {
  const faces = (cards: number[]): string =>
    cards
      .filter((card) => card !== BACK)
      .map((card) => spoken(card, lang()))
      .join(", ");
  const parts: string[] = [];
  const hole = table.cards(table.you, "hole");
  const own = table.you ? (hole.length ? hole : table.cards(0, "player")) : [];
  if (own.length) parts.push(t("your cards", { cards: faces(own) }));
  const reading = table.reading(table.you, "hole") ?? table.reading(0, "player");
  if (reading) parts.push(t("you have", { name: readingName(reading) }));
  for (const word of ["board", "second"]) {
    const cards = table.cards(0, word);
    if (cards.length) parts.push(`${spotName(word)}: ${faces(cards)}.`);
  }
  if (table.potSum) parts.push(t("pot says", { n: figure(table.potSum, lang()) }));
  return parts.join(" ");
}
