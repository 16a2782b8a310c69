import type { ChatHistory, ChatRespondBody, ChatSendBody } from "../../protocol/chat-bodies.js";
import type { ChatChunk, ChatPending, ChatReply } from "../../protocol/chat-chunk.js";

export interface ChatCallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A message, or a message with its idempotency key. */
export type ChatInput = string | ChatSendBody;

/** One conversation, opened. */
export interface Chat {
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly conversation: string | null;
  /** Whether its session existed when it was opened, or was made since. */
  readonly created: boolean;
  /** Sends and waits for the turn's end, or for what it waits for. */
  send(input: ChatInput, options?: ChatCallOptions): Promise<ChatReply>;
  stream(input: ChatInput, options?: ChatCallOptions): AsyncGenerator<ChatChunk, void, void>;
  /** Interrupts the running turn and goes next; a plain send when there is no session yet. */
  steer(input: ChatInput, options?: ChatCallOptions): AsyncGenerator<ChatChunk, void, void>;
  respond(input: ChatRespondBody, options?: ChatCallOptions): Promise<ChatReply>;
  respondStream(input: ChatRespondBody, options?: ChatCallOptions): AsyncGenerator<ChatChunk, void, void>;
  history(options?: ChatCallOptions & { readonly before?: number; readonly limit?: number }): Promise<ChatHistory>;
  /** How the session stands and what waits for a person. */
  snapshot(options?: ChatCallOptions): Promise<{ status: string | null; pending: readonly ChatPending[] }>;
}
