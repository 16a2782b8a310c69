import { useContext, type ReactNode } from "react";
import { useStrings } from "../../../hooks/use-strings.js";
import { WaitingContext, type RowProps } from "../timeline-context.js";

/** A line across the timeline where the session stopped. A pending decision is shown at its own place. */
export function SessionStatusRow({ item }: RowProps<"session-status">): ReactNode {
  const strings = useStrings().status;
  const waiting = useContext(WaitingContext);
  if (item.status === "requires_action" && waiting && waiting.row !== item.id) return null;
  return (
    <div className="sv-divider" data-sv-item={item.id} data-status={item.status}>
      <span className="sv-part">{strings[item.status]}</span>
    </div>
  );
}

/** Where earlier messages became a summary for the agent; the reader keeps all of them. */
export function CompactionRow({ item }: RowProps<"context-compaction">): ReactNode {
  const words = useStrings().activity;
  const { phase } = item;
  if (phase === "skipped") return null;
  return (
    <div className="sv-divider" data-sv-item={item.id} data-phase={phase} aria-busy={phase === "started" || undefined}>
      <span className="sv-part">{phase === "started" ? words.compacting : words.compacted}</span>
    </div>
  );
}
