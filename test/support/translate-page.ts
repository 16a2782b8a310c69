/** Parts that a browser's page translation leaves alone. */
const left = "textarea, script, style, .notranslate, [translate=no], font";

/**
 * Does to the texts of an element what a browser's page translation does: each text node is replaced by elements with
 * its words. The words stay the same here, so that they can be compared.
 */
export function translatePage(element: Element): void {
  for (const text of textsIn(element)) {
    if (text.data.trim() === "" || text.parentElement?.closest(left)) continue;
    const outer = text.ownerDocument.createElement("font");
    const inner = text.ownerDocument.createElement("font");
    outer.append(inner);
    inner.append(text.data);
    text.replaceWith(outer);
  }
}

/**
 * The words of the kit's elements that React holds as text nodes of their own, because their element has other children
 * too: a translation replaces such a node, and React then writes to it, removes it or inserts before it.
 */
export function wordsBesideOthers(element: Element): readonly string[] {
  return textsIn(element)
    .filter((text) => Object.keys(text).some((key) => key.startsWith("__reactFiber$")))
    .filter(({ data, parentElement }) => data.trim() !== "" && /^sv-(?!md)/.test(parentElement?.className ?? ""))
    .filter(({ parentElement }) => !parentElement?.closest("[translate=no]"))
    .map(({ data, parentElement }) => `${parentElement?.className}: ${data}`);
}

function textsIn(element: Element): readonly Text[] {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}
