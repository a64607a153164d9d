/** Every game lies on the felt: by a plan of its own or its family's, and no plan names what nobody reads. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Layout } from "../src/lib/protocol";
import layouts from "../src/table/layouts.json";
import { placesOf, podPoint, type StageName } from "../src/table/places";

const STAGES: StageName[] = ["wide", "portrait", "landscape"];
const layout = (family: Layout["family"]): Layout => ({
  family,
  felt: "wine",
  plan: "",
  aim: "",
  place: 9,
  seat_chips: ["stack"],
  seat_cards: [],
  house_chips: [],
  house_cards: [],
});
const source = ["../src/table/", "../src/parts/"]
  .map((folder) => new URL(folder, import.meta.url))
  .flatMap((folder) => readdirSync(folder).map((name) => new URL(name, folder)))
  .filter((file) => /\.(ts|svelte)$/.test(file.pathname))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

describe.each(["poker", "house", "boxes", "sets"] as const)("a game of the family %s", (family) => {
  it.each(STAGES)("that nobody has drawn lies as its family does: %s", (stage) => {
    const places = placesOf(layout(family), stage);
    expect(places.family).toBe(family);
    expect(places.felt).toBe("wine");
    expect(Object.keys(places.shape).length).toBeGreaterThan(2);
  });
});

it("has a place inside the stage for every seat, drawn or not", () => {
  for (const stage of STAGES)
    for (const count of [2, 6, 9, 10, 11]) {
      const places = placesOf(layout("poker"), stage);
      for (let seat = 1; seat <= count; seat++) {
        const [x, y] = podPoint(places, seat, 1, count);
        expect(x).toBeGreaterThan(0);
        expect(x).toBeLessThan(places.size[0]);
        expect(y).toBeGreaterThan(0);
        expect(y).toBeLessThan(places.size[1] + 40);
      }
    }
});

it("names no place that is read nowhere", () => {
  const spots = new Set(["ante", "bonus", "call", "odds", "raise"]);
  const named = Object.values(layouts as unknown as Record<string, Record<string, object>>).flatMap((plan) =>
    STAGES.flatMap((stage) => Object.keys(plan[stage] ?? {})),
  );
  const unread = [...new Set(named)].filter(
    (place) => !spots.has(place) && !source.includes(`"${place}"`) && !source.includes(`'${place}'`),
  );
  expect(unread.filter((place) => !source.includes(`shape.${place}`))).toEqual([]);
});
