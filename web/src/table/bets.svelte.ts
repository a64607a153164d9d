/** Betting time in house games: what shall lie on each spot, sent one act after the other. */
import { key } from "../lib/felt";
import { fit } from "../lib/money";
import type { Option, Spot } from "../lib/protocol";
import { room } from "../lib/room.svelte";
import { settings } from "../lib/settings.svelte";
import type { Table } from "../lib/table.svelte";

type Wants = Record<string, number>;

export class Bets {
  /** What shall lie there; nothing: as it lies. */
  wants: Wants = $state({});
  last: Wants = $state({});
  history: Wants[] = $state([]);
  #sending = false;

  constructor(readonly table: Table) {}

  option(word: string, act = "bet"): Option | undefined {
    if (!this.table.ask?.open) return undefined;
    return this.table.options.find(
      (option) => option.act === act && option.spot?.[1] === word && option.spot[0] === this.table.you,
    );
  }
  get open(): boolean {
    return Boolean(this.table.ask?.open) && this.table.options.length > 0;
  }
  /** What lies there, or will when the room has heard. */
  lies(word: string): number {
    return this.wants[word] ?? this.table.chips(this.table.you, word);
  }
  get words(): string[] {
    const stack = ["stack", "bank"];
    return Object.keys(this.table.view.chips)
      .filter((at) => at.startsWith(`${this.table.you}:`))
      .map((at) => at.slice(at.indexOf(":") + 1))
      .filter((word) => !stack.includes(word));
  }

  add(word: string): void {
    const option = this.option(word);
    if (!option) return;
    const lies = this.lies(word);
    this.put(word, fit(lies + settings.chip, option.low ?? 0, option.high ?? 0, option.step ?? 1));
  }
  off(word: string): void {
    const option = this.option(word);
    const lies = this.lies(word);
    const less = lies - settings.chip;
    this.put(
      word,
      option && less >= (option.low ?? 0)
        ? fit(less, option.low ?? 0, option.high ?? 0, option.step ?? 1)
        : 0,
    );
  }
  put(word: string, amount: number): void {
    this.history = [...this.history.slice(-19), this.#now()];
    this.wants = { ...this.wants, [word]: amount };
    void this.send();
  }
  undo(): void {
    const before = this.history.at(-1);
    if (!before) return;
    this.history = this.history.slice(0, -1);
    this.#all(before);
  }
  clear(): void {
    this.history = [...this.history, this.#now()];
    this.#all({});
  }
  double(): void {
    this.history = [...this.history, this.#now()];
    this.#all(Object.fromEntries(Object.entries(this.#now()).map(([word, amount]) => [word, amount * 2])));
  }
  rebet(): void {
    this.history = [...this.history, this.#now()];
    this.#all(this.last);
  }
  get sum(): number {
    return Object.values(this.#now()).reduce((sum, amount) => sum + amount, 0);
  }
  get lastSum(): number {
    return Object.values(this.last).reduce((sum, amount) => sum + amount, 0);
  }

  #now(): Wants {
    const words = new Set([...this.words, ...Object.keys(this.wants)]);
    return Object.fromEntries(
      [...words].map((word) => [word, this.lies(word)]).filter(([, amount]) => amount),
    );
  }
  #all(target: Wants): void {
    const words = new Set([...Object.keys(this.#now()), ...Object.keys(target)]);
    this.wants = Object.fromEntries([...words].map((word) => [word, target[word] ?? 0]));
    void this.send();
  }

  /** Send what differs, as the options admit it, until all lies as wanted. */
  async send(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    try {
      for (let tries = 0; tries < 24 && this.open; tries++) {
        const next = this.#next();
        if (!next) break;
        const { option, amount } = next;
        const spot = option.spot as Spot;
        const answer = await room.act("decide", this.table.name, {
          hand: this.table.hand,
          seq: this.table.ask?.seq,
          act: option.act,
          amount,
          spot,
        });
        if (answer.type === "refused") {
          const wants = { ...this.wants };
          delete wants[spot[1]];
          this.wants = wants;
        } else this.table.flush();
      }
    } finally {
      this.#sending = false;
      this.wants = {};
    }
  }

  #next(): { option: Option; amount: number } | null {
    const order = this.table.told?.layout.seat_chips ?? [];
    const rank = (word: string): number => order.indexOf(word.split(" ")[0] ?? "");
    for (const word of Object.keys(this.wants).sort((a, b) => rank(a) - rank(b))) {
      const want = this.wants[word] ?? 0;
      const lies = this.table.view.chips[key([this.table.you, word])] ?? 0;
      if (want === lies) continue;
      const bet = this.option(word);
      if (want && bet) {
        const amount = fit(want, bet.low ?? 0, bet.high ?? 0, bet.step ?? 1);
        if (amount !== lies) return { option: bet, amount };
      }
      const back = this.option(word, "withdraw");
      if (!want && back) return { option: back, amount: 0 };
    }
    return null;
  }

  /** Bets are closed: remember them for the next time. */
  closed(): void {
    const now = Object.fromEntries(
      this.words
        .map((word) => [word, this.table.chips(this.table.you, word)])
        .filter(([word, amount]) => amount && !["call", "raise"].includes(String(word))),
    );
    if (Object.keys(now).length) this.last = now as Wants;
    this.history = [];
    this.wants = {};
  }
}
