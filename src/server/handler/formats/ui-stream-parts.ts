/**
 * Makes the parts of a UI message stream (v1), the format of the AI SDK's clients (`protocol.md` §7.12), from the chunks
 * of one turn.
 *
 * A message has the turn's id, also when it is sent again from its beginning, so that a client replaces the first
 * copy. The part after a decision has the id of the client's own message and continues it, in the same step while other
 * approvals are pending there: clients answer only those of the last step. A tool's end is sent only to a client that has
 * its start: the AI SDK otherwise aborts the stream.
 */
import type { ChatPending, ChatReply } from "../../../wire/protocol/chat-chunk.js";
import type { AnswerChunk } from "../fold-turn.js";
import type { AskedQuestion } from "../settled-question.js";
import type { AnswerFacts, AnswerFailure } from "./format.js";
import { createUiStreamCalls, type UiToolPart } from "./ui-stream-calls.js";

/** One part of the stream, as the AI SDK names them. */
export type UiStreamPart =
  | { readonly type: "start"; readonly messageId: string }
  | { readonly type: "start-step" | "finish-step" }
  | { readonly type: "finish"; readonly finishReason: "stop" | "tool-calls" | "other" }
  | { readonly type: "error"; readonly errorText: string }
  | { readonly type: "text-start" | "text-end"; readonly id: string }
  | { readonly type: "reasoning-start" | "reasoning-end"; readonly id: string }
  | { readonly type: "text-delta" | "reasoning-delta"; readonly id: string; readonly delta: string }
  | UiToolPart
  | { readonly type: "data-service-pending"; readonly id: string; readonly data: AskedQuestion };

/** Makes the parts of one answer, in the order of an encoder. */
export interface UiStreamParts {
  begin(): readonly UiStreamPart[];
  chunk(chunk: AnswerChunk): readonly UiStreamPart[];
  /** @param isTurn whether the turn itself failed, and not the reading of it */
  fail(failure: Pick<AnswerFailure, "message">, isTurn: boolean): readonly UiStreamPart[];
}

/** The facts that the parts depend on. */
export type UiStreamFacts = Pick<AnswerFacts, "turnId" | "newId" | "toolParts" | "echo">;

export function createUiStreamParts(facts: UiStreamFacts): UiStreamParts {
  const { continues } = facts.echo;
  const messageId = continues?.messageId ?? facts.turnId ?? facts.newId();
  const textId = `text_${messageId}`;
  const calls = createUiStreamCalls(continues?.calls, facts.toolParts);
  /** The part that grows: the agent reasons or answers, one at a time. */
  let open = null as "text" | "reasoning" | null;
  const idOf = (kind: "text" | "reasoning") => (kind === "text" ? textId : `reasoning_${messageId}`);

  const close = (): readonly UiStreamPart[] => {
    const closed = open;
    open = null;
    return closed === null ? [] : [{ type: `${closed}-end`, id: idOf(closed) }];
  };
  const grow = (kind: "text" | "reasoning", delta: string): readonly UiStreamPart[] => {
    const id = idOf(kind);
    const begun: readonly UiStreamPart[] = open === kind ? [] : [...close(), { type: `${kind}-start`, id }];
    open = kind;
    return [...begun, { type: `${kind}-delta`, id, delta }];
  };

  const ofCalls = (parts: readonly UiToolPart[]): readonly UiStreamPart[] =>
    parts.length > 0 ? [...close(), ...parts] : [];

  const ask = (asked: ChatPending): readonly UiStreamPart[] =>
    asked.kind === "approval" ? calls.ask(asked) : [{ type: "data-service-pending", id: asked.requestId, data: asked }];

  return {
    begin() {
      const step = calls.isAsked() ? [] : [{ type: "start-step" } as const];
      return [{ type: "start", messageId }, ...step, ...calls.begin()];
    },
    chunk(chunk) {
      switch (chunk.type) {
        case "text":
        case "reasoning":
          return grow(chunk.type, chunk.text);
        case "tool":
          return ofCalls(calls.tool(chunk));
        case "pending":
          return [...close(), ...ask(chunk.pending)];
        case "done": {
          const { status } = chunk.reply;
          const ends = status === "pending" ? [] : calls.end(status === "completed");
          const finishReason = finishReasonOf(chunk.reply);
          return [...close(), ...ends, { type: "finish-step" }, { type: "finish", finishReason }];
        }
        // Only on followed streams, which this format does not have.
        case "message":
        case "turn":
        case "settled":
          return [];
      }
    },
    fail({ message }, isTurn) {
      return [...close(), ...(isTurn ? calls.end(false) : []), { type: "error", errorText: message }];
    },
  };
}

/** As the AI SDK's own answers end: `tool-calls` while an approval is pending. A question and a stop are `other`. */
function finishReasonOf({ status, pending }: ChatReply) {
  if (status === "completed") return "stop";
  return pending?.kind === "approval" ? "tool-calls" : "other";
}
