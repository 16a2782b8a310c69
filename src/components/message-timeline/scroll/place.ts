import { isText, styleOf } from "../../mount.js";

/**
 * Marks the place that the reader is looking at, and measures how far it has moved: the first row that begins in the
 * upper half of the view, else the innermost element at the view's top. Its ancestors are marked too, so that the
 * mark survives when some of them are drawn again.
 */
export interface Place {
  /** From the last resort to the first choice, each with its distance from the view's top (CSS pixels). */
  readonly chain: readonly { readonly element: Element; readonly offset: number }[];
  /** The group, for when none of them is left. */
  readonly group: string | null;
  readonly groupOffset: number;
}

/** The offsets of groups in a box that shows its text; null for any other element. */
export type TextLayout = (box: Element) => readonly { readonly at: number; readonly key: string }[] | null;

const depthLimit = 16;

export function markPlace(view: Element, content: Element, layoutOf: TextLayout): Place | null {
  const { top: line, height } = view.getBoundingClientRect();
  const inText = placeInText(content, line, height / 2, layoutOf);
  if (inText) return inText;
  const chain: { element: Element; offset: number }[] = [];
  for (let node = firstBelow(content, line); node && chain.length < depthLimit; node = firstBelow(node, line)) {
    const offset = node.getBoundingClientRect().top - line;
    chain.push({ element: node, offset });
    if (offset >= 0) break;
  }
  const isRow = ({ element }: { readonly element: Element }) => element.hasAttribute("data-group");
  const top = chain.findLast(isRow);
  const next = top && top.offset < 0 ? rowAfter(top.element, content) : undefined;
  const offset = next ? next.getBoundingClientRect().top - line : Infinity;
  if (next && offset < height / 2) chain.push({ element: next, offset });
  const row = chain.findLast(isRow);
  if (chain.length === 0) return null;
  return { chain, group: row?.element.getAttribute("data-group") ?? null, groupOffset: row?.offset ?? 0 };
}

/** Marks one element, and its row for when the element is gone. */
export function markElement(element: Element, view: Element): Place {
  const { top: line } = view.getBoundingClientRect();
  const marked = (node: Element) => ({ element: node, offset: node.getBoundingClientRect().top - line });
  const row = marked(element.closest("[data-group]") ?? element);
  return {
    chain: [row, marked(element)],
    group: row.element.getAttribute("data-group"),
    groupOffset: row.offset,
  };
}

function rowAfter(row: Element, content: Element): Element | undefined {
  const rows = [...content.querySelectorAll("[data-group]")];
  return rows[rows.indexOf(row) + 1];
}

/** In plain text, the middle of the view counts: that is where a find scrolls to. */
function placeInText(content: Element, line: number, middle: number, layoutOf: TextLayout): Place | null {
  const shelf = firstBelow(content, line + middle);
  if (!shelf) return null;
  const inShelf = layoutOf(shelf);
  const box = inShelf ? shelf : firstBelow(shelf, line + middle);
  const starts = inShelf ?? (box && layoutOf(box));
  if (!box || !starts) return null;
  return whileLaidOut(box, () => {
    let found: Place | null = null;
    for (const { at, key } of starts) {
      const top = topOfText(box, at);
      if (top === null) continue;
      if (found && top > line + middle) break;
      found = { chain: [], group: key, groupOffset: top - line };
    }
    return found;
  });
}

/** How far the place has moved down (CSS pixels); null when nothing of it is left. */
export function driftOf(place: Place, view: Element, content: Element, layoutOf: TextLayout): number | null {
  const line = view.getBoundingClientRect().top;
  for (const { element, offset } of place.chain.toReversed()) {
    if (!element.isConnected) continue;
    const box = element.getBoundingClientRect();
    if (box.height > 0) return box.top - line - offset;
  }
  const top = place.group === null ? null : topOfGroup(content, place.group, layoutOf);
  return top === null ? null : top - line - place.groupOffset;
}

export function elementOfGroup(content: Element, key: string): Element | null {
  return content.querySelector(`[data-group="${CSS.escape(key)}"]`);
}

function topOfGroup(content: Element, key: string, layoutOf: TextLayout): number | null {
  const own = elementOfGroup(content, key);
  if (own) return own.getBoundingClientRect().top;
  for (const box of content.querySelectorAll("[data-text]")) {
    const start = layoutOf(box)?.find((each) => each.key === key);
    if (start) return whileLaidOut(box, () => topOfText(box, start.at)) ?? box.getBoundingClientRect().top;
  }
  return null;
}

/** The first child, in the flow of the page, that reaches below the line. */
function firstBelow(parent: Element, line: number): Element | null {
  const { children } = parent;
  // Content of an inner scroll container does not show the view's position.
  if (parent.scrollHeight > parent.clientHeight + 1 && scrollsItself(parent)) return null;
  let low = 0;
  // Hidden elements have no position, which would break a binary search; there are few, and none among boxes.
  let high = children.length > 64 ? children.length : 0;
  while (low < high) {
    const middle = (low + high) >> 1;
    const box = children[middle]?.getBoundingClientRect();
    if (box && box.bottom > line + 1) high = middle;
    else low = middle + 1;
  }
  for (let child = children[low]; child; child = child.nextElementSibling ?? undefined) {
    if (child.getBoundingClientRect().bottom > line + 1 && isInFlow(child)) return child;
  }
  return null;
}

export function scrollsItself(element: Element): boolean {
  const { overflowY } = styleOf(element);
  return overflowY === "auto" || overflowY === "scroll";
}

function isInFlow(element: Element): boolean {
  const { position, display } = styleOf(element);
  const isStatic = position === "static" || position === "relative";
  return isStatic && display !== "none" && !display.startsWith("inline") && element.getBoundingClientRect().height > 0;
}

/** A browser may skip the layout of far content, even for a script that measures it. */
function whileLaidOut<Found>(box: Element, read: () => Found): Found {
  const { style } = box as HTMLElement;
  style.contentVisibility = "visible";
  const found = read();
  style.contentVisibility = "";
  return found;
}

function topOfText(box: Element, at: number): number | null {
  const text = box.firstChild;
  if (!isText(text) || at >= text.length) return null;
  const range = box.ownerDocument.createRange();
  range.setStart(text, at);
  range.setEnd(text, at + 1);
  const { top, height } = range.getBoundingClientRect();
  return height > 0 ? top : null;
}
