/** Devices by the names that their owners know. */
import { t } from "./i18n.svelte";

const BROWSERS = { Firefox: "Firefox", Edg: "Edge", OPR: "Opera", Chrome: "Chrome", Safari: "Safari" };
const SYSTEMS = {
  Android: "Android",
  iPhone: "iPhone",
  iPad: "iPad",
  Windows: "Windows",
  "Mac OS X": "Mac OS X",
  Linux: "Linux",
};
const named = (marks: Record<string, string>, agent: string): string | undefined =>
  Object.entries(marks).find(([mark]) => agent.includes(mark))?.[1];
/** What a reader knows their device by, from what the browser says of itself. */
export const device = (agent: string): string =>
  [named(BROWSERS, agent) ?? agent.split("/")[0], named(SYSTEMS, agent)].filter(Boolean).join(", ") ||
  t("unknown device");
