import type { Definition } from "./nodes.js";

/** A syntax of the host's, as the parser needs it. */
export interface Syntax {
  readonly name: string;
  readonly level: "block" | "inline";
  readonly find: (text: string) => number;
  readonly read: (text: string) => { readonly length: number; readonly content: string } | undefined;
}

/** Context of one document's parser, apart from the text. */
export interface Scope {
  /** Definitions in the lines above. */
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly inline: readonly Syntax[];
  readonly block: readonly Syntax[];
  /** Cost of parsing so far; tests check that it grows only linearly with the text. */
  readonly work: { characters: number; nodes: number };
}

/** Limits on input. Text beyond a limit is shown as plain text; each limit is far above what an answer needs. */
export const limits = {
  /** Length of the pieces in which a line is read (characters); only the first piece can begin a block. */
  piece: 3_000,
  /** Spaces at the beginning of a line (characters). */
  indent: 200,
  /** From here on words are parted where no mark is open (characters). */
  part: 500,
  /** When the open words are this long, a place to part them is looked for (characters, rising). */
  partTries: [1_000],
  /** Here words are parted in any case: marks do not pair across it (characters). */
  longestPart: 2_000,
  /** Quotes, lists and items within each other. */
  depth: 32,
  /** Marks within each other. */
  marks: 12,
  columns: 128,
  /** A link's address or title (characters). */
  address: 2_000,
  /** Nested round brackets in an address. CommonMark requires three. */
  parentheses: 8,
  /** The name of a definition (characters). */
  label: 200,
  /** An HTML tag within words (characters). */
  tag: 200,
  /** Words in brackets that a definition further down may still make links. */
  references: 1_000,
  /** A paragraph that an underline can still make a heading (characters). */
  heading: 2_000,
  /** Marks and parts in the words of one block. */
  blockMarks: 2_000,
  /** Elements of a document, and one more for every so many characters. */
  elements: 6_000,
  charactersAnElement: 6,
  /** A block of a host's syntax (characters). */
  own: 5_000,
  /** Candidates of a host's syntax that are tried in one part. */
  tries: 50,
} as const;

/** Labels are compared without case and with single spaces. */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}
