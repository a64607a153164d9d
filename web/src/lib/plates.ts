/** The texts of a plate in the reader's language; the room prints them in English. */
import { cap, lang } from "./i18n.svelte";

const FRENCH: [RegExp, string][] = [
  [/^Version$/, "Version"], [/^Blinds$/, "Blinds"], [/^Buy-in$/, "Cave"], [/^Seats$/, "Places"], [/^Time to act$/, "Temps de parole"], [/^Bets$/, "Enjeux"],
  [/^Levy$/, "Prélèvement légal"], [/^Collection$/, "Droit de table"], [/^Players$/, "Joueurs"], [/^Limits$/, "Limites"], [/^Betting time$/, "Temps de mise"], [/^Decision time$/, "Décision"],
  [/^Ante pays$/i, "L'Ante paie"], [/^Bonus pays$/i, "Le Bonus paie"], [/^Odds pays$/i, "Odds paie"], [/^Box$/, "Case"],
  [/\bno limit\b/i, "No Limit"], [/\bpot limit\b/i, "Pot Limit"], [/\bno maximum\b/, "sans maximum"], [/\bseconds\b/, "secondes"], [/% of each pot/, "% de chaque pot"], [/at most (.+) a hand/, "au plus $1 par coup"],
  [/^Stakes? in/, "Mises en"], [/^Bets in/, "Mises en"], [/^Stake$/, "Mise"], [/^Wager$/, "Mise"], [/^Bank$/, "Banque"], [/^Fee$/, "Droit"], [/^Time to bet$/, "Temps de mise"], [/^Time to decide$/, "Temps de décision"], [/^Time to set$/, "Temps pour former"], [/^Time to take the bank$/, "Temps pour la banque"], [/^Time to cut, to choose$/, "Temps pour couper, choisir"], [/whole chips of/, "jetons entiers de"], [/exactly twice the Ante/, "exactement deux fois l'Ante"], [/\bor more\b/, "ou plus"], [/ a hand\b/, " par coup"], [/^Insurance$/, "Assurance"], [/^Decks?$/, "Jeux"], [/any number of raises/, "relances illimitées"], [/^Bets and raises$/, "Enjeux"], [/ and /g, " et "], [/ to /g, " à "], [/\bthen\b/, "puis"], [/no cap on raises/, "relances illimitées"], [/a bet and (\d+) raises/, "une ouverture et $1 relances"], [/always in full/, "toujours en entier"],
];
const HANDS: [RegExp, string][] = [
  [/royal flush/, "quinte flush royale"], [/straight flush/, "quinte flush"], [/four of a kind/, "carré"], [/full house/, "full"], [/three of a kind/, "brelan"], [/two pairs?/, "double paire"],
  [/pair of aces/, "paire d'as"], [/pair of fours/, "paire de quatre"], [/high card/, "carte haute"], [/\bflush\b(?! royale)/, "couleur"], [/\bstraight\b/, "quinte"], [/\bpair\b/, "paire"], [/ or less/, " ou moins"], [/ or better/, " ou mieux"], [/ to /, " à "],
  [/quinte flush|quinte couleur/, "quinte flush"],
];

export function plateText(text: string): string {
  if (lang() !== "fr") return text;
  return FRENCH.reduce((out, [from, to]) => out.replace(from, to), text);
}

export function priceName(row: string): string {
  if (lang() !== "fr") return cap(row);
  return cap(HANDS.reduce((out, [from, to]) => out.replace(from, to), row));
}
