/** The two languages of the house sheets; card-room terms as casinos print them. */
import { settings } from "./settings.svelte";
import { EN, type Phrase } from "./words.en";
import { FR } from "./words.fr";

export type Lang = "en" | "fr";
export type { Phrase };

/** No line begins with a mark that French sets apart. */
const FRENCH = Object.fromEntries(
  Object.entries(FR).map(([phrase, text]) => [phrase, text.replace(/ (?=[:;!?])/g, "\u00a0")]),
) as typeof FR;

/** What guests of the house say besides, told by the room. */
const guests: Record<Lang, Record<string, string>> = $state({ en: {}, fr: {} });
export function learn(told: Record<Lang, Record<string, string>>): void {
  Object.assign(guests, told);
}

export const lang = (): Lang => settings.lang;

export function t(phrase: Phrase, values: Record<string, string | number> = {}): string {
  const text = (settings.lang === "fr" ? FRENCH : EN)[phrase] as string | undefined;
  return (text ?? guests[settings.lang][phrase] ?? phrase).replace(/\{(\w+)\}/g, (_, name: string) =>
    String(values[name] ?? ""),
  );
}

/** A phrase whose key is made up at run time: the fallback is shown where there is none. */
export function maybe(
  phrase: string,
  fallback: string,
  values: Record<string, string | number> = {},
): string {
  return phrase in EN || phrase in guests.en ? t(phrase as Phrase, values) : fallback;
}

export const colon = (): string => (settings.lang === "fr" ? "\u00a0: " : ": ");

export const cap = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
