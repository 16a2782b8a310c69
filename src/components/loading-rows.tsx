import type { ReactNode } from "react";
import { useIsOffline } from "../hooks/use-is-offline.js";
import { useStrings } from "../hooks/use-strings.js";
import { ListNotice } from "./list-notice.js";

interface LoadingRowsProps {
  readonly className: string;
  /** For screen readers. */
  readonly label: string;
  /** The shapes of rows. */
  readonly children: ReactNode;
}

/** Shown in place of rows that are being read: their shapes, or why they do not arrive. */
export function LoadingRows({ className, label, children }: LoadingRowsProps): ReactNode {
  const { offline } = useStrings().connection;
  if (useIsOffline()) return <ListNotice icon="offline" text={offline} />;
  return (
    <div className={className}>
      <p className="sv-visually-hidden">{label}</p>
      {children}
    </div>
  );
}
