/** The prose of one file: how many lines it has, and the places to mend. */
export function findProse(
  file: string,
  source: string,
): {
  readonly lines: number;
  readonly places: readonly { readonly line: number; readonly word: string; readonly instead: string }[];
};
