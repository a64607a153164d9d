import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { filled } from "../src/lib/i18n.svelte";
import { EN } from "../src/lib/words.en";
import { FR } from "../src/lib/words.fr";
import { SAID_EN } from "../src/lib/words.gen";

describe("the two languages", () => {
  it("say the same things", () => {
    expect(Object.keys(FR).sort()).toEqual(Object.keys(EN).sort());
    for (const [phrase, english] of Object.entries(EN)) {
      const french = FR[phrase as keyof typeof EN];
      const names = (text: string): string[] =>
        [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").sort();
      expect(names(french), phrase).toEqual(names(english));
    }
  });
  it("count one and several each in its own way", () => {
    const said = (n: number): string[] => [
      filled(EN["last three"], { n }, "en"),
      filled(FR["free seats"], { n }, "fr"),
    ];
    expect(said(0)).toEqual(["Last 0 hands.", "0 libre"]);
    expect(said(1)).toEqual(["Last hand.", "1 libre"]);
    expect(said(3)).toEqual(["Last 3 hands.", "3 libres"]);
  });
  it("give every counted noun its two forms", () => {
    const forms = /\{\w+\|(?:[^{}|]|\{\w+\})*\|(?:[^{}|]|\{\w+\})*\}/g;
    const counted =
      /(?<!to |of |à |sur )\{\w+\} (?:(?:unseen|first|simulated|premières) )?([a-zà-ÿœ]+[sx])(?![a-zà-ÿœ])/g;
    const noNouns = new Set(
      "is has was yours plays begins wins less hands est plus moins puis pas sans cas clos à".split(" "),
    );
    const wrong = [...Object.entries(EN), ...Object.entries(FR)].filter(([, text]) =>
      [...text.replace(forms, "").matchAll(counted)].some(([, noun]) => !noNouns.has(noun ?? "")),
    );
    expect(wrong).toEqual([]);
  });
  it("leave the words of a hand to the one table", () => {
    for (const file of ["words.en.ts", "words.fr.ts"]) {
      const own = readFileSync(new URL(`../src/lib/${file}`, import.meta.url), "utf8");
      for (const phrase of Object.keys(SAID_EN)) expect(own.includes(`"${phrase}": `), phrase).toBe(false);
    }
  });
  it("know every act that a game can ask for", () => {
    const words = readFileSync(new URL("../../src/croupier/core/words.py", import.meta.url), "utf8");
    const acts = [
      ...(words.split("Act = Literal[")[1]?.split("]")[0] ?? "").matchAll(/^ {4}"([^"]+)",$/gm),
    ].map(([, act]) => act ?? "");
    expect(acts.length).toBeGreaterThan(20);
    for (const act of acts) expect(EN, act).toHaveProperty([`do ${act}`]);
  });
  it("know every word that a hand can say, and every act of the staff", () => {
    const words = readFileSync(new URL("../../src/croupier/core/words.py", import.meta.url), "utf8");
    const commands = readFileSync(new URL("../../src/croupier/room/commands.py", import.meta.url), "utf8");
    const said = [...(words.split("WORDS:")[0] ?? "").matchAll(/^ {4}"([^"]+)",$/gm)].map(
      ([, word]) => word ?? "",
    );
    const acts = [
      ...(commands.split("# The staff's.")[1]?.split("AnyCommand")[0] ?? "").matchAll(/tag="(\w+)"/g),
    ].map(([, act]) => act ?? "");
    expect(said.length).toBeGreaterThan(60);
    expect(acts.length).toBeGreaterThan(10);
    for (const word of said)
      expect(
        [`says ${word}`, `house ${word}`, `ruling ${word}`].some((phrase) => phrase in EN),
        word,
      ).toBe(true);
    for (const act of acts) if (act !== "rule") expect(EN, act).toHaveProperty([`ruling ${act}`]);
  });
});
