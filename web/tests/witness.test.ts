/** The player's side of a pledge: one reveal for one pledge, and everything kept against which a proof is held. */
import { beforeEach, describe, expect, it } from "vitest";
import { hex, unhex } from "../src/fair/digests";
import { Memory, type Drawer } from "../src/fair/memory";
import { commitment } from "../src/fair/pledge";
import { Witness, type Ways } from "../src/fair/witness.svelte";
import type { Done, Event, NewsMessage, PledgeMessage, Refused } from "../src/lib/protocol";

const TABLE = "casino-club/holdem-2-4";
type Sent = { hand: number; reveal: string; next: string };

class Desk implements Drawer {
  kept = new Map<string, string>();
  getItem = (name: string): string | null => this.kept.get(name) ?? null;
  setItem = (name: string, text: string): void => void this.kept.set(name, text);
}

let sent: Sent[];
let answers: (Done | Refused)[];
let drawn: number;
let proven: number[];
const done = { type: "done" } as Done;
const refused = (name: string): Refused => ({ type: "refused", name }) as Refused;
const bytes = (n: number): string => n.toString(16).padStart(2, "0").repeat(32);

function seated(desk: Desk = new Desk(), seat = 3): Witness {
  const ways: Ways = {
    seat: () => seat,
    contribute: (fields) => {
      sent.push(fields);
      return Promise.resolve(answers.shift() ?? done);
    },
    entropy: () => bytes(++drawn),
    prove: (_, hand) => {
      proven.push(hand);
      return Promise.reject(new Error("nobody answers"));
    },
  };
  return new Witness(new Memory(TABLE, "ada", desk), ways);
}
const news = (hand: number, ...events: unknown[]): NewsMessage =>
  ({ type: "news", table: TABLE, hand, events: events as Event[] }) as NewsMessage;
const own = (hand: number, n: number): string => hex(commitment(TABLE, hand, "ada", unhex(bytes(n))));
const pledge = (hand: number, name: string, ...listed: [number, string][]): PledgeMessage =>
  ({
    type: "pledge",
    table: TABLE,
    hand,
    pledge: name,
    entropy: listed,
    decks: [],
  }) as unknown as PledgeMessage;
const soon = (): Promise<void> => new Promise((settle) => setTimeout(settle));

beforeEach(() => {
  sent = [];
  answers = [];
  drawn = 0;
  proven = [];
});

describe("a seated player", () => {
  it("commits once for each hand, and reveals when the pledge is there", async () => {
    const witness = seated();
    witness.news(news(7));
    witness.news(news(7));
    expect(sent).toEqual([{ hand: 7, reveal: "", next: own(8, 1) }]);
    witness.pledge(pledge(8, "p8", [3, own(8, 1)]));
    expect(sent[1]).toEqual({ hand: 8, reveal: bytes(1), next: own(9, 2) });
    await soon();
    expect(witness.memory.hand(8).acknowledged).toBe(true);
    witness.pledge(pledge(8, "p8", [3, own(8, 1)]));
    expect(sent.length).toBe(2);
  });

  it("reveals nothing for a pledge that leaves it out", () => {
    const witness = seated();
    witness.news(news(7));
    witness.pledge(pledge(8, "p8", [5, own(9, 1)]));
    expect(sent.map(({ reveal }) => reveal)).toEqual(["", ""]);
    expect(witness.memory.seat(8)).toBe(0);
  });

  it("never reveals for a second pledge of the same hand: its decks could be made to fit", async () => {
    const witness = seated();
    witness.news(news(7));
    witness.pledge(pledge(8, "p8", [3, own(8, 1)]));
    await soon();
    witness.pledge(pledge(8, "other", [3, own(8, 1)]));
    expect(sent.filter(({ reveal }) => reveal).length).toBe(1);
    expect(witness.memory.hand(8)).toMatchObject({ sent: "p8", pledge: { pledge: "other" } });
  });

  it("comes back after a reload with what it had committed to", () => {
    const desk = new Desk();
    seated(desk).news(news(7));
    seated(desk).pledge(pledge(8, "p8", [3, own(8, 1)]));
    expect(sent[1]?.reveal).toBe(bytes(1));
  });

  it("keeps what stands when the room does not take a message, and commits anew", async () => {
    const witness = seated();
    witness.news(news(7));
    answers = [refused("late")];
    witness.pledge(pledge(8, "p8", [3, own(8, 1)]));
    await soon();
    expect(witness.memory.hand(8).acknowledged).toBeUndefined();
    expect(sent[2]).toEqual({ hand: 8, reveal: "", next: own(9, 3) });
  });

  it("asks no more where nothing is pledged", async () => {
    const witness = seated();
    answers = [refused("not_allowed")];
    witness.news(news(7));
    await soon();
    witness.news(news(8));
    expect(sent.length).toBe(1);
  });

  it("has a pledged hand proven when it is over, and another not", () => {
    const witness = seated();
    const over = { type: "over", hand: 8 };
    witness.news(news(8, { type: "hand", hand: 8, fair: { pledge: "p8" } }, over));
    witness.news(news(9, { type: "hand", hand: 9, fair: null }, { ...over, hand: 9 }));
    expect(proven).toEqual([8]);
  });
});

it("a watcher commits to nothing", () => {
  const witness = seated(new Desk(), 0);
  witness.news(news(7));
  witness.pledge(pledge(8, "p8"));
  expect(sent).toEqual([]);
});

it("remembers the newest hands, and the record before one", () => {
  const memory = new Memory(TABLE, "ada", new Desk());
  for (let hand = 1; hand <= 30; hand++) memory.keep(hand, { record: `r${hand}` });
  expect(memory.hand(10)).toEqual({});
  expect(memory.before(30)).toEqual({ hand: 29, record: "r29" });
  expect(memory.before(11)).toBeUndefined();
  expect(new Memory(TABLE, "ada", { getItem: () => "{bad", setItem: () => undefined }).hand(1)).toEqual({});
});
