/** Choosing among one's own cards: discards, a front of two, or what to show. */
import { post } from "../lib/api";
import type { Option, Reading } from "../lib/protocol";
import type { Table } from "../lib/table.svelte";

/** What the room says of a setting before it is made. */
interface Considered {
  readings: Reading[];
  refusal: { sentence: string; clause?: string } | null;
}
const SOON = 120;

export class Setting {
  /** Places of the chosen cards among the option's, in the order of choosing. */
  picked: number[] = $state([]);
  considered: Considered | null = $state.raw(null);
  #turn = 0;
  constructor(readonly table: Table) {}

  get option(): Option | undefined {
    return this.table.options.find((option) => option.cards?.length);
  }
  get kind(): "" | "discard" | "set" | "show" {
    const act = this.option?.act;
    return !act ? "" : act === "set" || act === "show" ? act : "discard";
  }
  get cards(): number[] {
    const own = this.option?.cards ?? [];
    return this.picked.map((at) => own[at]).filter((card): card is number => card !== undefined);
  }
  get ready(): boolean {
    const { low = 0, high = 0 } = this.option ?? {};
    return this.picked.length >= low && this.picked.length <= high && !this.considered?.refusal;
  }
  toggle(at: number): void {
    const { high = 0, cards = [] } = this.option ?? {};
    if (at >= cards.length) return;
    if (this.picked.includes(at)) this.picked = this.picked.filter((one) => one !== at);
    else this.picked = [...this.picked, at].slice(-high);
    this.#consider();
  }
  reset(): void {
    this.picked = [];
    this.#consider();
  }

  /** Ask the room what both hands would be called; without an answer it judges when they are set. */
  #consider(): void {
    const turn = ++this.#turn;
    this.considered = null;
    if (this.kind !== "set" || !this.ready) return;
    const { act, cards } = { act: this.option?.act, cards: this.cards };
    setTimeout(() => {
      if (turn !== this.#turn) return;
      post<Considered>(`tables/${this.table.name}/consider`, { act, cards }).then(
        (told) => {
          if (turn === this.#turn) this.considered = told;
        },
        () => undefined,
      );
    }, SOON);
  }
}
