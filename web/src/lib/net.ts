/** The line to the room: one WebSocket that comes back by itself and loses nothing. */
import type { FromRoom } from "./protocol";

export type Message = Record<string, unknown> & { type: string };

export interface Ears {
  heard(message: FromRoom): void;
  up(): void;
  down(code: number): void;
  /** Nothing comes any more, though the line is not broken; or something comes again. */
  quiet(silent: boolean): void;
}

export interface Wire {
  send(message: Message): void;
  close(): void;
}

const WAITS = [300, 700, 1500, 3000, 5000];
/** From half of a wait to one and a half: thousands who were cut at once do not come back at once. */
const jittered = (wait: number): number => wait * (0.5 + Math.random());
/** The heartbeat: after so much silence the room is asked; without an answer the line counts as frozen,
 * and is given up at last. All in all a frozen line is noticed within five seconds. */
const BEAT = 250;
const SILENCE = 1500;
const FROZEN = 2500;
const DEAD = 10_000;

export class Line implements Wire {
  #socket: WebSocket | null = null;
  #tries = 0;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heard = 0;
  /** When the room was asked whether it is there; 0 when it owes no answer. */
  #asked = 0;
  #frozen = false;
  readonly #beat = setInterval(() => this.#listen(), BEAT);

  constructor(
    private readonly ears: Ears,
    private readonly hello: Message,
  ) {
    this.#dial();
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  send(message: Message): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  readonly #hurry = (): void => {
    if (!this.#socket && !this.#closed && !document.hidden) {
      clearTimeout(this.#timer);
      this.#dial();
    }
  };

  #dial(): void {
    const url = new URL("ws", location.href.split("#")[0]);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#asked = performance.now();
    this.#frozen = false;
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#tries = 0;
      socket.send(JSON.stringify(this.hello));
      this.ears.up();
    };
    socket.onmessage = (frame) => {
      if (this.#socket !== socket) return;
      this.#alive();
      this.ears.heard(JSON.parse(String(frame.data)) as FromRoom);
    };
    socket.onclose = (end) => {
      if (this.#socket === socket) this.#ended(end.code);
    };
  }

  #ended(code: number): void {
    this.#socket = null;
    this.ears.down(code);
    if (this.#closed || code === 4401) return;
    const wait = WAITS[Math.min(this.#tries++, WAITS.length - 1)] ?? 5000;
    this.#timer = setTimeout(() => this.#dial(), jittered(wait));
  }

  #alive(): void {
    this.#heard = performance.now();
    this.#asked = 0;
    if (this.#frozen) this.ears.quiet(false);
    this.#frozen = false;
  }

  /** Once a beat. A page that slept asks first: what came meanwhile may still be on its way. */
  #listen(): void {
    const socket = this.#socket;
    if (!socket) return;
    const now = performance.now();
    if (!this.#asked) {
      if (now - this.#heard < SILENCE) return;
      this.#asked = now;
      this.send({ type: "ping" });
    } else if (now - this.#asked > DEAD) {
      socket.close();
      this.#ended(0);
    } else if (now - this.#asked > FROZEN && !this.#frozen && socket.readyState === WebSocket.OPEN) {
      this.#frozen = true;
      this.ears.quiet(true);
    }
  }
}
