import type { ChatPending, ChatReply } from "../../../wire/protocol/chat-chunk.js";

/** The field `service` of an answer in a foreign format, for facts that the format cannot express. */
export interface AnswerExtension {
  readonly sessionId: string;
  readonly workspaceId: string;
  readonly turnId: string | null;
  readonly status: ChatReply["status"];
  readonly pending: ChatPending | null;
}

export function answerExtension({ sessionId, workspaceId, turnId, status, pending }: ChatReply): AnswerExtension {
  return { sessionId, workspaceId, turnId, status, pending };
}
