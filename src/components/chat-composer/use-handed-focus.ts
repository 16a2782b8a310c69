import type { RefObject } from "react";
import { shareLeftFocus } from "../../hooks/left-focus.js";
import { useOptionalServiceContext } from "../../hooks/service-context.js";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import type { DraftKeeper } from "../../hooks/use-composer.js";
import { useLatest } from "../../hooks/use-latest.js";
import { hasFocus, isFocusFree, listenAround } from "../mount.js";

/**
 * Takes on the focus, and the caret, of a field with the same draft that left the page with it, unless the person put it
 * elsewhere since. On a touch screen only in the commit that replaces the field: later its keyboard is closed, and would
 * open again.
 */
export function useHandedFocus(
  field: RefObject<HTMLTextAreaElement | null>,
  draft: DraftKeeper | undefined,
  isTouch: boolean,
): void {
  const context = useOptionalServiceContext();
  const focus = context && shareLeftFocus(context);
  const touch = useLatest(isTouch);
  useBrowserLayoutEffect(() => {
    const { current } = field;
    if (!current || !focus || !draft) return undefined;
    const caret = focus.take(draft);
    if (caret && isFocusFree(current) && (caret.isSameCommit || !touch.current)) {
      const { length } = current.value;
      current.focus({ preventScroll: true });
      current.setSelectionRange(Math.max(0, length - caret.start), Math.max(0, length - caret.end));
    }
    // Asked before the field leaves the page, which would take the focus with it.
    return () => {
      if (!hasFocus(current)) return;
      const { value, selectionStart, selectionEnd } = current;
      focus.leave(draft, { start: value.length - selectionStart, end: value.length - selectionEnd }, (drop) =>
        listenAround(current, ["focusin", "pointerdown"], drop, true),
      );
    };
  }, [field, draft, focus, touch]);
}
