import { isToolFailure } from "../../wire/protocol/event-payloads.js";
import type { EventOf } from "../../wire/protocol/session-event.js";
import type { FoldState, Slot } from "../fold-state.js";
import { turnIdOf, withoutMarks } from "../item-facts.js";
import type { ToolCallItem, WorkerItem } from "../items.js";
import { deny } from "./approvals.js";
import { rowOf, type Handler } from "./handler.js";
import { callInput, hostedStatus } from "./provider-items.js";
import { findSessionId, workerAction, workerFailure, workerPrompt } from "./workers.js";

/** Tool calls. Some have rows of another kind, or none because another row shows them. */

/** The tool's own name, after the server's. */
export function leafName(name: string): string {
  return name.slice(name.lastIndexOf("__") + (name.includes("__") ? 2 : 1));
}

const toldElsewhere: ReadonlySet<string> = new Set(["memory_save", "memory_correct"]);

export const toolCallCreated: Handler<"agent.toolCall.created"> = (state, event) => {
  const { id, name } = event.payload;
  if (id !== undefined && isHidden(state, event.turnId, id)) return;
  if (toldElsewhere.has(leafName(name))) {
    if (id !== undefined) state.hiddenCalls.set(callKey(event.turnId, id), state.sequence);
    return;
  }
  const known = id === undefined ? undefined : state.calls.get(id);
  // Some providers restart the numbering of calls in each turn.
  if (known && turnIdOf(known.item) === (event.turnId ?? null)) {
    merge(state, known, event);
    return;
  }
  const slot = state.push(workerRow(event) ?? toolRow(event));
  if (id === undefined) return;
  state.calls.set(id, slot);
  const denial = state.turn(event.turnId).denials.get(id);
  if (denial) deny(state, slot, denial);
};

export const toolCallOutput: Handler<"agent.toolCall.output"> = (state, event) => {
  const slot = findCall(state, event);
  if (!slot) return;
  const item = withoutMarks(slot.item as ToolCallItem | WorkerItem);
  state.halted.delete(slot);
  const { payload } = event;
  const denied = item.status === "output-denied";
  const failed = !denied && isToolFailure(payload);
  const output = payload.output ?? payload.preview ?? null;
  // The agent's words for a rejected call look like a failure, or like a result; neither is true of it.
  const status = denied ? "output-denied" : failed ? "failed" : "complete";
  if (item.kind === "tool-call") {
    const { truncation } = payload;
    state.update(slot, { ...item, output, status, ...(truncation !== undefined && { truncation }) });
  } else {
    const workerSessionId = item.workerSessionId ?? findSessionId(output);
    state.update(slot, {
      ...item,
      workerSessionId,
      status,
      failure: failed ? workerFailure(output) : null,
    });
  }
};

/** Removes the row of a call permanently: another row shows it. */
export function hideCall(state: FoldState, turnId: string | null | undefined, callId: string): void {
  state.hiddenCalls.set(callKey(turnId, callId), state.sequence);
  const slot = state.calls.get(callId);
  if (!slot || turnIdOf(slot.item) !== (turnId ?? null)) return;
  state.calls.delete(callId);
  state.remove(slot);
}

function callKey(turnId: string | null | undefined, callId: string): string {
  return `${turnId ?? ""} ${callId}`;
}

function isHidden(state: FoldState, turnId: string | null | undefined, callId: string): boolean {
  return state.hiddenCalls.has(callKey(turnId, callId));
}

function findCall(state: FoldState, event: EventOf<"agent.toolCall.output">): Slot | undefined {
  const { id } = event.payload;
  if (id !== undefined && isHidden(state, event.turnId, id)) return undefined;
  const known = id === undefined ? undefined : state.calls.get(id);
  return (
    known ??
    state.running(event.turnId ?? null).findLast(({ item }) => item.kind === "tool-call" || item.kind === "worker")
  );
}

function merge(state: FoldState, slot: Slot, event: EventOf<"agent.toolCall.created">): void {
  const { item } = slot;
  const { payload } = event;
  if (item.kind === "tool-call") {
    state.update(slot, {
      ...item,
      name: payload.name === "tool" ? item.name : payload.name,
      arguments: callInput(payload) ?? item.arguments,
      raw: payload.raw ?? item.raw,
      ...(item.status === "running" && { status: hostedStatus(payload) ?? "running" }),
    });
  } else if (item.kind === "worker" && payload.arguments !== undefined) {
    const { arguments: args } = payload;
    state.update(slot, {
      ...item,
      prompt: workerPrompt(args) || item.prompt,
      workerSessionId: item.workerSessionId ?? findSessionId(args),
    });
  }
}

function toolRow(event: EventOf<"agent.toolCall.created">) {
  const { payload } = event;
  return {
    ...rowOf(event),
    kind: "tool-call",
    callId: payload.id ?? null,
    name: payload.name,
    arguments: callInput(payload) ?? null,
    output: null,
    ...(payload.raw !== undefined && { raw: payload.raw }),
    status: hostedStatus(payload) ?? "running",
  } as const;
}

function workerRow(event: EventOf<"agent.toolCall.created">) {
  const { payload } = event;
  const action = workerAction(leafName(payload.name));
  if (!action) return null;
  return {
    ...rowOf(event),
    kind: "worker",
    callId: payload.id ?? null,
    action,
    prompt: workerPrompt(payload.arguments),
    workerSessionId: findSessionId(payload.arguments),
    failure: null,
    status: "running",
  } as const;
}
