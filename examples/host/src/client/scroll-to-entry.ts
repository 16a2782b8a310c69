/**
 * Scrolls the side bar to an entry, no further than needed. Not `scrollIntoView`, after which Chromium's first Tab would
 * continue from the entry and miss "Skip to content".
 */
export function scrollToEntry(entry: Element | null): void {
  const list = entry?.closest(".side-bar-content");
  if (!entry || !list) return;
  const place = entry.getBoundingClientRect();
  const view = list.getBoundingClientRect();
  if (place.top < view.top) list.scrollTop -= view.top - place.top;
  else if (place.bottom > view.bottom) list.scrollTop += place.bottom - view.bottom;
}
