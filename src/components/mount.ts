/**
 * A component may be mounted in a shadow root, a frame or another window, while its code belongs to one page. Each
 * function here asks a node of the component instead of the globals `document` and `window`.
 */
type Tree = Document | ShadowRoot;

/** The window that shows a node. */
export function windowOf(node: Node): Window & typeof globalThis {
  const page = documentOf(node);
  // Engines of tests have another window than their globals.
  return (page === document ? null : page.defaultView) ?? window;
}

/** Styles of an element in the window that shows it. */
export const styleOf = (element: Element): CSSStyleDeclaration => windowOf(element).getComputedStyle(element);

/** The focused element in the tree of a node. Null or the body without one. */
export function activeElementOf(node: Node): Element | null {
  return treeOf(node).activeElement;
}

/** Whether an element has the focus, and the person is not in a window around its frame. */
export function hasFocus(element: Element | null): boolean {
  return element !== null && activeElementOf(element) === element && isEntered(documentOf(element));
}

/** Whether no element has the focus in the document of a node. The host of a shadow root has that of its elements. */
export function isUnfocused(node: Node): boolean {
  const { activeElement, body } = documentOf(node);
  return activeElement === null || activeElement === body;
}

/** The same, while the person is not in a window around the frame of the node. */
export function isFocusFree(node: Node): boolean {
  return isUnfocused(node) && isEntered(documentOf(node));
}

/** The selection that contains nodes of the tree of a node. */
export function selectionOf(node: Node): Selection | null {
  const tree: Partial<Pick<Document, "getSelection">> & Tree = treeOf(node);
  // Chromium hides nodes of a shadow root from the selection of its document.
  return tree.getSelection ? tree.getSelection() : documentOf(node).getSelection();
}

/** Whether the target of an event is an element. `instanceof` rejects elements of other windows. */
export function isElement(target: EventTarget | Node | null): target is HTMLElement {
  return target !== null && (target as Node).nodeType === elementNode;
}

export function isText(node: Node | null): node is Text {
  return node !== null && node.nodeType === textNode;
}

/** The element around an element; for the outermost of a shadow root, its host. */
export function parentOf(element: Element): Element | null {
  return element.parentElement ?? hostOf(treeOf(element));
}

/**
 * Listens to events of all trees around a node, from its own to the outermost reachable document. Calls the listener
 * once for an event, with the target as the innermost of these trees has it.
 *
 * @returns a function that stops listening
 */
export function listenAround(
  node: Node,
  types: readonly string[],
  listener: (event: Event) => void,
  capture = false,
): () => void {
  const ends: (() => void)[] = [];
  let inner: Element | null = null;
  for (let next: Tree | null = treeOf(node); next; next = inner && treeOf(inner)) {
    const tree: Tree = next;
    const entrance = inner;
    const hear = (event: Event) => {
      if (!isHeardWithin(event, entrance)) listener(event);
    };
    for (const type of types) {
      tree.addEventListener(type, hear, capture);
      ends.push(() => tree.removeEventListener(type, hear, capture));
    }
    inner = hostOf(tree) ?? frameOf(tree as Document);
  }
  return () => {
    for (const end of ends) end();
  };
}

const elementNode = 1;
const textNode = 3;
const documentNode = 9;

/** Whether the event was dispatched in the tree behind its target. A closed shadow root hides it in the path. */
function isHeardWithin(event: Event, entrance: Element | null): boolean {
  if (entrance === null || event.target !== entrance) return false;
  return entrance.shadowRoot === null || event.composedPath()[0] !== entrance;
}

function documentOf(node: Node): Document {
  // Only a document has none.
  return node.ownerDocument ?? (node as Document);
}

/** The document or the shadow root of a node; the document for a removed one. */
function treeOf(node: Node): Tree {
  const root = node.getRootNode();
  return root.nodeType === documentNode || hostOf(root) ? (root as Tree) : documentOf(node);
}

function hostOf(root: Node): Element | null {
  return "mode" in root && "host" in root ? (root as ShadowRoot).host : null;
}

/** The frame that shows a document; null for that of a window, and where another site embeds it. */
export function frameOf(page: Document): Element | null {
  return page.defaultView?.frameElement ?? null;
}

/** Whether the frames around a document have the focus of theirs. */
function isEntered(page: Document): boolean {
  const frame = frameOf(page);
  return frame === null || hasFocus(frame);
}

/** Whether the sheets draw it, so that it can have the focus. True in a browser without `checkVisibility`. */
export function isDrawn(element: Element): boolean {
  return typeof element.checkVisibility !== "function" || element.checkVisibility();
}
