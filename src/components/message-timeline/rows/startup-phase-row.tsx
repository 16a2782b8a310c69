import type { ReactNode } from "react";
import { useStrings } from "../../../hooks/use-strings.js";
import { Icon } from "../../icons.js";
import type { RowProps } from "../timeline-context.js";

export function StartupPhaseRow({ item }: RowProps<"startup-phase">): ReactNode {
  const strings = useStrings();
  const { startup, units } = strings;
  return (
    <p className="sv-step" data-state={item.status}>
      <Icon name={item.status === "running" ? "spinner" : item.status === "failed" ? "alert" : "clock"} />
      <span className="sv-tool-name">{startup.phase(item.phase)}</span>
      <span className="sv-tool-state">
        {item.status === "running" && startup.running}
        {item.status === "failed" && startup.failed}
        {item.status === "complete" && item.outcome === "skipped" && startup.skipped}
        {item.status === "complete" &&
          item.outcome !== "skipped" &&
          item.durationMs !== null &&
          units.duration(item.durationMs)}
      </span>
    </p>
  );
}
