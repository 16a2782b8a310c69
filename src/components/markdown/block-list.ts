import type { Links, Token } from "marked";
import { noLinks } from "./lex.js";

/** One top-level block: a paragraph, a list, a code block, … */
export interface Block {
  readonly token: Token;
  /** Its text as it stands in the source. */
  readonly raw: string;
}

export interface BlockList {
  /** The source, with line ends made one. */
  readonly text: string;
  readonly blocks: readonly Block[];
  /** How many blocks are finished, and where in the text the open end begins. */
  readonly finished: number;
  readonly openAt: number;
  /** The link definitions of the whole text: they reach back into finished blocks. */
  readonly links: Links;
  /** Those of the finished part. */
  readonly finishedLinks: Links;
}

export const emptyBlocks: BlockList = {
  text: "",
  blocks: [],
  finished: 0,
  openAt: 0,
  links: noLinks,
  finishedLinks: noLinks,
};
