/** What a person has chosen for this browser. */

interface Settings {
  lang: "en" | "fr";
  deck: "" | "two" | "four";
  sound: boolean;
  volume: number;
  letters: boolean;
  /** Whether the first hands of a game are accompanied. */
  guides: boolean;
  /** Whether straddles and other extra blinds are offered. */
  straddles: boolean;
  /** Whether a notification says that it is my turn. */
  alerts: boolean;
  chip: number;
}

const STORE = "croupier.settings";

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

const french = typeof navigator !== "undefined" && navigator.language?.startsWith("fr");

export const settings: Settings = $state({
  lang: french ? "fr" : "en",
  deck: "",
  sound: true,
  volume: 0.5,
  letters: true,
  guides: true,
  straddles: false,
  alerts: false,
  chip: 500,
  ...stored(),
});

export function keep(): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(settings));
  } catch {
    /* A browser without storage forgets. */
  }
  document.documentElement.lang = settings.lang;
  document.documentElement.dataset["deck"] = settings.deck || "two";
}

const calm = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-reduced-motion: reduce)");

export const still = (): boolean => calm?.matches ?? false;
