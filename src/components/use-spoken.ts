import { useCallback, useState } from "react";

/**
 * The words of a live region, and a function that replaces them. The same words again are read again.
 */
export function useSpoken(): readonly [spoken: string, say: (words: string) => void] {
  const [spoken, setSpoken] = useState("");
  const say = useCallback((words: string) => setSpoken((before) => saidAfter(before, words)), []);
  return [spoken, say];
}

/** Equal words would be no change, and not be read: an inaudible space makes them one. */
export function saidAfter(before: string, words: string): string {
  return words !== "" && before === words ? `${words}\u00a0` : words;
}
