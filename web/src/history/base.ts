/** The table that a hand is shown on: its own, or one of the same game when its own is closed. */
import { get } from "../lib/api";
import { t } from "../lib/i18n.svelte";
import type { HandStory, LobbyTable, TableMessage } from "../lib/protocol";

export const likeTable = (story: HandStory, tables: LobbyTable[]): Promise<TableMessage> => {
  const same = tables.find((one) => one.game === story.game);
  if (!same) throw new Error(t("no table of game", { game: story.game }));
  return get<TableMessage>(`tables/${same.table}`);
};

export const ownTable = (story: HandStory, tables: LobbyTable[]): Promise<TableMessage> =>
  get<TableMessage>(`tables/${story.table}`).catch(() => likeTable(story, tables));
