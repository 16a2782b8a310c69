import type { ReactNode } from "react";
import { useStrings } from "../hooks/use-strings.js";

/** Follows the label of a field that may stay empty. */
export function OptionalMark(): ReactNode {
  return (
    <>
      {" "}
      <span className="sv-optional">{`(${useStrings().question.optional})`}</span>
    </>
  );
}
