import type { ReactNode } from "react";
import { useStrings } from "../../../hooks/use-strings.js";
import { ValueView } from "../../tool-call/value-view.js";
import { toolName } from "../../tool-call/tool-name.js";
import type { RowProps } from "../timeline-context.js";
import { ActivityRow, brief } from "./activity-row.js";

/** A command in the agent's sandbox, and what it printed. */
export function SandboxRow({ item }: RowProps<"sandbox">): ReactNode {
  const { activity, tool } = useStrings();
  const { command, output, status } = item;
  return (
    <ActivityRow
      item={item}
      icon="terminal"
      status={status}
      name={toolName(item.name)}
      brief={command && brief(command)}
      state={status !== "complete" && tool[status]}
    >
      {command && (
        <div className="sv-tool-section">
          <p className="sv-tool-heading">{activity.command}</p>
          <ValueView value={{ command }} as="terminal" label={activity.command} empty="" />
        </div>
      )}
      <div className="sv-tool-section">
        <p className="sv-tool-heading">{activity.output}</p>
        <ValueView
          value={output}
          as="terminal"
          label={activity.output}
          empty={status === "running" ? tool.waitingForOutput : tool.noOutput}
        />
      </div>
    </ActivityRow>
  );
}
