import type { ReactNode } from "react";

/** A longer word has no room on one line anyway (characters). */
const longest = 200;

/** Characters at which a browser may end a line within a word. */
const mayBreak = /[^\w\s]/;

/**
 * A command or code whose lines end at spaces: `--environment` has no line end after its hyphens. Only a word that is
 * longer than a line breaks. The text that is copied stays the same.
 */
export function WholeWords({ text }: { readonly text: string }): ReactNode {
  // The odd pieces are the spaces.
  return text.split(/(\s+)/).map((piece, index) =>
    index % 2 === 0 && piece.length <= longest && mayBreak.test(piece) ? (
      <span key={index} className="sv-whole-word">
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}
