/** The tournaments: what is announced, those I follow, and what I do in them. */
import { get } from "./api";
import { clock } from "./clock.svelte";
import { lang, t } from "./i18n.svelte";
import { figure, money } from "./money";
import type {
  Entrant,
  FromRoom,
  TournamentLevel,
  TournamentLine,
  TournamentMessage,
  TournamentNews,
  TournamentNotice,
} from "./protocol";
import { room } from "./room.svelte";
import { voice } from "./voice.svelte";

export type Told = TournamentMessage & { heardAt: number };

/** The tournament of one of its tables: `house/evening.7` of `house/evening.7-2`. */
export const tournamentOf = (table: string): string =>
  (table.split("/")[1] ?? "").includes(".") ? table.slice(0, table.lastIndexOf("-")) : "";

class Tournaments {
  list: TournamentLine[] = $state.raw([]);
  known: Record<string, Told> = $state({});
  /** What has happened, the newest first. */
  news: Record<string, TournamentNotice[]> = $state({});
  #followed = new Map<string, number>();

  async refresh(): Promise<void> {
    this.list = await get<TournamentLine[]>("tournaments");
  }

  follow(name: string): () => void {
    const count = this.#followed.get(name) ?? 0;
    this.#followed.set(name, count + 1);
    if (!count) room.say({ type: "follow", tournament: name });
    return () => {
      const left = (this.#followed.get(name) ?? 1) - 1;
      if (left) this.#followed.set(name, left);
      else {
        this.#followed.delete(name);
        room.say({ type: "unfollow", tournament: name });
      }
    };
  }

  /** The line is new: all that is followed is asked for again. */
  again(): void {
    for (const name of this.#followed.keys()) room.say({ type: "follow", tournament: name });
  }

  heard(told: FromRoom): void {
    if (told.type === "tournament")
      this.known[told.line.tournament] = { ...told, heardAt: performance.now() };
    else if (told.type === "tournament_news") this.#news(told);
  }

  #news({ tournament, notices }: TournamentNews): void {
    const before = this.news[tournament] ?? [];
    this.news[tournament] = [...notices.slice().reverse(), ...before].slice(0, 40);
    for (const one of notices)
      if (LOUD.has(one.what)) voice.say(said(one, this.known[tournament]?.line.currency ?? ""));
  }
}
const LOUD = new Set<TournamentNotice["what"]>([
  "level",
  "break",
  "hand for hand",
  "final table",
  "out",
  "over",
]);

export const tournaments = new Tournaments();
room.onTournament(
  (told) => tournaments.heard(told),
  () => tournaments.again(),
);

// What a page shows of one.

/** Why a table of a tournament does not deal now, or nothing. */
export const waitsAt = (table: string): string =>
  tournaments.known[tournamentOf(table)]?.tables.find((one) => one.table === table)?.waits ?? "";

export const mine = (told: Told | undefined): Entrant | undefined =>
  told?.entrants.find((one) => one.player === room.session?.player);

const since = (told: Told): number => (clock.now, (performance.now() - told.heardAt) / 1000);
export const levelLeft = (told: Told): number =>
  Math.max(0, told.level_left - (told.running ? since(told) : 0));
export const startsIn = (told: Told): number => Math.max(0, (told.line.starts_in ?? 0) - since(told));
export const offerLeft = (told: Told, seconds: number): number => Math.max(0, seconds - since(told));

export function minutes(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number): string => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export const cash = (cents: number, line: { currency: string }): string =>
  money(figure(cents, lang()), line.currency, lang());
export const chips = (cents: number): string => figure(cents, lang());

/** The number of a level, breaks not counted. */
export const levelNumber = (told: Told, at = told.at): number =>
  told.levels.slice(0, at + 1).filter((level) => !level.pause).length +
  Math.max(0, at + 1 - told.levels.length);

export function stakesOf(level: TournamentLevel): string {
  const ante = level.ante ? chips(level.ante) : "";
  if (!level.big) return t("ev ante", { n: ante });
  const blinds = `${chips(level.small)}/${chips(level.big)}`;
  return ante ? `${blinds} (${ante})` : blinds;
}

const penalty = (one: TournamentNotice) =>
  !one.amount ? "ev penalty lifted" : one.why === "levels" ? "ev penalty levels" : "ev penalty";

/** One thing that has happened, in a sentence. */
export function said(one: TournamentNotice, currency: string): string {
  const prize = one.amount ? cash(one.amount, { currency }) : "";
  const values = { name: one.name, n: one.place, sum: prize, chips: chips(one.amount) };
  switch (one.what) {
    case "out":
      return one.amount ? t("ev out paid", values) : t("ev out", values);
    case "over":
      return t("ev won", values);
    case "level":
      return t("ev new level", { blinds: chips(one.amount) });
    case "moved":
      return t(`ev moved ${one.why}` as "ev moved balance", {
        name: one.name,
        table: one.table.slice(one.table.lastIndexOf("-") + 1),
        seat: one.seat,
      });
    case "awarded":
      return t(one.amount ? "ev awarded" : "ev awarded bare", values);
    case "rebuy":
      return t("ev rebought", values);
    case "bounty":
      return t("ev bounty", values);
    case "penalty":
      return t(penalty(one), { ...values, n: one.amount });
    case "prizes":
      return t("ev prizes fixed", { sum: prize, n: one.place });
    default:
      return t(`ev ${one.what}` as "ev started", { ...values, n: one.amount });
  }
}

/** Whether I may buy chips though I have some: few enough, by the sheet. */
export function mayRebuy(told: Told): boolean {
  const me = mine(told);
  const may = told.line.state === "running" && told.line.registering && told.rebuy_at_most > 0;
  return Boolean(
    may && me && !me.out && !me.offer && me.stack <= told.rebuy_at_most && me.rebuys < told.rebuys,
  );
}

// What I do.

export async function enter(line: TournamentLine): Promise<boolean> {
  const told = await room.inTournament("enter", line.tournament);
  if (told.type === "refused") return false;
  room.toast("good", t("ev entered you", { title: line.title }));
  void tournaments.refresh();
  return true;
}

export async function withdraw(line: TournamentLine): Promise<void> {
  await room.inTournament("withdraw", line.tournament);
  void tournaments.refresh();
}
