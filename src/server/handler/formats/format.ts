/**
 * A format: how it reads a POST's body, and how it writes an answer. Opening, sending and folding the turn are the
 * same for all of them.
 */
import type { Cursor } from "../../../wire/protocol/event-cursor.js";
import type { ChatRespondBody, ChatSendBody } from "../../../wire/protocol/chat-bodies.js";
import type { ChatReply } from "../../../wire/protocol/chat-chunk.js";
import type { AnswerChunk } from "../fold-turn.js";
import type { HistoryPage } from "../history.js";
import type { TurnUsage } from "../turn-usage.js";

/** Formats that the chat handler speaks. */
export type ChatFormatName = "native" | "ui-stream" | "chat-completions" | "responses";

export interface ChatFormat {
  readonly name: ChatFormatName;
  /** Headers of the format's streams, besides those of every stream. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Reads the body of a send. Called only after the host has resolved the person.
   *
   * @throws {ChatError} (400) that names the mistake.
   */
  readRequest(body: unknown): FormatRequest;
  /** Whether every waiting approval is sent, not only the first. @default false */
  readonly everyPending?: boolean | undefined;
  /** Whether each question is sent once more when it is settled. @default false */
  readonly settled?: boolean | undefined;
  /** Whether it has parts for the agent's reasoning, which the handler's option `reasoningParts` turns on. @default false */
  readonly reasoning?: boolean | undefined;
  /** Makes what writes one streamed answer. Its state is its own. */
  createEncoder(facts: AnswerFacts): AnswerEncoder;
  /** The whole answer as JSON, for a request that wants no stream; without it, every answer is a stream. */
  writeWhole?(facts: AnswerFacts, answer: WholeAnswer): unknown;
  /** The history as JSON, for a request that names the format; without it, the history is native. */
  writeHistory?(page: HistoryPage, facts: HistoryFacts): string;
}

/** The handler's options that a history depends on. */
export interface HistoryFacts {
  readonly toolParts: boolean;
  /** @default false */
  readonly reasoningParts?: boolean;
}

/** A parsed request, before a conversation is opened. */
export interface FormatRequest {
  /** The conversation by the format's own field; the host's and the header's win. Not checked yet. */
  readonly conversation?: string | undefined;
  /** The name of that field, for a refusal. Without it, the refusal names the header alone. */
  readonly conversationField?: string | undefined;
  /** The session of the earlier answer that this request continues. */
  readonly follows?: string | undefined;
  readonly input: FormatInput;
  /** Earlier messages from the client, oldest first; read only when this request creates the session. */
  readonly history?: readonly ImportedMessage[] | undefined;
  /** @default true */
  readonly stream?: boolean | undefined;
  /** Fields of the request that the answer repeats. */
  readonly echo?: RequestEcho | undefined;
}

/** A message to send, or decisions on what waits, to be passed on one at a time. Never both, never an answer sent again. */
export type FormatInput =
  | { readonly message: ChatSendBody; readonly decisions?: undefined }
  | { readonly decisions: readonly ChatRespondBody[]; readonly message?: undefined };

export interface ImportedMessage {
  readonly role: "user" | "assistant" | "system";
  readonly text: string;
}

export interface RequestEcho {
  readonly model?: string | undefined;
  readonly previousResponseId?: string | undefined;
  /** Whether the stream reports the turn's tokens in a chunk of their own. */
  readonly includeUsage?: boolean | undefined;
  /** The client's message that the answer continues. */
  readonly continues?: ContinuedMessage | undefined;
}

export interface ContinuedMessage {
  readonly messageId: string;
  /** Its tool calls, by call id. */
  readonly calls: ReadonlyMap<string, ContinuedCall>;
}

/**
 * State of a tool call in a client's message: `asked` waits for the person in the message's last step, `approved` and
 * `rejected` have no outcome yet.
 */
export type ContinuedCall = "open" | "asked" | "approved" | "rejected" | "ended";

/** Facts about an answer before its first chunk. */
export interface AnswerFacts {
  readonly sessionId: string;
  readonly workspaceId: string;
  /** Null only on a followed stream, which has many turns. */
  readonly turnId: string | null;
  /** When the answer began, by the service's clock: milliseconds since 1970. */
  readonly startedAt: number;
  /** Makes an id that no other answer has. */
  readonly newId: () => string;
  /** The handler's option of this name. */
  readonly toolParts: boolean;
  readonly echo: RequestEcho;
}

/** A turn's end, and the sequence of the event that ended it or announced what it waits for. */
export interface WholeAnswer {
  readonly reply: ChatReply;
  readonly lastSequence: number;
  /** Undefined when the agent did not report its tokens. */
  readonly usage?: TurnUsage | undefined;
}

/** A failure in the form that the caller receives. */
export interface AnswerFailure {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
}

/**
 * Writes one answer as text, in this order: `begin`, `chunk` for each, perhaps `fail`, `end`. Each gives the text of
 * whole frames; an empty one is not written. A reader that leaves gets no more calls.
 */
export interface AnswerEncoder {
  begin(): string;
  /**
   * @param id the cursor to resume from after this chunk; not every chunk has one
   * @param usage the turn's tokens so far, beside `done`; undefined when the agent did not report them
   */
  chunk(chunk: AnswerChunk, id: Cursor | undefined, usage?: TurnUsage): string;
  /** The turn failed (then `id` is of that event), or reading it did. Called at most once, and no chunk follows. */
  fail(failure: AnswerFailure, id: Cursor | undefined): string;
  end(): string;
}
