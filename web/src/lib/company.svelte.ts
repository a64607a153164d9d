/** People among people: my tastes, what I keep about others, faces, and what is felt at the tables. */
import { get, put } from "./api";
import type { Acquaintance, EmoteMessage, Tastes } from "./protocol";

export const AVATARS = [
  "",
  "fox",
  "owl",
  "cat",
  "hare",
  "bear",
  "raven",
  "fish",
  "turtle",
  "crown",
  "die",
  "lantern",
  "anchor",
  "moon",
  "rose",
  "key",
  "glass",
] as const;
export const FELTS = ["", "green", "midnight", "wine", "slate"] as const;
export const BACKS = ["", "waves", "stars", "rings"] as const;
export const FEELINGS = [
  "well played",
  "nice hand",
  "thanks",
  "good luck",
  "unlucky",
  "laugh",
  "wow",
  "hurry",
] as const satisfies readonly EmoteMessage["emote"][];
const HOUSE: Required<Tastes> = {
  avatar: "",
  listed: true,
  felt: "",
  back: "",
  presets: [50, 67, 100],
  top_up: "never",
  post: true,
  emotes: true,
  front: true,
};
/** How long a feeling stands at a seat. */
const SHOWN = 4000;

/** Somebody to look at closely. */
export interface Looked {
  player: string;
  name: string;
  bot: boolean;
}
type Kept = Pick<Acquaintance, "note" | "friend" | "muted">;

class Company {
  tastes: Required<Tastes> = $state.raw(HOUSE);
  others: Record<string, Acquaintance> = $state.raw({});
  faces: Record<string, string> = $state.raw({});
  /** What is felt, by table and seat. */
  shown: Record<string, EmoteMessage["emote"]> = $state({});
  looked: Looked | null = $state.raw(null);
  #ends: Record<string, ReturnType<typeof setTimeout>> = {};

  /** Somebody has come in. */
  async load(): Promise<void> {
    await Promise.all([
      get<Tastes>("me/tastes").then((told) => (this.tastes = { ...HOUSE, ...told })),
      this.refresh(),
    ]).catch(() => undefined); // Without them the house's own will do.
  }
  forget(): void {
    this.tastes = HOUSE;
    this.others = {};
  }
  async refresh(): Promise<void> {
    const told = await get<Acquaintance[]>("me/acquaintances");
    this.others = Object.fromEntries(told.map((one) => [one.player, one]));
  }

  async choose(change: Tastes): Promise<void> {
    const before = this.tastes;
    this.tastes = { ...before, ...change };
    try {
      await put("me/tastes", this.tastes);
    } catch (trouble) {
      this.tastes = before;
      throw trouble;
    }
  }

  async keep(player: string, change: Partial<Kept>): Promise<void> {
    const { note = "", friend = false, muted = false } = { ...this.others[player], ...change };
    const told = await put<Acquaintance>("me/acquaintances", { player, note, friend, muted });
    this.others = { ...this.others, [player]: told };
  }

  readonly muted = (player: string): boolean => this.others[player]?.muted ?? false;
  readonly avatar = (player: string): string => this.faces[player] ?? "";
  /** The felt that I like better than the game's own. */
  readonly felt = (own: string | undefined): string => this.tastes.felt || own || "green";
  /** Tables at which somebody sits whom I call a friend. */
  readonly withFriends = $derived(
    new Set(Object.values(this.others).flatMap((one) => (one.friend ? one.tables : []))),
  );

  async lookAround(table: string): Promise<void> {
    const told = await get<Record<string, string>>(`tables/${table}/faces`).catch(() => ({}));
    this.faces = { ...this.faces, ...told };
  }

  feels({ table, seat, player, emote }: EmoteMessage): void {
    if (!this.tastes.emotes || this.muted(player)) return;
    const at = `${table}:${seat}`;
    this.shown[at] = emote;
    clearTimeout(this.#ends[at]);
    this.#ends[at] = setTimeout(() => delete this.shown[at], SHOWN);
  }
}

export const company = new Company();
