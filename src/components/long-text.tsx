import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { cutText } from "../foundation/cut-text.js";
import { useStrings } from "../hooks/use-strings.js";

/** How much of a long text is shown at first. */
export interface Preview {
  readonly lines: number;
  /** In characters. */
  readonly length: number;
}

/** Longest word (characters) that moves behind a cut as a whole. */
const longestWord = 60;

/** The beginning of a long text, up to the end of a line, or else of a word, where there is one. */
export function preview(text: string, { lines, length }: Preview): string {
  let end = 0;
  for (let line = 0; line < lines; line += 1) {
    const next = text.indexOf("\n", end);
    if (next < 0) return cutWords(text, length);
    if (next > length) return end > 0 ? text.slice(0, end) : cutWords(text, length);
    end = next + 1;
  }
  return text.slice(0, end);
}

function cutWords(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = cutText(text, length);
  const end = cut.search(/\s\S*$/u);
  return end > cut.length - longestWord && end > 0 ? cut.slice(0, end) : cut;
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

/** "…" where a text is cut within a line. It is neither copied nor read out. */
export function Cut({ after }: { readonly after: string }): ReactNode {
  return after.endsWith("\n") ? null : <span className="sv-cut" aria-hidden="true" />;
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
