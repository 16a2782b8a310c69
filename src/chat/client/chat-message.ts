import type { Actor } from "../../protocol/decisions.js";

/** A message of a chat as hooks hand it out. Immutable; an untouched message keeps its identity. */
export interface ChatMessage {
  /** `clientEventId ?? id` for a user's message, the turn's id for an answer: stable from optimistic to settled. */
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly parts: readonly ChatPart[];
  readonly turnId: string | null;
  /** ISO time, where it is known. */
  readonly createdAt?: string | undefined;
  /** ISO time at which an answer was complete, where it is known. */
  readonly endedAt?: string | undefined;
  readonly actor?: Actor | undefined;
  /** On a user's message: how its delivery stands. */
  readonly delivery?: "sending" | "queued" | "sent" | "failed" | "unknown" | undefined;
  /** While it is `sending`: when it is tried again by itself (ms since 1970), if the last try was not taken. */
  readonly nextAttemptAt?: number | undefined;
  /** On an answer: how it stands. */
  readonly state?: "streaming" | "waiting" | "complete" | "failed" | "cancelled" | undefined;
  readonly failureText?: string | undefined;
}

export type ChatToolState = "running" | "complete" | "failed" | "cancelled";

export type ChatPart =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "tool";
      readonly name: string;
      readonly state: ChatToolState;
      readonly callId?: string | undefined;
      readonly input?: unknown;
      readonly output?: unknown;
    };
