import type { ReactNode } from "react";
import { visibleText } from "../../../foundation/visible-text.js";
import { useStrings } from "../../../hooks/use-strings.js";
import type { RowProps } from "../timeline-context.js";
import { ActivityRow } from "./activity-row.js";

export function StartupPhaseRow({ item }: RowProps<"startup-phase">): ReactNode {
  const { startup, units, tool } = useStrings();
  const { status, durationMs } = item;
  const took = durationMs === null ? null : units.duration(durationMs);
  const said = {
    running: startup.running,
    failed: startup.failed,
    cancelled: tool.cancelled,
    complete: item.outcome === "skipped" ? startup.skipped : took,
  };
  return (
    <ActivityRow
      item={item}
      icon="clock"
      status={status}
      name={startup.phase(visibleText(item.phase), status === "complete" && item.outcome !== "skipped")}
      state={said[status]}
    />
  );
}
