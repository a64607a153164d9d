/** The view of a client is the snapshot's with every event applied: the same as the room's own. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { take, viewOf, type View } from "../src/lib/felt";
import type { NewsMessage, Pairs, TableMessage } from "../src/lib/protocol";

interface Recorded {
  table: TableMessage;
  frames: { news: NewsMessage; view: { chips: Pairs<number>; cards: Pairs<number[]>; deck: number } }[];
}

const folder = new URL("../dev/scenes/", import.meta.url);
const sorted = (view: View): View => ({
  chips: Object.fromEntries(Object.entries(view.chips).sort()),
  cards: Object.fromEntries(Object.entries(view.cards).sort()),
  deck: 0,
});

describe("a hand that begins", () => {
  it("clears the felt and says how many cards there are", () => {
    const view: View = { chips: { "1:bet": 4 }, cards: { "1:hole": [1, 2] }, deck: 3 };
    take(view, { type: "hand", hand: 7, chips: [[[1, "stack"], 400]], deck: 312, fair: null });
    expect(view).toEqual({ chips: { "1:stack": 400 }, cards: {}, deck: 312 });
  });
});

describe.each(readdirSync(folder).filter((name) => name.endsWith(".json")))("%s", (name) => {
  const told = JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Recorded;
  it("folds to what the room shows after every frame", () => {
    const view = viewOf(told.table.view);
    for (const frame of told.frames) {
      for (const event of frame.news.events) take(view, event);
      expect(sorted(view)).toEqual(sorted(viewOf(frame.view)));
    }
  });
});
