import type { Actor, AnswerInWords, Denial, HumanInputResponse } from "../wire/protocol/decisions.js";
import type { FileResource } from "../wire/protocol/file-resource.js";

/** A message of a chat as hooks hand it out. Immutable; an untouched message keeps its identity. */
export interface ChatMessage<Part = ChatPart> {
  /** `clientEventId ?? id` for a user's message, the turn's id for an answer: stable from optimistic to settled. */
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly parts: readonly Part[];
  readonly turnId: string | null;
  /** ISO time, where it is known. */
  readonly createdAt?: string | undefined;
  /** ISO time at which an answer was complete, where it is known. */
  readonly endedAt?: string | undefined;
  /** On an answer: how long its turn waited for a person (ms), where it did. */
  readonly waitedMs?: number | undefined;
  /** On a user's message whose turn completed without any output: the ISO time at which it did. */
  readonly unansweredAt?: string | undefined;
  readonly actor?: Actor | undefined;
  /** On a user's message: its files, where it has any. */
  readonly resources?: readonly FileResource[] | undefined;
  /** On a user's message: its delivery state. */
  readonly delivery?: "sending" | "queued" | "sent" | "failed" | "unknown" | undefined;
  /** While it is `sending`: time of the next automatic retry (ms since 1970), after a failed attempt. */
  readonly nextAttemptAt?: number | undefined;
  /** While it is `sending`: whether it waits for the next attempt, its own or that of a message before it. @default false */
  readonly isHeld?: boolean | undefined;
  /** On an answer: its state. */
  readonly state?: "streaming" | "waiting" | "complete" | "failed" | "cancelled" | undefined;
  readonly failureText?: string | undefined;
  /** On a user's message: whether the service refuses it as it is, so that sending it again cannot help. @default false */
  readonly isRefused?: boolean | undefined;
}

/**
 * State of a call, in the words of `ToolRendererProps.state`: `waiting` for an approval, before any of it has run;
 * `approved` while it waits for the decision about another call of its turn; `output-denied` when a person rejected it,
 * so that it never ran.
 */
export type ChatToolState = "running" | "waiting" | "approved" | "complete" | "failed" | "cancelled" | "output-denied";

/** A tool call of a message. */
export interface ChatToolPart<Name extends string = string, Input = unknown, Output = unknown> {
  readonly type: "tool";
  readonly name: Name;
  readonly state: ChatToolState;
  readonly callId?: string | undefined;
  readonly input: Input;
  /** Set once the call has ended with an output; older handlers send it only after a reload. */
  readonly output?: Output | undefined;
  /** With the state `output-denied`: who rejected the call and why, if the log has it. */
  readonly denial?: Denial | undefined;
}

/** Settled questions of a message: how they were settled, and each answer in words. */
export interface ChatQuestionPart {
  readonly type: "question";
  readonly requestId: string;
  readonly outcome: HumanInputResponse["outcome"];
  /**
   * One entry for each question, in order. Its `values` are empty where the question has no answer: an optional one, or
   * each one unless the outcome is `answered`. Older handlers send no entries for such an outcome.
   */
  readonly answers: readonly AnswerInWords[];
  /** Who answered, where the log names a person. */
  readonly actor?: Actor | undefined;
}

interface AnyToolPart extends Omit<ChatToolPart, "input"> {
  readonly input?: unknown;
}

type Input<Types> = Types extends { readonly input: infer I } ? I : unknown;
type Output<Types> = Types extends { readonly output: infer O } ? O : unknown;

/**
 * A part of a message. `Tools` names the agent's tools, each with its `input` and `output`, as in `{ refund: { input: {
 * amount: number } } }`: then `part.type === "tool" && part.name === "refund"` narrows `part.input`. The types are not
 * checked at run time.
 */
export type ChatPart<Tools extends object = object> =
  | { readonly type: "text"; readonly text: string }
  | ChatQuestionPart
  | ([keyof Tools] extends [never]
      ? AnyToolPart
      : {
          [Name in keyof Tools & string]: ChatToolPart<Name, Input<Tools[Name]>, Output<Tools[Name]>>;
        }[keyof Tools & string]);
