/** What to do when the turn comes: chosen before it. */
import { lang, t } from "../lib/i18n.svelte";
import { figure } from "../lib/money";
import { spotOf } from "../lib/felt";
import type { Option } from "../lib/protocol";
import type { Table } from "../lib/table.svelte";

export class Pre {
  chosen = $state("");
  #hand = 0;
  #call = 0;
  constructor(readonly table: Table) {}

  /** Whether there is a turn to come. */
  get may(): boolean {
    const { table } = this;
    return (
      table.told?.layout.family === "poker" &&
      table.you > 0 &&
      table.inPlay &&
      !table.asked &&
      table.cards(table.you, "hole").length > 0 &&
      table.chips(table.you, "stack") > 0
    );
  }
  /** What a call would add now. */
  get toCall(): number {
    const bets = this.table.lying.filter(([at]) => spotOf(at)[1] === "bet").map(([, amount]) => amount);
    return Math.max(0, ...bets) - this.table.chips(this.table.you, "bet");
  }
  get choices(): { name: string; label: string }[] {
    const out = [
      { name: "check fold", label: t("check fold next") },
      { name: "call any", label: t("call any") },
    ];
    if (this.toCall > 0) out.push({ name: "call", label: t("call n", { n: figure(this.toCall, lang()) }) });
    return out;
  }
  toggle(name: string): void {
    this.chosen = this.chosen === name ? "" : name;
    this.#hand = this.table.hand;
    this.#call = this.toCall;
  }
  /** The chosen answer, if it still holds; it is used once. */
  take(): Option | null {
    const { chosen } = this;
    if (!chosen) return null;
    const options = this.table.options;
    const find = (act: string): Option | undefined => options.find((option) => option.act === act);
    this.chosen = "";
    if (this.#hand !== this.table.hand) return null;
    if (chosen === "check fold") return find("check") ?? find("fold") ?? null;
    if (chosen === "call any") return find("call") ?? find("check") ?? null;
    const call = find("call");
    return call && call.low === this.#call ? call : null;
  }
}
