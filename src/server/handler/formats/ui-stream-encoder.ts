/**
 * Writes one turn as a UI message stream (v1), the format of the AI SDK's clients (`protocol.md` §7.12): one part a
 * frame.
 *
 * A message has the turn's id, also when it is sent again from its beginning, so that a client replaces the first
 * copy. The part after a decision has the id of the client's own message and continues it. A tool's end is sent only
 * to a client that has its start: the AI SDK otherwise aborts the stream.
 */
import type { ChatChunk, ChatPending, ToolChunk } from "../../../wire/protocol/chat-chunk.js";
import { approvalArguments, readApproval } from "../../../wire/protocol/decisions.js";
import { isRecord } from "../../../wire/protocol/read-fields.js";
import { writeFrame } from "../../../wire/sse/write-frame.js";
import type { AnswerEncoder, AnswerFacts, ContinuedCall } from "./format.js";

/** Tools run on the service: the client shows them, and runs none of its own for them. */
const onService = { dynamic: true, providerExecuted: true } as const;

export function createUiStreamEncoder(facts: AnswerFacts): AnswerEncoder {
  const { continues } = facts.echo;
  const messageId = continues?.messageId ?? facts.turnId ?? facts.newId();
  const textId = `text_${messageId}`;
  const calls = new Map<string, ContinuedCall>(continues?.calls);
  let textIsOpen = false;

  const openText = () => {
    if (textIsOpen) return "";
    textIsOpen = true;
    return part({ type: "text-start", id: textId });
  };
  const closeText = () => {
    if (!textIsOpen) return "";
    textIsOpen = false;
    return part({ type: "text-end", id: textId });
  };

  const startTool = (toolCallId: string, { name, input = {} }: ToolChunk) => {
    if (calls.has(toolCallId)) return "";
    calls.set(toolCallId, "open");
    const call = { toolCallId, toolName: name, ...onService };
    return (
      closeText() + part({ type: "tool-input-start", ...call }) + part({ type: "tool-input-available", ...call, input })
    );
  };
  const endTool = (toolCallId: string, isFailed: boolean, output: object, errorText: string) => {
    calls.set(toolCallId, "ended");
    const call = { toolCallId, ...onService };
    return (
      closeText() +
      part(
        isFailed
          ? { type: "tool-output-error", ...call, errorText }
          : { type: "tool-output-available", ...call, output },
      )
    );
  };
  const denyTool = (toolCallId: string) => {
    calls.set(toolCallId, "ended");
    return closeText() + part({ type: "tool-output-denied", toolCallId });
  };
  const tool = (chunk: ToolChunk) => {
    const { callId, name, status } = chunk;
    // Only this id joins a tool's end to its beginning.
    if (callId === undefined) return "";
    const known = calls.get(callId);
    if (known === "ended" || (known === undefined && !facts.toolParts)) return "";
    if (status === "started") return startTool(callId, chunk);
    if (chunk.denied) return startTool(callId, chunk) + denyTool(callId);
    return startTool(callId, chunk) + endTool(callId, status === "failed", { status }, `The tool ${name} failed.`);
  };
  /** Tools that the turn left open end with it. */
  const endTools = (isCompleted: boolean) => {
    let text = "";
    for (const [id, state] of calls) {
      if (state === "ended") continue;
      const wasAllowed = isCompleted && state === "approved";
      text += endTool(id, !wasAllowed, { status: "approved" }, "The turn ended before this tool did.");
    }
    return text;
  };

  return {
    begin() {
      const rejected = [...calls].filter(([, state]) => state === "rejected").map(([id]) => denyTool(id));
      return part({ type: "start", messageId }) + part({ type: "start-step" }) + rejected.join("");
    },
    chunk(chunk: ChatChunk) {
      switch (chunk.type) {
        case "text":
          return openText() + part({ type: "text-delta", id: textId, delta: chunk.text });
        case "tool":
          return tool(chunk);
        case "pending":
          return closeText() + ask(chunk.pending);
        case "done": {
          const { status } = chunk.reply;
          const ends = status === "pending" ? "" : endTools(status === "completed");
          return closeText() + ends + part({ type: "finish-step" }) + part({ type: "finish" });
        }
        // Only on followed streams, which this format does not have.
        case "message":
        case "turn":
        case "settled":
          return "";
      }
    },
    fail({ message }, id) {
      // Without an event of its own it is the reading that failed: the turn may well go on.
      const ends = id === undefined ? "" : endTools(false);
      return closeText() + ends + part({ type: "error", errorText: message });
    },
    end: () => writeFrame({ data: "[DONE]" }),
  };
}

/** A pending decision: a question, or an approval of a tool call as the AI SDK expects it. */
function ask(asked: ChatPending): string {
  if (asked.kind === "human_input") return part({ type: "data-service-pending", data: asked });
  const { requestId: toolCallId, name } = asked;
  const approval = readApproval(asked.payload);
  const input = (approval && approvalArguments(approval)) ?? {};
  return (
    part({ type: "tool-input-available", toolCallId, toolName: name ?? "approval", ...onService, input }) +
    part({ type: "tool-approval-request", toolCallId, approvalId: toolCallId })
  );
}

function part(value: object): string {
  return writeFrame({ data: JSON.stringify(value, withoutTraps) });
}

/** The AI SDK takes a frame with such a key for an attack, and gives the whole stream up. */
function withoutTraps(key: string, value: unknown): unknown {
  if (key === "__proto__") return undefined;
  return key === "constructor" && isRecord(value) && Object.hasOwn(value, "prototype") ? undefined : value;
}
