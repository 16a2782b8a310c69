/** The rows that arrow keys go through, and the controls in them: read from the page when a key asks, kept nowhere. */

const rows = ".sv-group > [data-sv-item]";

const stops = `${rows}, .sv-page-button, .sv-ask-again`;

const controls =
  'button:not([disabled]), a[href], input:not([disabled]), select, textarea, summary, [contenteditable="true"], [tabindex="0"]';

export function stopsIn(view: HTMLElement): readonly HTMLElement[] {
  return [...view.querySelectorAll<HTMLElement>(stops)];
}

export function stopOf(element: HTMLElement, view: HTMLElement): HTMLElement | null {
  const stop = element.closest<HTMLElement>(stops);
  return stop && view.contains(stop) ? stop : null;
}

export function controlsIn(element: HTMLElement): readonly HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>(controls)].filter((control) => !control.closest("[hidden]"));
}

export function rowsIn(view: HTMLElement): readonly HTMLElement[] {
  return [...view.querySelectorAll<HTMLElement>(rows)];
}

/** The last row that is in view. */
export function visibleRow(view: HTMLElement): HTMLElement | null {
  const { bottom } = view.getBoundingClientRect();
  return rowsIn(view).findLast((row) => row.getBoundingClientRect().top <= bottom) ?? null;
}

/** The button after the rows of a failed turn: a tab stop beside the rows, as it is what a person needs then. */
export function retryIn(view: HTMLElement): HTMLElement | null {
  return view.querySelector<HTMLElement>(".sv-ask-again");
}

/**
 * Focuses a row, and sets its position for a screen reader; -1 where not all rows are drawn.
 *
 * @param isScrolled whether the caller scrolls
 */
export function focusStop(stop: HTMLElement, isScrolled = false): true {
  if (stop.localName === "article") {
    const view = stop.closest<HTMLElement>(".sv-timeline-viewport");
    const all = view ? rowsIn(view) : [];
    const isWhole = !view?.querySelector(".sv-page-button, .sv-box[data-text]");
    stop.setAttribute("aria-posinset", String(all.indexOf(stop) + 1));
    stop.setAttribute("aria-setsize", String(isWhole ? all.length : -1));
  }
  if (stop.tabIndex < 0) stop.tabIndex = -1;
  stop.focus({ preventScroll: isScrolled });
  // WebKit moves the view to what has the focus only later, when its place may have been kept against that.
  if (!isScrolled && typeof stop.scrollIntoView === "function") stop.scrollIntoView({ block: "nearest" });
  return true;
}
