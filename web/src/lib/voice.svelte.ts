/** Two live regions: what is said politely, and what must be heard now. Sounds go with the same events. */
import { untrack } from "svelte";
import { spoken } from "./cards";
import { BACK } from "./felt";
import { lang, t } from "./i18n.svelte";
import { figure } from "./money";
import type { Event } from "./protocol";
import { play } from "./sound";
import { nameOf, sentence } from "./speak";
import type { Table } from "./table.svelte";

interface Spoken {
  id: number;
  text: string;
}

/** As many lines as a showdown of ten may bring at once. */
const KEPT = 32;

class Voice {
  polite: Spoken[] = $state.raw([]);
  urgent: Spoken[] = $state.raw([]);
  #ids = 0;

  say(text: string): void {
    untrack(() => {
      if (text) this.polite = [...this.polite.slice(1 - KEPT), { id: this.#ids++, text }];
    });
  }
  alarm(text: string): void {
    untrack(() => {
      this.urgent = [...this.urgent.slice(-2), { id: this.#ids++, text }];
    });
  }
}

export const voice = new Voice();

/** Tell an event of a table to the listener. */
export function announce(event: Event, table: Table): void {
  const me = table.you;
  if (event.type === "said") {
    voice.say(sentence(event, table));
    if (event.seat === me && event.what === "fold" && event.by === "clock" && table.autoFolded) {
      voice.alarm(
        t("auto fold says", { n: figure(table.chips(me, "ante") + table.chips(me, "bonus"), lang()) }),
      );
    }
    cue(event.what, event.seat === me);
  } else if (event.type === "cards") {
    const own = me > 0 && event.dst[0] === me && !event.cards.includes(BACK) && event.src[1] === "deck";
    if (own) {
      const lie = table.cards(me, event.dst[1]);
      const enough = table.options.length > 0 || lie.length >= 2;
      if (enough) voice.say(t("your cards", { cards: lie.map((card) => spoken(card, lang())).join(", ") }));
    } else voice.say(sentence(event, table));
    play(event.src[1] === event.dst[1] ? "turn" : "card");
  } else if (event.type === "chips") {
    const [seat, word] = event.src;
    if (word === "stack" && event.dst[1] === "bet" && !table.chips(seat, "stack")) {
      voice.say(t("all-in says", { name: nameOf(table, seat), n: figure(table.chips(seat, "bet"), lang()) }));
    } else voice.say(sentence(event, table));
    if (event.why === "gather") play("gather");
    else if (event.why === "win") play(event.dst[0] === me ? "win" : "chips");
    else if (event.why !== "lose") play("chips");
  } else if (event.type === "over" && table.result) {
    const net = table.result.net;
    const n = figure(Math.abs(net), lang());
    voice.say(net > 0 ? t("you win says", { n }) : net < 0 ? t("you lose says", { n }) : t("even says"));
  } else voice.say(sentence(event, table));
}

function cue(what: string, mine: boolean): void {
  if (what === "check") play("knock");
  else if (what === "fold" || what === "muck") play("fold");
  else if (what === "close") play("bell-low");
  else if (what === "call" && mine) play("chips");
}
