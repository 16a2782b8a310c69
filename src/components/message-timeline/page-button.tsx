import type { ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { Icon } from "../icons.js";

/**
 * At an end of the loaded rows. More is usually loaded before a reader gets here; the button is for the other cases.
 */
export function PageButton(props: {
  readonly end: "older" | "newer";
  readonly isLoading: boolean | undefined;
  readonly onLoad: (() => void) | undefined;
}): ReactNode {
  const strings = useStrings().timeline;
  const { end, isLoading, onLoad } = props;
  const words = {
    older: isLoading ? strings.loadingOlder : strings.loadOlder,
    newer: isLoading ? strings.loadingNewer : strings.loadNewer,
  };
  return (
    <>
      <button
        type="button"
        className="sv-button sv-page-button"
        aria-disabled={isLoading || undefined}
        onClick={isLoading ? undefined : onLoad}
      >
        {isLoading && <Icon name="spinner" />}
        <span className="sv-part">{words[end]}</span>
      </button>
      <p className="sv-print-note">{end === "older" ? strings.olderNotPrinted : strings.newerNotPrinted}</p>
    </>
  );
}
