/** A cheating room is named by the client, and so is every changed byte of a proof. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { proper, verify, type Kept } from "../src/fair/verify";
import type { Event, Proof } from "../src/lib/protocol";
import { flipped, handOf, type Cheat } from "./cheating";

const failing = (cheat: Cheat, n = 18): string | null => {
  const { proof, kept } = handOf(n, cheat);
  return verify(proof, kept).failed;
};

describe("an honest hand", () => {
  it("passes every check", () => {
    const { proof, kept } = handOf(18);
    const verdict = verify(proof, kept);
    expect(verdict.findings.filter(([, finding]) => finding !== "good")).toEqual([]);
    expect(verdict.colour).toBe("green");
    expect(verdict.findings.map(([check]) => check)).toEqual([
      ...[
        "pledge",
        "mine",
        "reveal",
        "reveals",
        "deck",
        "spare",
        "leaves",
        "order",
        "cards",
        "lots",
        "chain",
      ],
    ]);
  });

  it("is amber when somebody else's reveal is missing, and says whose", () => {
    const { proof, kept } = handOf(18, { silent: true });
    expect(verify(proof, kept)).toMatchObject({ colour: "amber", missing: [5], failed: null });
  });

  it("is grey when nobody contributed", () => {
    const { proof, kept } = handOf(18, { alone: true });
    expect(verify(proof, kept)).toMatchObject({ colour: "grey", missing: [], failed: null });
  });

  it("can be checked by someone who kept nothing", () => {
    const { proof } = handOf(18);
    expect(verify(proof, { feed: [] })).toMatchObject({ colour: "green", failed: null });
  });
});

describe("a hand that is opened whole", () => {
  it("is rebuilt from its master", () => {
    const { proof, kept } = handOf(18, { open: true });
    expect(verify(proof, kept).colour).toBe("green");
    expect(verify({ ...proof, master: flipped(proof.master, 3) }, kept).failed).toBe("leaves");
  });

  it("shows a doubled ace in whichever deck", () => {
    const caught = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => failing({ open: true, doubled: n % 4 }, n));
    expect(new Set(caught)).toEqual(new Set(["spare", "leaves"]));
  });
});

type Recorded = { proof: Proof; feed: Event[] };
const recorded = JSON.parse(readFileSync(new URL("../dev/proofs.json", import.meta.url), "utf8")) as Record<
  string,
  Recorded
>;

describe.each(Object.entries(recorded))("the room's own proof of %s", (_, { proof, feed }) => {
  it("holds with what the seat saw", () => {
    const { colour, failed } = verify(proof, { feed });
    expect([colour, failed]).toEqual(["green", null]);
  });

  it("does not hold for another hand", () => {
    const bent = feed.map((event) =>
      event.type === "cards"
        ? { ...event, cards: event.cards.map((card) => (card < 52 ? (card + 1) % 52 : card)) }
        : event,
    );
    expect(verify(proof, { feed: bent }).failed).toBe("cards");
  });
});

describe("a cheating room is named", () => {
  it("changes the deck after the reveals", () => expect(failing({ otherDeck: true })).toBe("deck"));
  it("deals from one place further down", () => expect(failing({ skipped: true })).toBe("cards"));
  it("drops a reveal that it has acknowledged", () => expect(failing({ dropped: true })).toBe("reveal"));
  it("draws the lots in another order", () => expect(failing({ reordered: true })).toBe("lots"));

  it("doubles an ace in one deck of four: caught three times in four, of 400 hands", async () => {
    const caught: (string | null)[] = [];
    for (let n = 0; n < 400; n++) {
      caught.push(failing({ doubled: n % 4 }, n + 1));
      if (n % 20 === 0) await new Promise((settle) => setTimeout(settle)); // Vitest wants to be heard.
    }
    const spare = caught.filter((line) => line === "spare").length;
    // Four deviations of a share of 3/4 in 400.
    expect(Math.abs(spare - 300)).toBeLessThan(35);
    expect(new Set(caught)).toEqual(new Set(["spare", null, "cards"]));
  }, 180_000);

  it("tells another pledge afterwards, whatever of it", () => {
    const { proof, kept } = handOf(18);
    const other = handOf(19).proof;
    for (const part of ["decks", "entropy", "prev"] as const)
      expect(verify({ ...proof, [part]: other[part] }, kept).failed).toBe("pledge");
    expect(verify(other, kept).failed).toBe("pledge");
  });

  it("leaves my commitment out of its pledge", () => {
    const { proof, kept } = handOf(18);
    const mine = { seat: 3, player: "me", entropy: "00".repeat(32), acknowledged: false };
    expect(verify(proof, { ...kept, mine }).failed).toBe("mine");
  });

  it("lists bytes of mine that it knew before", () => {
    const { proof, kept } = handOf(18);
    expect(verify(proof, { ...kept, mine: { ...kept.mine!, spent: true } }).failed).toBe("mine");
  });

  it("gives another chain of records than I have seen", () => {
    const { proof, kept } = handOf(18);
    expect(verify(proof, { ...kept, last: "11".repeat(32) }).failed).toBe("chain");
    expect(verify({ ...proof, outcome: 1 }, kept).failed).toBe("chain");
  });

  it("plays with a pack that has a card twice", () => {
    expect(proper([...Array(53).keys()])).toBe(true);
    expect(proper([...Array(52).keys(), ...Array(52).keys()])).toBe(true);
    expect(proper([...Array(52).keys(), 51])).toBe(false);
    expect(proper([...Array(51).keys(), 53])).toBe(false);
  });

  it("opens less than I have seen", () => {
    const { proof, kept } = handOf(18);
    expect(verify({ ...proof, openings: proof.openings.slice(1) }, kept).failed).toBe("cards");
  });

  it("sends what is no proof at all", () => {
    const { kept } = handOf(18);
    expect(verify({} as Proof, kept)).toMatchObject({ failed: "pledge", colour: "red" });
    expect(verify({ reveals: 3, entropy: null } as unknown as Proof, kept).colour).toBe("red");
  });
});

/** Every way to change one byte or number in a proof, with the path to it. */
function* changes(thing: unknown, path: string, nth: number): Generator<[string, unknown]> {
  if (typeof thing === "string" && thing.length >= 64) yield [path, flipped(thing, nth)];
  else if (typeof thing === "string" && thing) yield [path, `${thing}x`];
  else if (typeof thing === "number") yield [path, thing + 1];
  else if (Array.isArray(thing))
    for (const [at, part] of thing.entries())
      for (const [where, changed] of changes(part, `${path}/${at}`, nth + at))
        yield [where, thing.map((one, i) => (i === at ? changed : one) as unknown)];
}

describe("a proof with any byte changed", () => {
  const { proof, kept } = handOf(18);
  const fields = Object.entries(proof).filter(([name]) => name !== "fair" && name !== "hand");
  it.each(fields)("fails: %s", (name, value) => {
    for (const [where, changed] of changes(value, name, 5))
      expect(verify({ ...proof, [name]: changed } as Proof, kept).failed, where).not.toBeNull();
  });

  it("fails for the kept pledge too", () => {
    const first = kept.pledge!;
    for (const [name, value] of Object.entries(first).filter(
      ([name]) => !["type", "fair", "seconds"].includes(name),
    ))
      for (const [where, changed] of changes(value, name, 3)) {
        const own = { ...kept, pledge: { ...first, [name]: changed } } as Kept;
        expect(verify(proof, own).failed, where).not.toBeNull();
      }
  });
});
