/** The line to the room: one WebSocket that comes back by itself and loses nothing. */
import type { FromRoom } from "./protocol";

export type Message = Record<string, unknown> & { type: string };

export interface Ears {
  heard(message: FromRoom): void;
  up(): void;
  down(code: number): void;
}

export interface Wire {
  send(message: Message): void;
  close(): void;
}

const WAITS = [300, 700, 1500, 3000, 5000];

export class Line implements Wire {
  #socket: WebSocket | null = null;
  #tries = 0;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

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
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#tries = 0;
      socket.send(JSON.stringify(this.hello));
      this.ears.up();
    };
    socket.onmessage = (frame) => {
      if (this.#socket === socket) this.ears.heard(JSON.parse(String(frame.data)) as FromRoom);
    };
    socket.onclose = (end) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.ears.down(end.code);
      if (this.#closed || end.code === 4401) return;
      this.#timer = setTimeout(() => this.#dial(), WAITS[Math.min(this.#tries++, WAITS.length - 1)]);
    };
  }
}
