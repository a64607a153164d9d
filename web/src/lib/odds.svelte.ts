/** Whether this room offers its lab: asked once. */
import { get } from "./api";

export interface OddsGame { game: string; title?: string; [more: string]: unknown }

export const odds: { asked: boolean; games: OddsGame[]; coach: boolean } = $state({ asked: false, games: [], coach: false });

export async function askOdds(): Promise<void> {
  if (odds.asked) return;
  odds.asked = true;
  try {
    const told = await get<{ games?: OddsGame[]; coach?: boolean } | OddsGame[]>("odds");
    odds.games = Array.isArray(told) ? told : (told.games ?? []);
    odds.coach = !Array.isArray(told) && told.coach === true;
  } catch {
    odds.games = [];
  }
}
