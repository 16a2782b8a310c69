import { useCallback, useRef, type RefObject } from "react";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";

export interface CaretEdits {
  /** Inserts at the caret, replacing the selection. */
  readonly insertText: (text: string) => void;
  /** Puts another text in place of the whole, and the caret into it. */
  readonly replaceText: (text: string, caret: number) => void;
}

/** Edits that are not typed, with the caret where the reader expects it after the text is shown. */
export function useCaret(input: RefObject<HTMLTextAreaElement | null>, setValue: (text: string) => void): CaretEdits {
  const wanted = useRef<number | null>(null);
  useBrowserLayoutEffect(() => {
    const caret = wanted.current;
    wanted.current = null;
    if (caret === null) return;
    input.current?.focus();
    input.current?.setSelectionRange(caret, caret);
  });
  const replaceText = useCallback(
    (text: string, caret: number) => {
      wanted.current = caret;
      setValue(text);
    },
    [setValue],
  );
  const insertText = useCallback(
    (text: string) => {
      const field = input.current;
      if (!field) return;
      const { value, selectionStart, selectionEnd } = field;
      replaceText(value.slice(0, selectionStart) + text + value.slice(selectionEnd), selectionStart + text.length);
    },
    [input, replaceText],
  );
  return { insertText, replaceText };
}
