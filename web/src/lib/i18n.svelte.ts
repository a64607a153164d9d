/** The two languages of the house sheets; card-room terms as casinos print them. */
import { settings } from "./settings.svelte";
import { EN, type Phrase } from "./words.en";

export type Lang = "en" | "fr";
export type { Phrase };

/** French is fetched when somebody reads it; until then English stands in. */
let french: Partial<Record<string, string>> = $state.raw({});
export async function fetchWords(language: Lang): Promise<void> {
  if (language === "en" || "tables" in french) return;
  const { FR } = await import("./words.fr");
  // No line begins with a mark that French sets apart.
  french = Object.fromEntries(
    Object.entries(FR).map(([phrase, text]) => [phrase, text.replace(/ (?=[:;!?])/g, "\u00a0")]),
  );
}

/** What guests of the house say besides, told by the room. */
const guests: Record<Lang, Record<string, string>> = $state({ en: {}, fr: {} });
export function learn(told: Record<Lang, Record<string, string>>): void {
  Object.assign(guests, told);
}

export const lang = (): Lang => settings.lang;

type Values = Record<string, string | number>;

/** `{n|seat|seats}`: the form for one or for several; to French none is one. */
const PLURAL = /\{(\w+)\|((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)\}/g;

/** A phrase with its holes filled: `{n}` by a value, `{n|one|several}` by the form that it takes. */
export function filled(text: string, values: Values, language: Lang): string {
  const one = (n: number): boolean => (language === "fr" ? Math.abs(n) < 2 : n === 1);
  return text
    .replace(PLURAL, (_, name: string, single: string, several: string) =>
      one(Number(values[name])) ? single : several,
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

export function t(phrase: Phrase, values: Values = {}): string {
  const own = (settings.lang === "fr" && french[phrase]) || (EN[phrase] as string | undefined);
  return filled(own ?? guests[settings.lang][phrase] ?? phrase, values, settings.lang);
}

/** A phrase whose key is made up at run time: the fallback is shown where there is none. */
export function maybe(phrase: string, fallback: string, values: Values = {}): string {
  return phrase in EN || phrase in guests.en ? t(phrase as Phrase, values) : fallback;
}

export const colon = (): string => (settings.lang === "fr" ? "\u00a0: " : ": ");

export const cap = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
