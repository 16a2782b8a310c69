/** Makes the parts of tool calls and approvals for a UI message stream, from the state that the client has of each call. */
import type { ChatPending, ToolChunk } from "../../../wire/protocol/chat-chunk.js";
import { approvalArguments, readApproval, type Denial } from "../../../wire/protocol/decisions.js";
import type { ContinuedCall } from "./format.js";

/** A part about a tool call. */
export type UiToolPart = { readonly toolCallId: string } & (
  | { readonly type: "tool-input-start"; readonly toolName: string }
  | { readonly type: "tool-input-available"; readonly toolName: string; readonly input: unknown }
  | { readonly type: "tool-output-available"; readonly output: unknown }
  | { readonly type: "tool-output-error"; readonly errorText: string }
  | { readonly type: "tool-output-denied" }
  | { readonly type: "tool-approval-request"; readonly approvalId: string }
);

export interface UiStreamCalls {
  /** Whether the client's last step has a pending approval. */
  isAsked(): boolean;
  /** Ends the calls that the client has just rejected. */
  begin(): readonly UiToolPart[];
  tool(chunk: ToolChunk): readonly UiToolPart[];
  /** Asks for an approval as the AI SDK expects it. */
  ask(approval: ChatPending): readonly UiToolPart[];
  /** Ends the calls that the turn left open. */
  end(isCompleted: boolean): readonly UiToolPart[];
}

/** Tools run on the service: the client shows them, and runs none of its own for them. */
const onService = { dynamic: true, providerExecuted: true } as const;

function rejection({ reason }: Denial): string {
  return reason === undefined ? "The call was rejected." : `The call was rejected: ${reason}`;
}

/**
 * @param known the calls in the client's message
 * @param toolParts whether calls that the client does not have are sent
 */
export function createUiStreamCalls(
  known: ReadonlyMap<string, ContinuedCall> | undefined,
  toolParts: boolean,
): UiStreamCalls {
  const calls = new Map<string, ContinuedCall>(known);
  const start = (toolCallId: string, { name, input = {} }: ToolChunk): readonly UiToolPart[] => {
    if (calls.has(toolCallId)) return [];
    calls.set(toolCallId, "open");
    const call = { toolCallId, toolName: name, ...onService };
    return [
      { type: "tool-input-start", ...call },
      { type: "tool-input-available", ...call, input },
    ];
  };
  const end = (toolCallId: string, how: { output: unknown } | { errorText: string }): UiToolPart => {
    calls.set(toolCallId, "ended");
    const call = { toolCallId, ...onService };
    return "errorText" in how
      ? { type: "tool-output-error", ...call, errorText: how.errorText }
      : { type: "tool-output-available", ...call, output: how.output };
  };
  const deny = (toolCallId: string): UiToolPart => {
    calls.set(toolCallId, "ended");
    return { type: "tool-output-denied", toolCallId };
  };
  return {
    isAsked: () => [...calls.values()].includes("asked"),
    begin: () => [...calls].flatMap(([id, state]) => (state === "rejected" ? [deny(id)] : [])),
    tool(chunk) {
      const { callId, name, status, output = null } = chunk;
      // Only this id joins a tool's end to its beginning.
      if (callId === undefined) return [];
      const state = calls.get(callId);
      if (state === "ended" || (state === undefined && !toolParts)) return [];
      const started = start(callId, chunk);
      if (status === "started") return started;
      // The AI SDK finds a denied call without its approval invalid, and no part of version 6 gives it one.
      if (chunk.denied && state === "asked") return [deny(callId)];
      if (chunk.denied) return [...started, end(callId, { errorText: rejection(chunk.denied) })];
      return [...started, end(callId, status === "failed" ? { errorText: `The tool ${name} failed.` } : { output })];
    },
    ask({ requestId: toolCallId, name, payload }) {
      if (calls.get(toolCallId) === "asked") return [];
      calls.set(toolCallId, "asked");
      const approval = readApproval(payload);
      const input = (approval && approvalArguments(approval)) ?? {};
      return [
        { type: "tool-input-available", toolCallId, toolName: name ?? "approval", ...onService, input },
        { type: "tool-approval-request", toolCallId, approvalId: toolCallId },
      ];
    },
    end: (isCompleted) =>
      [...calls].flatMap(([id, state]) => {
        if (state === "ended") return [];
        const wasAllowed = isCompleted && state === "approved";
        if (wasAllowed) return [end(id, { output: { status: "approved" } })];
        return [end(id, { errorText: "The turn ended before this tool did." })];
      }),
  };
}
