/**
 * Makes the parts of a UI message stream (v1), the format of the AI SDK's clients (`protocol.md` §7.12), from the chunks
 * of one turn.
 *
 * A message has the turn's id, also when it is sent again from its beginning, so that a client replaces the first
 * copy. The part after a decision has the id of the client's own message and continues it. A tool's end is sent only
 * to a client that has its start: the AI SDK otherwise aborts the stream.
 */
import type { ChatChunk, ChatPending, ChatReply, ToolChunk } from "../../../wire/protocol/chat-chunk.js";
import { approvalArguments, readApproval } from "../../../wire/protocol/decisions.js";
import type { AnswerFacts, AnswerFailure, ContinuedCall } from "./format.js";

/** One part of the stream, as the AI SDK names them. */
export type UiStreamPart =
  | { readonly type: "start"; readonly messageId: string }
  | { readonly type: "start-step" | "finish-step" }
  | { readonly type: "finish"; readonly finishReason: "stop" | "tool-calls" | "other" }
  | { readonly type: "error"; readonly errorText: string }
  | { readonly type: "text-start" | "text-end"; readonly id: string }
  | { readonly type: "text-delta"; readonly id: string; readonly delta: string }
  | UiToolPart
  | { readonly type: "data-service-pending"; readonly data: ChatPending };

/** A part about a tool call. */
export type UiToolPart = { readonly toolCallId: string } & (
  | { readonly type: "tool-input-start"; readonly toolName: string }
  | { readonly type: "tool-input-available"; readonly toolName: string; readonly input: unknown }
  | { readonly type: "tool-output-available"; readonly output: unknown }
  | { readonly type: "tool-output-error"; readonly errorText: string }
  | { readonly type: "tool-output-denied" }
  | { readonly type: "tool-approval-request"; readonly approvalId: string }
);

/** Makes the parts of one answer, in the order of an encoder. */
export interface UiStreamParts {
  begin(): readonly UiStreamPart[];
  chunk(chunk: ChatChunk): readonly UiStreamPart[];
  /** @param isTurn whether the turn itself failed, and not the reading of it */
  fail(failure: Pick<AnswerFailure, "message">, isTurn: boolean): readonly UiStreamPart[];
}

/** The facts that the parts depend on. */
export type UiStreamFacts = Pick<AnswerFacts, "turnId" | "newId" | "toolParts" | "echo">;

/** Tools run on the service: the client shows them, and runs none of its own for them. */
const onService = { dynamic: true, providerExecuted: true } as const;

export function createUiStreamParts(facts: UiStreamFacts): UiStreamParts {
  const { continues } = facts.echo;
  const messageId = continues?.messageId ?? facts.turnId ?? facts.newId();
  const textId = `text_${messageId}`;
  const calls = new Map<string, ContinuedCall>(continues?.calls);
  let textIsOpen = false;

  const openText = (): readonly UiStreamPart[] => {
    if (textIsOpen) return [];
    textIsOpen = true;
    return [{ type: "text-start", id: textId }];
  };
  const closeText = (): readonly UiStreamPart[] => {
    if (!textIsOpen) return [];
    textIsOpen = false;
    return [{ type: "text-end", id: textId }];
  };

  const startTool = (toolCallId: string, { name, input = {} }: ToolChunk): readonly UiStreamPart[] => {
    if (calls.has(toolCallId)) return [];
    calls.set(toolCallId, "open");
    const call = { toolCallId, toolName: name, ...onService };
    return [...closeText(), { type: "tool-input-start", ...call }, { type: "tool-input-available", ...call, input }];
  };
  const endTool = (toolCallId: string, end: { output: unknown } | { errorText: string }): readonly UiStreamPart[] => {
    calls.set(toolCallId, "ended");
    const call = { toolCallId, ...onService };
    return [
      ...closeText(),
      "errorText" in end
        ? { type: "tool-output-error", ...call, errorText: end.errorText }
        : { type: "tool-output-available", ...call, output: end.output },
    ];
  };
  const denyTool = (toolCallId: string): readonly UiStreamPart[] => {
    calls.set(toolCallId, "ended");
    return [...closeText(), { type: "tool-output-denied", toolCallId }];
  };
  const tool = (chunk: ToolChunk): readonly UiStreamPart[] => {
    const { callId, name, status, output = null } = chunk;
    // Only this id joins a tool's end to its beginning.
    if (callId === undefined) return [];
    const known = calls.get(callId);
    if (known === "ended" || (known === undefined && !facts.toolParts)) return [];
    const start = startTool(callId, chunk);
    if (status === "started") return start;
    if (chunk.denied) return [...start, ...denyTool(callId)];
    return [...start, ...endTool(callId, status === "failed" ? { errorText: `The tool ${name} failed.` } : { output })];
  };
  /** Tools that the turn left open end with it. */
  const endTools = (isCompleted: boolean): readonly UiStreamPart[] =>
    [...calls].flatMap(([id, state]) => {
      if (state === "ended") return [];
      const wasAllowed = isCompleted && state === "approved";
      return endTool(
        id,
        wasAllowed ? { output: { status: "approved" } } : { errorText: "The turn ended before this tool did." },
      );
    });

  return {
    begin() {
      const rejected = [...calls].filter(([, state]) => state === "rejected").flatMap(([id]) => denyTool(id));
      return [{ type: "start", messageId }, { type: "start-step" }, ...rejected];
    },
    chunk(chunk) {
      switch (chunk.type) {
        case "text":
          return [...openText(), { type: "text-delta", id: textId, delta: chunk.text }];
        case "tool":
          return tool(chunk);
        case "pending":
          return [...closeText(), ...ask(chunk.pending)];
        case "done": {
          const { status } = chunk.reply;
          const ends = status === "pending" ? [] : endTools(status === "completed");
          const finishReason = finishReasonOf(chunk.reply);
          return [...closeText(), ...ends, { type: "finish-step" }, { type: "finish", finishReason }];
        }
        // Only on followed streams, which this format does not have.
        case "message":
        case "turn":
        case "settled":
          return [];
      }
    },
    fail({ message }, isTurn) {
      return [...closeText(), ...(isTurn ? endTools(false) : []), { type: "error", errorText: message }];
    },
  };
}

/** As the AI SDK's own answers end: `tool-calls` while an approval is pending. A question and a stop are `other`. */
function finishReasonOf({ status, pending }: ChatReply) {
  if (status === "completed") return "stop";
  return pending?.kind === "approval" ? "tool-calls" : "other";
}

/** A pending decision: a question, or an approval of a tool call as the AI SDK expects it. */
function ask(asked: ChatPending): readonly UiStreamPart[] {
  if (asked.kind === "human_input") return [{ type: "data-service-pending", data: asked }];
  const { requestId: toolCallId, name } = asked;
  const approval = readApproval(asked.payload);
  const input = (approval && approvalArguments(approval)) ?? {};
  return [
    { type: "tool-input-available", toolCallId, toolName: name ?? "approval", ...onService, input },
    { type: "tool-approval-request", toolCallId, approvalId: toolCallId },
  ];
}
