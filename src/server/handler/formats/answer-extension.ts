import type { ChatPending, ChatReply } from "../../../wire/protocol/chat-chunk.js";

/** What an answer in a foreign format tells beside that format's own words, as its field `service`. */
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
