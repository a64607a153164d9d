/** One clock for all rings. */
import { still } from "./settings.svelte";

export const clock = $state({ now: 0 });

const slow = still();
setInterval(() => {
  if (!document.hidden) clock.now = performance.now();
}, slow ? 1000 : 250);
