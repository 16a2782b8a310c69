import type { ReactNode } from "react";
import { useStrings } from "../../../hooks/use-strings.js";
import { Markdown } from "../../markdown/markdown.js";
import { useTimelineContext, type RowProps } from "../timeline-context.js";
import { MessageFrame } from "./message-frame.js";

export function AgentMessageRow({ item }: RowProps<"agent-message">): ReactNode {
  const { people } = useStrings();
  const Text = useTimelineContext().components.Markdown ?? Markdown;
  return (
    <MessageFrame item={item} from="assistant" author={people.assistant} busy={item.streaming}>
      <Text text={item.text} streaming={item.streaming} />
    </MessageFrame>
  );
}
