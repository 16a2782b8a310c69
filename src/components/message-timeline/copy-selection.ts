import type { ClipboardEvent } from "react";
import { isElement, isText, selectionOf, styleOf } from "../mount.js";

/**
 * Copies a selection of messages as text and as plain HTML. Left to itself, Chromium writes each property of the kit's
 * reset into each element: hundreds of kilobytes a message, and the page's colors in the document it is pasted to.
 */
export function copySelection(event: ClipboardEvent<HTMLElement>): void {
  const selection = selectionOf(event.currentTarget);
  if (event.defaultPrevented || !selection || selection.isCollapsed || isField(event.target)) return;
  const html = event.currentTarget.ownerDocument.createElement("div");
  for (let index = 0; index < selection.rangeCount; index += 1) {
    const range = selection.getRangeAt(index);
    const whole = range.commonAncestorContainer;
    copyNode(isText(whole) && whole.parentElement ? whole.parentElement : whole, range, html);
  }
  event.clipboardData.setData("text/plain", selection.toString());
  event.clipboardData.setData("text/html", html.innerHTML);
  event.preventDefault();
}

/** Elements with a meaning of their own, and the attributes that are a part of it. */
const meanings: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    "b,blockquote,br,code,dd,del,dl,dt,em,h1,h2,h3,h4,h5,h6,hr,i,li,p,pre,q,strong,sub,sup,table,tbody,thead,tr,ul"
      .split(",")
      .map((name) => [name, []]),
  ),
  a: ["href"],
  img: ["src", "alt"],
  ol: ["start"],
  td: ["align", "colspan"],
  th: ["align", "colspan"],
};

function copyNode(node: Node, range: Range, into: Element): void {
  if (!range.intersectsNode(node)) return;
  if (isText(node)) into.append(...wordsOf(node, range));
  if (!isElement(node)) return;
  const { display, userSelect } = styleOf(node);
  if (display === "none" || userSelect === "none" || node.hasAttribute("hidden")) return;
  const copy = copyOf(node, display);
  for (const child of node.childNodes) copyNode(child, range, copy ?? into);
  if (copy) into.append(copy);
}

/** The element without its children; null where it only groups words in a line. */
function copyOf(element: Element, display: string): Element | null {
  const attributes = meanings[element.localName];
  const page = element.ownerDocument;
  if (!attributes) return display.startsWith("inline") || display === "contents" ? null : page.createElement("div");
  const copy = page.createElement(element.localName);
  for (const name of attributes) {
    const value = element.getAttribute(name);
    if (value !== null) copy.setAttribute(name, value);
  }
  return copy;
}

/** The selected words of a text. Its line ends are elements where HTML would not show them. */
function wordsOf(text: Text, range: Range): (string | Element)[] {
  const start = text === range.startContainer ? range.startOffset : 0;
  const words = text.data.slice(start, text === range.endContainer ? range.endOffset : undefined);
  const parent = text.parentElement;
  const keepsLines = parent && !parent.closest("pre") && styleOf(parent).whiteSpace.startsWith("pre");
  if (!keepsLines) return [words];
  return words
    .split("\n")
    .flatMap((line, index) => (index === 0 ? [line] : [text.ownerDocument.createElement("br"), line]));
}

function isField(target: EventTarget): boolean {
  return isElement(target) && target.matches("input, textarea, [contenteditable]");
}
