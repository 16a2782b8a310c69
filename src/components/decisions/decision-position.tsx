import type { ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import type { Position } from "./decision-types.js";

/** "2 of 3", where several wait. */
export function DecisionPosition({ position }: { readonly position: Position | undefined }): ReactNode {
  const { decisions } = useStrings();
  if (!position || position.count < 2) return null;
  return <span className="sv-decision-position">{decisions.position(position.number, position.count)}</span>;
}
