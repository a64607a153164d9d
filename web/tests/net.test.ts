/** The line: a room that does not answer is noticed, and heard again when it does. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Line, type Ears } from "../src/lib/net";

class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen = (): void => {};
  onmessage = (_: { data: string }): void => {};
  onclose = (_: { code: number }): void => {};
  constructor() {
    Socket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = Socket.OPEN;
    this.onopen();
  }
  says(type: string): void {
    this.onmessage({ data: JSON.stringify({ type }) });
  }
}

const ears = (): Ears & { told: string[] } => {
  const told: string[] = [];
  return {
    told,
    heard: (message) => told.push(message.type),
    up: () => told.push("up"),
    down: (code) => told.push(`down ${code}`),
    quiet: (silent) => told.push(silent ? "quiet" : "again"),
  };
};

let line: Line | null = null;
beforeEach(() => {
  vi.useFakeTimers();
  Socket.all = [];
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", { href: "http://room/" });
  vi.stubGlobal("document", { hidden: false, addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
});
afterEach(() => {
  line?.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const open = (): [Socket, ReturnType<typeof ears>] => {
  const heard = ears();
  line = new Line(heard, { type: "hello" });
  const socket = Socket.all[0]!;
  socket.open();
  socket.says("welcome");
  return [socket, heard];
};

it("asks a silent room, and is content with an answer", () => {
  const [socket, heard] = open();
  const pings = (): number => socket.sent.filter((text) => text.includes("ping")).length;
  for (let answered = 0, n = 0; n < 20; n++) {
    vi.advanceTimersByTime(1000);
    if (pings() > answered++) socket.says("pong");
    else answered = pings();
  }
  expect(pings()).toBeGreaterThan(5);
  expect(heard.told).not.toContain("quiet");
});

it("notices a frozen room within five seconds, and that it is back", () => {
  const [socket, heard] = open();
  vi.advanceTimersByTime(5000);
  expect(heard.told.at(-1)).toBe("quiet");
  socket.says("pong");
  expect(heard.told.slice(-2)).toEqual(["again", "pong"]);
});

it("gives a dead line up and dials again", () => {
  const [, heard] = open();
  vi.advanceTimersByTime(13_000);
  expect(heard.told.at(-1)).toBe("down 0");
  expect(Socket.all).toHaveLength(2);
  vi.advanceTimersByTime(13_000); // Nobody takes the call: it is not waited for either.
  expect(Socket.all.length).toBeGreaterThan(2);
});

it("does not come back in step with everybody else who was cut", () => {
  const waits = new Set<number>();
  for (let n = 0; n < 20; n++) {
    Socket.all = [];
    const [socket] = open();
    socket.onclose({ code: 1006 });
    const began = Date.now();
    while (Socket.all.length < 2 && Date.now() - began < 1000) vi.advanceTimersByTime(10);
    waits.add(Date.now() - began);
    line?.close();
  }
  expect(waits.size).toBeGreaterThan(5);
  expect(Math.max(...waits)).toBeLessThan(500);
});
