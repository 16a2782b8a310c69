import type { ReactNode } from "react";

/** A unified diff, line by line. Additions and removals are marked by sign and element, not by colour alone. */
export function DiffLines({ text }: { readonly text: string }): ReactNode {
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line, index) => <DiffLine key={index} line={line} />);
}

const headings = /^(diff |index |--- |\+\+\+ |new file|deleted file|similarity|rename )/;

function DiffLine({ line }: { readonly line: string }): ReactNode {
  if (headings.test(line)) return <span className="sv-diff-line" data-diff="file">{`${line}\n`}</span>;
  if (line.startsWith("@@")) return <span className="sv-diff-line" data-diff="place">{`${line}\n`}</span>;
  if (line.startsWith("+")) return <ins className="sv-diff-line">{`${line}\n`}</ins>;
  if (line.startsWith("-")) return <del className="sv-diff-line">{`${line}\n`}</del>;
  return <span className="sv-diff-line">{`${line}\n`}</span>;
}
