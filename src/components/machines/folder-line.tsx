import type { ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useMachineStrings } from "../../hooks/use-machine-strings.js";
import { sentenceOf } from "../sentence-of.js";

/** The folder of a machine. A path runs from left to right, on a page from right to left, too. */
export function FolderLine({ folder }: { readonly folder: string }): ReactNode {
  const strings = useMachineStrings();
  const path = (
    <bdi className="sv-part" dir="ltr">
      {visibleText(folder)}
    </bdi>
  );
  return <bdi className="sv-part">{sentenceOf((mark) => strings.folder(mark(path)))}</bdi>;
}
