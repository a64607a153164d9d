/** Steps shown one after the other, at a pace people can follow; at once where nobody looks. */
import { still } from "./settings.svelte";

/** So many steps wait that they are shown several at a time, and nothing flies. */
const MANY = 24;
/** So many that nobody could follow them. */
const TOO_MANY = 400;
const AT_A_TIME = 8;
const FRAME = 16;
/** How long after the last step things still move. */
const SETTLES = 400;

export interface Shown<Step> {
  /** Show a step; how long it stands when so many wait behind it. */
  show: (step: Step, waiting: () => number) => number;
  /** How long a step must still wait for the one before it to be read. */
  hold: (next: Step) => number;
}

export class Reel<Step> {
  moving = $state(false);
  #steps: Step[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #shown: Shown<Step>;

  constructor(shown: Shown<Step>) {
    this.#shown = shown;
  }

  get crowded(): boolean {
    return this.#steps.length >= MANY;
  }

  add(steps: Step[]): void {
    this.#steps.push(...steps);
    if (!this.#timer) this.#next();
  }

  /** Forget what waits: it is told anew. */
  clear(): void {
    this.#stop();
    this.#steps = [];
    this.moving = false;
  }

  /** Show everything that waits at once. */
  flush(): void {
    this.#stop();
    for (const step of this.#steps.splice(0)) this.#shown.show(step, () => 0);
    this.moving = false;
  }

  /** Nothing is held any longer; whether anything waited. */
  go(): boolean {
    if (!this.#steps.length) return false;
    this.#stop();
    this.#next();
    return true;
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #later(wait: number): void {
    this.#timer = setTimeout(() => this.#next(), wait);
  }

  #hold(): number {
    const [next] = this.#steps;
    return next ? this.#shown.hold(next) : 0;
  }

  #show(): number {
    const step = this.#steps.shift();
    return step ? this.#shown.show(step, () => this.#steps.length) : 0;
  }

  #next(): void {
    this.#timer = undefined;
    const unseen = still() || (typeof document !== "undefined" && document.hidden);
    if (unseen || this.#steps.length > TOO_MANY) this.flush();
    else if (this.#steps.length > MANY) this.#hurry();
    else this.#follow();
  }

  #hurry(): void {
    this.moving = true;
    for (let n = 0; n < AT_A_TIME && !this.#hold(); n++) this.#show();
    this.#later(this.#hold() || FRAME);
  }

  #follow(): void {
    while (this.#steps.length) {
      const hold = this.#hold();
      if (hold) return this.#later(hold);
      this.moving = true;
      const gap = this.#show();
      if (gap && this.#steps.length) return this.#later(gap);
    }
    setTimeout(() => {
      if (!this.#timer) this.moving = false;
    }, SETTLES);
  }
}
