/**
 * Stories of forms take the focus as they are drawn, or as they are played in a frame of a page. Until the reader acts,
 * that scrolls nothing. The returned function ends it.
 */
export function scrollForReaderAlone(): () => void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its element below
  const { focus } = HTMLElement.prototype;
  const restore = () => {
    HTMLElement.prototype.focus = focus;
    for (const name of acts) removeEventListener(name, onAct, true);
  };
  // Those of a play are not the reader's.
  const onAct = ({ isTrusted }: Event) => isTrusted && restore();
  HTMLElement.prototype.focus = function focusInPlace(options) {
    focus.call(this, { ...options, preventScroll: true });
  };
  for (const name of acts) addEventListener(name, onAct, true);
  return restore;
}

const acts = ["pointerdown", "keydown"];

/** Whether this story is a frame of a page of documentation. */
export function isFrameOfDocs(): boolean {
  try {
    return window.parent !== window && window.parent.location.search.includes("viewMode=docs");
  } catch {
    // The parent is of another origin.
    return false;
  }
}
