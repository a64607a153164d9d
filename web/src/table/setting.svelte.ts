/** Choosing among one's own cards: discards, or a front of two. */
import type { Option } from "../lib/protocol";
import type { Table } from "../lib/table.svelte";

export class Setting {
  /** Places of the chosen cards among the option's, in the order of choosing. */
  picked: number[] = $state([]);
  constructor(readonly table: Table) {}

  get option(): Option | undefined {
    return this.table.options.find((option) => option.cards?.length);
  }
  get kind(): "" | "discard" | "set" {
    if (!this.option) return "";
    return this.option.act === "set" ? "set" : "discard";
  }
  get cards(): number[] {
    const own = this.option?.cards ?? [];
    return this.picked.map((at) => own[at]).filter((card): card is number => card !== undefined);
  }
  get ready(): boolean {
    const { low = 0, high = 0 } = this.option ?? {};
    return this.picked.length >= low && this.picked.length <= high;
  }
  toggle(at: number): void {
    const { high = 0, cards = [] } = this.option ?? {};
    if (at >= cards.length) return;
    if (this.picked.includes(at)) this.picked = this.picked.filter((one) => one !== at);
    else this.picked = [...this.picked, at].slice(-high);
  }
  reset(): void {
    this.picked = [];
  }
}
