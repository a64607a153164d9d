/** One clock for all rings. */

export const clock = $state({ now: 0 });

setInterval(() => {
  if (!document.hidden) clock.now = performance.now();
}, 250);
