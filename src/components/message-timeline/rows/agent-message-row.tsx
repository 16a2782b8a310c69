import type { ReactNode } from "react";
import { useStrings } from "../../../hooks/use-strings.js";
import type { RowProps } from "../timeline-context.js";
import { AgentMessageText } from "./agent-text.js";
import { MessageFrame } from "./message-frame.js";

export function AgentMessageRow({ item }: RowProps<"agent-message">): ReactNode {
  const { people } = useStrings();
  return (
    <MessageFrame item={item} from="assistant" author={people.assistant} busy={item.streaming}>
      <AgentMessageText item={item} />
    </MessageFrame>
  );
}
