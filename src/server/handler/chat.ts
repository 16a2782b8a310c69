import type { ChatHistory, ChatRespondBody, ChatSendBody } from "../../wire/protocol/chat-bodies.js";
import type { ChatChunk, ChatPending, ChatReply } from "../../wire/protocol/chat-chunk.js";

/** Options of a call to a conversation on the backend. */
export interface ChatCallOptions {
  /** Aborting gives up waiting: a stream ends, anything else rejects with the signal's reason. The turn runs on. @default none */
  readonly signal?: AbortSignal | undefined;
}

/** A message, or a message with its idempotency key. */
export type ChatInput = string | ChatSendBody;

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
  /** Whether its session existed when it was opened, or was made since. */
  readonly created: boolean;
  /** Sends and waits for the turn's end, or for what it waits for. */
  send(input: ChatInput, options?: ChatCallOptions): Promise<ChatReply>;
  /** Sends when the first chunk is asked for, and ends after `done`. Leaving the loop leaves the turn running. */
  stream(input: ChatInput, options?: ChatCallOptions): AsyncGenerator<ChatChunk, void, void>;
  /** Interrupts the running turn and runs next; a plain send when there is no session yet. */
  steer(input: ChatInput, options?: ChatCallOptions): AsyncGenerator<ChatChunk, void, void>;
  /** Answers what waits, and waits for the turn's end, or for what it asks next. */
  respond(input: ChatRespondBody, options?: ChatCallOptions): Promise<ChatReply>;
  /** The same, as chunks. */
  respondStream(input: ChatRespondBody, options?: ChatCallOptions): AsyncGenerator<ChatChunk, void, void>;
  /** The newest messages, or those below the sequence `before`; nothing is written. @default limit 200 */
  history(options?: ChatCallOptions & { readonly before?: number; readonly limit?: number }): Promise<ChatHistory>;
  /** The session's status and its pending decisions. */
  snapshot(options?: ChatCallOptions): Promise<{ status: string | null; pending: readonly ChatPending[] }>;
}
