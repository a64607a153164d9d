/** What a host may choose, as the room says, and what is chosen without looking. */
import { get, post } from "../lib/api";
import { lang } from "../lib/i18n.svelte";
import { figure, money } from "../lib/money";
import type { HostForm, Offer, PrivateTable, StakeLine, TableWish } from "../lib/protocol";
import { room } from "../lib/room.svelte";
import { go } from "../lib/router.svelte";

class Form {
  offers: Offer[] = $state.raw([]);
  bots = $state(0);

  async load(): Promise<void> {
    try {
      const told = await get<HostForm>("private");
      [this.offers, this.bots] = [told.offers, told.bots];
    } catch {
      this.offers = [];
    }
  }
}
export const form = new Form();

/** No limit hold'em at small stakes, six seats, no bots: what most evenings among friends are. */
export function best(offers: Offer[]): TableWish | null {
  const offer = offers.find((one) => one.table.includes("no-limit")) ?? offers[0];
  if (!offer) return null;
  const stakes = offer.stakes.find((one) => one.stakes === "small") ?? offer.stakes[0];
  const [least, most] = offer.seats;
  const seats = Math.max(least, Math.min(6, most));
  return {
    table: offer.table,
    stakes: stakes?.stakes ?? "house",
    seats,
    pace: "usual",
    bots: 0,
    level: null,
    club: "",
  };
}

export const stakeText = (offer: Offer, line: StakeLine): string =>
  line.amounts.map((sum) => money(figure(sum, lang()), offer.currency, lang())).join(" / ");

/** Open it and go there; its code is shown at once. */
export async function open(wish: TableWish): Promise<void> {
  const told = await post<PrivateTable>("private", wish);
  await room.refreshLobby();
  fresh.table = told.table;
  go("table", ...told.table.split("/"));
}

/** The table that was opened a moment ago: the page shows how to invite people. */
export const fresh = $state({ table: "" });

export const spaced = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
export const linkTo = (kind: "t" | "c", code: string): string =>
  `${location.href.split("#")[0]}#/${kind}/${code}`;
