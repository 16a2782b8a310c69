import { Fragment, type ReactNode } from "react";

/**
 * A sentence of the catalogue with elements in place of its arguments.
 *
 * @param build makes the sentence. It calls `mark` for each element and gives the result to the catalogue.
 */
export function sentenceOf(build: (mark: (part: ReactNode) => string) => string): ReactNode {
  const parts: ReactNode[] = [];
  const text = build((part) => `\uE000${parts.push(part) - 1}\uE001`);
  return text.split(/\uE000(\d+)\uE001/).map((piece, index) =>
    // Every second piece is the number of an element.
    index % 2 === 0 ? (
      piece !== "" && (
        <span key={`words ${index}`} className="sv-part">
          {piece}
        </span>
      )
    ) : (
      <Fragment key={piece}>{parts[Number(piece)]}</Fragment>
    ),
  );
}
