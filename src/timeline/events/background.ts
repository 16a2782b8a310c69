import { saidReason } from "../../foundation/said-reason.js";
import type { EventType } from "../../wire/protocol/event-types.js";
import type { EventOf } from "../../wire/protocol/session-event.js";
import type { FoldState } from "../fold-state.js";
import type { ContextCompactionItem, GoalItem, MemoryItem } from "../items.js";
import { rowOf, type Handler } from "./handler.js";

/** Events outside the conversation: goals, compaction, machine input, required sign-ins, memory. */

type GoalType = Extract<EventType, `goal.${GoalItem["action"]}`>;

export function goal(action: GoalItem["action"]): Handler<GoalType> {
  // The agent's own changes show as the tool calls that made them.
  const mayBeAgents = action === "set" || action === "updated" || action === "paused" || action === "held";
  return (state, event) => {
    const { text, goal: nested, rationale, reason, actor } = event.payload;
    if (mayBeAgents && actor === "agent") return;
    state.push({
      id: event.id,
      occurredAt: event.occurredAt,
      kind: "goal",
      action,
      text: text || nested?.text || (rationale ?? saidReason(reason)),
    });
  };
}

type CompactionType = Extract<EventType, `session.context.comp${string}`>;

/** One row for each compaction; it takes the id of the event that settles it. */
export function compaction(phase: ContextCompactionItem["phase"]): Handler<CompactionType> {
  return (state: FoldState, event: EventOf<CompactionType>) => {
    const turn = state.turn(event.turnId);
    const slot = turn.openCompaction;
    const open = slot?.item as ContextCompactionItem | undefined;
    const item = compactionRow(phase, event, open);
    const row = slot ?? state.push(item);
    if (slot && open) {
      state.update(slot, phase === "started" ? { ...item, id: open.id, occurredAt: open.occurredAt } : item);
    }
    turn.openCompaction = phase === "started" ? row : null;
  };
}

function compactionRow(
  phase: ContextCompactionItem["phase"],
  event: EventOf<CompactionType>,
  open: ContextCompactionItem | undefined,
): ContextCompactionItem {
  const { trigger, estimatedTokensBefore, estimatedTokensAfter, implementation, reason } = event.payload;
  return {
    ...rowOf(event),
    kind: "context-compaction",
    phase,
    trigger: trigger ?? open?.trigger ?? null,
    estimatedTokensBefore: estimatedTokensBefore ?? open?.estimatedTokensBefore ?? null,
    estimatedTokensAfter: estimatedTokensAfter ?? open?.estimatedTokensAfter ?? null,
    skipReason: phase === "skipped" ? (reason ?? null) : null,
    implementation: implementation ?? open?.implementation ?? null,
  };
}

export const systemUpdate: Handler<"system.update.delivered"> = (state, event) => {
  const { members } = event.payload;
  if (members.every((member) => member.kind === "goal_continuation")) return;
  state.push({ ...rowOf(event), kind: "machine-input-batch", members });
};

export const toolAuthNeeded: Handler<"tool.auth_needed"> = (state, event) => {
  if (event.payload.toolName !== undefined) authNeeded(state, event);
};

export const credentialAuthNeeded: Handler<"credential.auth_needed"> = (state, event) => {
  authNeeded(state, event);
};

function authNeeded(state: FoldState, event: EventOf<"tool.auth_needed"> | EventOf<"credential.auth_needed">): void {
  const { payload } = event;
  state.push({
    ...rowOf(event),
    kind: "auth-needed",
    serverId: payload.serverId,
    providerDomain: payload.providerDomain,
    connectionId: payload.connectionId ?? null,
    reason: payload.reason,
    scopes: payload.scopes ?? [],
    resource: payload.resource ?? null,
    toolName: payload.toolName ?? null,
    authorizationUrl: payload.authorizationUrl ?? null,
  });
}

export function memory(variant: MemoryItem["variant"]): Handler<"memory.saved" | "memory.corrected"> {
  return (state, event) => {
    const { kind, preview, deduped, replacementPreview, memoryId } = event.payload;
    state.push({
      ...rowOf(event),
      kind: "memory",
      variant,
      memoryKind: kind,
      preview,
      ...(deduped !== undefined && { deduped }),
      ...(replacementPreview !== undefined && { replacementPreview }),
      ...(memoryId !== undefined && { memoryId }),
    });
  };
}
