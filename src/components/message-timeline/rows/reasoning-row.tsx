import type { ReactNode } from "react";
import { beginningOf, piecesOf } from "../../../foundation/growing-text.js";
import { useStrings } from "../../../hooks/use-strings.js";
import type { RowProps } from "../timeline-context.js";
import { withoutMarks } from "../boxes/plain-text.js";
import { ActivityRow, brief, briefLength } from "./activity-row.js";
import { GradualMarkdown } from "./gradual-markdown.js";

/** The agent's reasoning. Folded: the line shows the beginning, opening it shows all. */
export function ReasoningRow({ item }: RowProps<"reasoning">): ReactNode {
  const strings = useStrings().timeline;
  return (
    <ActivityRow
      item={item}
      icon="thought"
      status={item.streaming ? "running" : undefined}
      name={item.streaming ? strings.reasoningRunning : strings.reasoning}
      brief={brief(withoutMarks(beginningOf(item, briefLength)))}
    >
      <GradualMarkdown text={item.text} pieces={piecesOf(item)} streaming={item.streaming} cutOff={item.cutOff} />
    </ActivityRow>
  );
}
