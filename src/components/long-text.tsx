import { cutText } from "../foundation/cut-text.js";
import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { useStrings } from "../hooks/use-strings.js";

/** How much of a long text is shown at first. */
export interface Preview {
  readonly lines: number;
  /** In characters. */
  readonly length: number;
}

/** The beginning of a long text, up to the end of a line where there is one. */
export function preview(text: string, { lines, length }: Preview): string {
  let end = 0;
  for (let line = 0; line < lines; line += 1) {
    const next = text.indexOf("\n", end);
    if (next < 0) return cutText(text, length);
    if (next > length) return end > 0 ? text.slice(0, end) : cutText(text, length);
    end = next + 1;
  }
  return text.slice(0, end);
}

/** The beginning of a text that is worth a fold; undefined where less than half as much again would be hidden. */
export function beginningOf(text: string, { lines, length }: Preview): string | undefined {
  const most = { lines: lines * 1.5, length: length * 1.5 };
  return preview(text, most).length < text.length ? preview(text, { lines, length }) : undefined;
}

/** The preview of a text that is folded unless `isOpen`; `beginning` is undefined for a short one. */
export function useBeginning(text: string, limits: Preview): string | undefined {
  return useMemo(() => beginningOf(text, limits), [text, limits]);
}

/** The hidden rest of a folded text. The browser's own find still finds it, and then opens the text. */
export function HiddenRest(props: { readonly text: string; readonly onFound: () => void }): ReactNode {
  const { text, onFound } = props;
  const [element, setElement] = useState<HTMLElement | null>(null);
  const take = useCallback((next: HTMLElement | null) => {
    // React writes the attribute without a value.
    next?.setAttribute("hidden", "until-found");
    setElement(next);
  }, []);
  useEffect(() => {
    element?.addEventListener("beforematch", onFound);
    return () => element?.removeEventListener("beforematch", onFound);
  }, [element, onFound]);
  return (
    <span ref={take} className="sv-rest" hidden>
      {text}
    </span>
  );
}

/** Opens a folded text, and folds it again. */
export function ShowAll(props: {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly describedBy?: string | undefined;
}): ReactNode {
  const { isOpen, onToggle } = props;
  const strings = useStrings().tool;
  return (
    <button
      type="button"
      className="sv-link-button sv-show-all"
      aria-expanded={isOpen}
      aria-describedby={props.describedBy}
      onClick={onToggle}
    >
      {isOpen ? strings.showLess : strings.showAll}
    </button>
  );
}
