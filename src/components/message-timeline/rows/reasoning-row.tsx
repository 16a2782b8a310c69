import type { ReactNode } from "react";
import { piecesOf } from "../../../foundation/growing-text.js";
import { useStrings } from "../../../hooks/use-strings.js";
import { GrowingMarkdown } from "../../markdown/markdown.js";
import type { RowProps } from "../timeline-context.js";
import { ActivityRow, brief } from "./activity-row.js";

/** What the agent thought. Folded: the line tells the beginning, opening it tells all. */
export function ReasoningRow({ item }: RowProps<"reasoning">): ReactNode {
  const strings = useStrings().timeline;
  return (
    <ActivityRow
      item={item}
      icon="thought"
      status={item.streaming ? "running" : undefined}
      name={item.streaming ? strings.reasoningRunning : strings.reasoning}
      brief={brief(item.text)}
    >
      <GrowingMarkdown text={item.text} source={piecesOf(item)} streaming={item.streaming} />
    </ActivityRow>
  );
}
