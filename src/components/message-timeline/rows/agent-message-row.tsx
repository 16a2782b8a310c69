import type { ReactNode } from "react";
import { piecesOf } from "../../../foundation/growing-text.js";
import { useStrings } from "../../../hooks/use-strings.js";
import type { RowProps } from "../timeline-context.js";
import { AgentText } from "./agent-text.js";
import { MessageFrame } from "./message-frame.js";

export function AgentMessageRow({ item }: RowProps<"agent-message">): ReactNode {
  const { people } = useStrings();
  return (
    <MessageFrame item={item} from="assistant" author={people.assistant} busy={item.streaming}>
      <AgentText text={item.text} pieces={piecesOf(item)} streaming={item.streaming} />
    </MessageFrame>
  );
}
