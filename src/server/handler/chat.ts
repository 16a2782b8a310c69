import type { ChatHistory, ChatRespondBody, ChatSendBody } from "../../wire/protocol/chat-bodies.js";
import type { ChatChunk, ChatPending, ChatReply } from "../../wire/protocol/chat-chunk.js";

/** Options of a call to a conversation on the backend. */
export interface ChatCallOptions {
  /** Aborting gives up waiting: a stream ends, anything else rejects with the signal's reason. The turn runs on. @default none */
  readonly signal?: AbortSignal | undefined;
}

/** A message, or a message with its idempotency key and files. The verb decides its delivery. */
export type ChatInput = string | Omit<ChatSendBody, "delivery">;

/**
 * One opened conversation. Every verb reads the session's current state, so one object may be kept.
 *
 * They throw a `ChatError`: `message_required` and `respond_input_invalid` (400) before anything is sent, the turn's
 * own code or `turn_failed` when it failed, `stream_ended`, `session_missing`; and a `ServiceApiError` for a refusal
 * of the service.
 */
export interface Chat {
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly conversation: string | null;
  /** Whether the session exists: at opening, or created since. */
  readonly created: boolean;
  /** Sends a message. Resolves when the turn ends or waits for a person. */
  send(input: ChatInput, options?: ChatCallOptions): Promise<ChatReply>;
  /** Sends at the request for the first chunk, and ends after `done`. Leaving the loop early does not stop the turn. */
  stream(input: ChatInput, options?: ChatCallOptions): AsyncGenerator<ChatChunk, void, void>;
  /** Like `stream`, but the message interrupts the running turn and runs next. Without a session, a plain send. */
  steer(input: ChatInput, options?: ChatCallOptions): AsyncGenerator<ChatChunk, void, void>;
  /** Responds to a pending decision. Resolves when the turn ends or waits for another one. */
  respond(input: ChatRespondBody, options?: ChatCallOptions): Promise<ChatReply>;
  /** Like `respond`, as chunks. */
  respondStream(input: ChatRespondBody, options?: ChatCallOptions): AsyncGenerator<ChatChunk, void, void>;
  /** The newest messages, or those below the sequence `before`; nothing is written. @default limit 200 */
  history(options?: ChatCallOptions & { readonly before?: number; readonly limit?: number }): Promise<ChatHistory>;
  /** The session's status and its pending decisions. */
  snapshot(options?: ChatCallOptions): Promise<{ status: string | null; pending: readonly ChatPending[] }>;
}
