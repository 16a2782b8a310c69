/** A sentence that is too long: its first line, its number of words and its beginning. */
interface LongSentence {
  readonly line: number;
  readonly words: number;
  readonly begin: string;
}

/** The sentences of a text that are too long. */
export function findLongSentences(text: string): readonly LongSentence[];

/** The prose of one file: how many lines it has, and the places to mend. */
export function findProse(
  file: string,
  source: string,
): {
  readonly lines: number;
  readonly long: readonly LongSentence[];
  readonly places: readonly { readonly line: number; readonly word: string; readonly instead: string }[];
};
