import { useState } from "react";
import { useBeginning } from "../long-text.js";

/** Code beyond this length is shown only after a press. */
const shownFirst = { lines: 40, length: 20_000 };

export interface CodeFold {
  readonly isLong: boolean;
  readonly isOpen: boolean;
  /** The code, or its beginning. */
  readonly shown: string;
  /** The hidden end; empty where all is shown. */
  readonly rest: string;
  readonly toggle: () => void;
}

/** Folds long code. Code that grew before the reader's eyes stays open. */
export function useCodeFold(code: string, isComplete: boolean): CodeFold {
  const beginning = useBeginning(code, shownFirst);
  const isLong = isComplete && beginning !== undefined;
  const [isOpen, setOpen] = useState(!isLong);
  const shown = isLong && !isOpen ? beginning : code;
  return { isLong, isOpen, shown, rest: code.slice(shown.length), toggle: () => setOpen(!isOpen) };
}
