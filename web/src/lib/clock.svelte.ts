/** One clock for all rings: its steps are small enough to look smooth, and nothing is drawn between them. */

export const clock = $state({ now: 0 });

setInterval(() => {
  if (!document.hidden) clock.now = performance.now();
}, 125);
