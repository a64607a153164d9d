/** The guide of the first hands: which step the table calls for now, and what was told already. */
import { get } from "../lib/api";
import { baseOf, spotOf, type Key } from "../lib/felt";
import { settings } from "../lib/settings.svelte";
import type { Guide, GuideStep, HandLine } from "../lib/protocol";
import { room } from "../lib/room.svelte";
import type { Table } from "../lib/table.svelte";

const STORE = "croupier.guides";
/** After this many of one's own hands the guide has said enough. */
const HANDS = 4;

type Kept = Record<string, number[] | "done">;

function kept(): Kept {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

export class Guided {
  #table: Table;
  guide = $state.raw<Guide | null>(null);
  on = $state(false);
  told: number[] = $state([]);
  #shown = $state(-1);
  #hands = new Set<number>();
  #spoken = "";

  constructor(table: Table) {
    this.#table = table;
    $effect(() => void (this.#table.you && this.#table.told && room.session && this.#greet()));
    $effect(() => void (this.guide && settings.lang !== this.#spoken && this.#fetch()));
    $effect(() => this.#follow());
  }

  get steps(): GuideStep[] {
    return this.guide?.steps ?? [];
  }
  /** The step of this moment; the one that stands goes on while it holds. */
  get at(): number {
    if (this.#calls(this.#shown)) return this.#shown;
    return this.steps.findIndex((_, at) => this.#calls(at));
  }
  get step(): GuideStep | undefined {
    return this.on ? this.steps[this.at] : undefined;
  }
  /** Whether another step waits in the same moment. */
  get more(): boolean {
    return this.steps.some((_, at) => at !== this.at && this.#calls(at));
  }
  get whole(): boolean {
    return this.steps.every((_, at) => this.told.includes(at));
  }
  /** Where the step points, if anything lies or may be put there. */
  get spot(): Key | undefined {
    const word = this.step?.at;
    if (!word) return undefined;
    const { view, you, options } = this.#table;
    const lies = [...Object.keys(view.cards), ...Object.keys(view.chips)];
    const offered = options.map((option) => `${option.spot?.[0] ?? 0}:${option.spot?.[1] ?? ""}`);
    const near = [...lies, ...offered].filter((at) => baseOf(spotOf(at)[1]) === word);
    return near.find((at) => spotOf(at)[0] === you) ?? near.find((at) => spotOf(at)[0] === 0);
  }

  next(): void {
    if (this.at >= 0) this.#tell(this.at);
  }
  /** Enough: it is not offered by itself again. */
  end(): void {
    this.on = false;
    this.#shown = -1;
    this.#keep("done");
  }
  /** From the beginning, because somebody asks for it. */
  again(): void {
    this.told = [];
    this.#hands.clear();
    this.#keep([]);
    this.on = true;
    void this.#fetch();
  }

  #calls(at: number): boolean {
    const step = this.steps[at];
    return step !== undefined && !this.told.includes(at) && this.#holds(step);
  }
  #holds(step: GuideStep): boolean {
    const table = this.#table;
    if (step.over) return table.result !== null && !table.result.void;
    if (step.asked?.length) return table.options.some((option) => step.asked?.includes(option.act));
    return table.inPlay && this.#mine() && this.#lies(step.lies ?? "");
  }
  #lies(word: string): boolean {
    return Object.keys(this.#table.view.cards).some((at) => {
      const [seat, name] = spotOf(at);
      return baseOf(name) === word && (seat === 0 || seat === this.#table.you);
    });
  }
  /** Whether I have a part in this hand. */
  #mine(): boolean {
    const { view, you } = this.#table;
    return Object.keys({ ...view.cards, ...view.chips }).some((at) => {
      const [seat, word] = spotOf(at);
      return seat === you && word !== "stack";
    });
  }

  /** A step that stood and does not hold any more was told. */
  #follow(): void {
    const at = this.on ? this.at : -1;
    if (at !== this.#shown && this.#shown >= 0 && !this.told.includes(this.#shown)) this.#tell(this.#shown);
    this.#shown = at;
    const { result, hand, inPlay } = this.#table;
    if (result) this.#hands.add(result.hand);
    const enough = this.whole || this.#hands.size >= HANDS;
    if (this.on && enough && !inPlay && !result && hand) this.end();
  }
  #tell(at: number): void {
    this.told = [...this.told, at];
    this.#keep(this.told);
  }

  get #key(): string {
    return `${room.session?.player ?? ""} ${this.#table.told?.game ?? ""}`;
  }
  #keep(what: number[] | "done"): void {
    try {
      localStorage.setItem(STORE, JSON.stringify({ ...kept(), [this.#key]: what }));
    } catch {
      /* A browser without storage forgets. */
    }
  }
  #greeted = "";
  /** Begin with a newcomer: nobody who has played the game before, here or elsewhere. */
  async #greet(): Promise<void> {
    const key = this.#key;
    if (this.#greeted === key) return;
    this.#greeted = key;
    const before = kept()[key];
    if (before === "done" || !settings.guides) return;
    if (!before && (await this.#played())) return;
    this.told = before ?? [];
    await this.#fetch();
    this.on = this.guide !== null;
  }
  async #played(): Promise<boolean> {
    const path = `me/hands?count=1&game=${encodeURIComponent(this.#table.told?.game ?? "")}`;
    return (await get<HandLine[]>(path).catch(() => [])).length > 0;
  }
  async #fetch(): Promise<void> {
    this.#spoken = settings.lang;
    this.guide = await get<Guide>(`tables/${this.#table.name}/guide`).catch(() => null);
  }
}
