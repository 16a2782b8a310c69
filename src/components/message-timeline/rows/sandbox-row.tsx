import { useState, type ReactNode } from "react";
import { useStrings } from "../../../hooks/use-strings.js";
import type { SandboxItem } from "../../../timeline/items.js";
import { ValueView } from "../../tool-call/value-view.js";
import { toolName } from "../../tool-call/tool-name.js";
import type { RowProps } from "../timeline-context.js";
import { ActivityRow, brief, Facts } from "./activity-row.js";

/** A command in the agent's sandbox, and what it printed. */
export function SandboxRow({ item }: RowProps<"sandbox">): ReactNode {
  const { activity, tool } = useStrings();
  const { command, status, isUnreachable } = item;
  return (
    <ActivityRow
      item={item}
      icon="terminal"
      status={status}
      name={toolName(item.name)}
      brief={command && brief(command)}
      state={isUnreachable === true ? activity.unreachable : status !== "complete" && tool[status]}
    >
      {command && (
        <div className="sv-tool-section">
          <p className="sv-tool-heading">{activity.command}</p>
          <ValueView value={{ command }} as="terminal" label={activity.command} empty="" />
        </div>
      )}
      <Facts of={[[activity.reason, item.failureText]]} />
      <div className="sv-tool-section">
        <p className="sv-tool-heading">{activity.output}</p>
        <Output item={item} />
      </div>
    </ActivityRow>
  );
}

/** Output of less than this is always shown up to its end (characters). */
const steppedFrom = 20_000;

/**
 * Output of a command. All of it is parsed as a terminal would, so a long growing one is parsed again only when it is
 * a tenth longer: the total work is then linear.
 */
function Output({ item }: { readonly item: SandboxItem }): ReactNode {
  const { activity, tool } = useStrings();
  const { output, status } = item;
  const [read, setRead] = useState(output);
  const isNear = output.length >= read.length && output.length < read.length * 1.1;
  const mayWait = status === "running" && output.length > steppedFrom && isNear;
  if (!mayWait && output !== read) setRead(output);
  return (
    <ValueView
      value={mayWait ? read : output}
      as="terminal"
      label={activity.output}
      empty={status === "running" ? tool.waitingForOutput : tool.noOutput}
    />
  );
}
