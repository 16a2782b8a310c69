import type { ReactNode } from "react";
import { joinClasses } from "./class-names.js";

interface LoadMoreProps {
  readonly className: string;
  readonly label: string;
  /** Shown while the page is read. */
  readonly loadingLabel: string;
  readonly isLoading: boolean;
  readonly onPress: () => void;
}

/** The button behind a list that has another page. Keeps the focus while that page is read. */
export function LoadMore({ className, label, loadingLabel, isLoading, onPress }: LoadMoreProps): ReactNode {
  return (
    <button
      type="button"
      className={joinClasses("sv-button", className)}
      aria-disabled={isLoading || undefined}
      onClick={isLoading ? undefined : onPress}
    >
      {isLoading ? loadingLabel : label}
    </button>
  );
}
