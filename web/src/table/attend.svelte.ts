/** What a player at the table hears: a new question, the last seconds, the name of their hand. */
import { untrack } from "svelte";
import { clock } from "../lib/clock.svelte";
import { t } from "../lib/i18n.svelte";
import type { Option } from "../lib/protocol";
import { play } from "../lib/sound";
import { optionWords, readingName } from "../lib/speak";
import type { Table } from "../lib/table.svelte";
import { voice } from "../lib/voice.svelte";
import { passed } from "./answers";
import type { Bets } from "./bets.svelte";
import { lacking, topUp } from "./purse";
import type { Pre } from "./pre.svelte";
import type { Setting } from "./setting.svelte";

interface Hands {
  bets: Bets;
  setting: Setting;
  pre: Pre;
  decide: (option: Option) => void;
}

/** One's own turn in words: what may be done, and how long. */
export const yourTurn = (table: Table): string =>
  t("your turn says", {
    what: table.options.map(optionWords).join(", "),
    n: Math.ceil(table.left(table.you)),
  });

/** To be called while a table's page is set up: it listens as long as the page stands. */
export function attend(table: Table, hands: Hands): void {
  let heard = -1;
  let warned = 0;
  $effect(() => {
    const ask = table.ask;
    if (!ask || ask.seq === heard) return;
    heard = ask.seq;
    warned = 0;
    untrack(() => asked(table, hands));
  });
  $effect(() => {
    void clock.now;
    if (!table.asked || table.paused) return;
    const left = Math.ceil(table.left(table.ask?.open ? 0 : table.you));
    if (left <= 3 && left > 0 && left !== warned) {
      if (warned === 0) voice.alarm(t("seconds left", { n: left }));
      warned = left;
      play("tick");
    }
  });
  let named = "";
  $effect(() => {
    const reading = table.reading(table.you, "hole") ?? table.reading(0, "player");
    const name = reading ? readingName(reading) : "";
    if (name && name !== named) voice.say(t("you have", { name }));
    named = name;
  });
  let filled = table.hand;
  $effect(() => {
    if (!table.you || table.inPlay || table.hand === filled) return;
    filled = table.hand;
    untrack(() => {
      const sum = lacking(table);
      if (sum) void topUp(table, sum);
    });
  });
  let wasOpen = false;
  $effect(() => {
    const open = Boolean(table.ask?.open);
    if (wasOpen && !open) untrack(() => hands.bets.closed());
    wasOpen = open;
  });
}

function asked(table: Table, { setting, pre, decide }: Hands): void {
  setting.reset();
  if (!table.asked) return;
  if (table.ask?.open) {
    play("bell");
    return;
  }
  const ready = passed(table.options) ?? pre.take();
  if (ready) {
    decide(ready);
    return;
  }
  play("turn-yours");
  voice.alarm(yourTurn(table));
}
