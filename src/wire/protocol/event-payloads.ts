// budget: one schema an event
import * as v from "valibot";
import {
  type Approval,
  actorSchema,
  approvalSchema,
  humanInputRequestSchema,
  humanInputResponseSchema,
} from "./decisions.js";
import type { EventType } from "./event-types.js";
import { entries } from "./maybe.js";
import { field, type FieldValues, isRecord, optional, type Field } from "./read-fields.js";

/**
 * The payload of each event: one row for each type; the compiler checks that all are there. Rows list the fields that
 * this project reads, so a type whose payload is not read has an empty row. Fallbacks follow rule 14 of `protocol.md`
 * §11.6.
 */

const text = v.string();
const number = v.number();
const maybeText = optional(text);
const maybeNumber = optional(number);
const required = field(text, "");
const anything = field(v.optional(v.unknown()), undefined);
const maybeActor = optional(actorSchema);
/** Goal and control events name their actor in a word (`agent`, `api`); host writes name a person. */
const actorWord = optional(v.union([text, actorSchema]));
const maybeTrue: Field<boolean | undefined> = optional(v.boolean());
const none = {};

const approvals = entries<Approval>(approvalSchema);

const systemUpdateMember = v.object({
  id: v.fallback(text, ""),
  kind: v.fallback(text, ""),
  classification: v.fallback(text, "info"),
  sourceId: v.nullish(v.fallback(text, "")),
  summary: v.fallback(text, ""),
});
/** One update of a batch that the service passed to the agent. */
export type SystemUpdateMember = v.InferOutput<typeof systemUpdateMember>;

const goal = {
  goalId: maybeText,
  text: required,
  /** An older form. */
  goal: optional(v.looseObject({ text: v.optional(text) })),
  actor: actorWord,
  reason: maybeText,
  rationale: maybeText,
  evidence: maybeText,
};
const compaction = {
  trigger: maybeText,
  reason: maybeText,
  implementation: maybeText,
  estimatedTokensBefore: maybeNumber,
  estimatedTokensAfter: maybeNumber,
};
const startupPhase = { phase: required, durationMs: maybeNumber, attemptId: maybeText };
const sandboxOperation = {
  name: field(text, "sandbox"),
  command: maybeText,
  durationMs: maybeNumber,
  origin: maybeText,
  error: maybeText,
  message: maybeText,
  expectedTransition: maybeTrue,
};
const rigSetup = { durationMs: maybeNumber };
const control = { reason: maybeText, actor: actorWord, terminal: maybeTrue };
const userControl = { reason: maybeText, actor: maybeActor };
const authNeeded = {
  serverId: required,
  toolName: maybeText,
  providerDomain: required,
  connectionId: maybeText,
  reason: required,
  scopes: optional(entries(text)),
  resource: maybeText,
  authorizationUrl: maybeText,
  capability: maybeText,
};
const memory = {
  memoryId: maybeText,
  kind: required,
  preview: required,
  deduped: maybeTrue,
  replacementPreview: maybeText,
  replacementMemoryId: maybeText,
  action: maybeText,
};

/** Reasoning has a legacy form that nests its text in a provider item. */
const legacyReasoning = optional(
  v.looseObject({
    rawItem: v.optional(v.looseObject({ content: v.optional(entries(v.looseObject({ text: v.optional(text) }))) })),
  }),
);

/** Schema of each known event's payload. */
export const eventPayloads = {
  "session.created": { model: maybeText },
  "session.status.changed": { status: required, reason: maybeText },
  "session.title_set": { title: required, source: maybeText },
  "session.requiresAction": { approvals: field<readonly Approval[]>(approvals, []) },
  "session.humanInput.requested": { request: optional(humanInputRequestSchema) },
  "session.control.paused": control,
  "session.control.resumed": control,
  "session.control.steer_requested": { targetTurnId: maybeText, replacedTurnId: maybeText, stopping: maybeTrue },
  "session.queue.changed": {
    operation: maybeText,
    queueVersion: maybeNumber,
    turnId: maybeText,
    beforeTurnId: maybeText,
  },
  "session.queue.prompt.cancelled": none,
  "session.queue.history": none,
  "session.context.compaction.requested": compaction,
  "session.context.compaction.started": compaction,
  "session.context.compacted": compaction,
  "session.context.compaction.skipped": compaction,
  "session.context.cleared": none,
  "session.event.envelope_omitted": none,
  "workspace.inference.paused": none,
  "workspace.inference.resumed": none,

  "user.message": {
    text: required,
    annotations: anything,
    resources: optional(v.array(v.unknown())),
    tools: optional(v.array(v.unknown())),
    delivery: maybeText,
    presentation: anything,
    childCompletion: anything,
    actor: maybeActor,
  },
  "user.approvalDecision": { approvalId: required, decision: required, message: maybeText, actor: maybeActor },
  "user.humanInputResponse": { requestId: required, response: optional(humanInputResponseSchema), actor: maybeActor },
  "user.pause": userControl,
  "user.resume": userControl,
  "user.cancel": userControl,
  "user.interrupt": userControl,

  "turn.queued": { turnId: required, triggerEventId: required, source: maybeText },
  "turn.started": { triggerEventId: maybeText },
  "turn.completed": { output: anything, segmentLimit: maybeText, detail: maybeText, maintenance: maybeText },
  "turn.failed": { error: maybeText, message: maybeText, code: maybeText, retryable: maybeTrue, detail: maybeText },
  "turn.cancelled": { reason: maybeText, turnId: maybeText, triggerEventId: maybeText },
  "turn.superseded": { reason: maybeText, targetTurnId: maybeText },
  "turn.recovery.requested": { reason: maybeText },
  "turn.capacity_waiting": none,
  "turn.event.rejected_late": none,
  "turn.startup.phase.started": startupPhase,
  "turn.startup.phase.completed": startupPhase,
  "turn.startup.phase.failed": startupPhase,
  "turn.updated": none,

  "agent.message.delta": { text: required, coalescedUntil: maybeNumber },
  "agent.message.completed": { text: required, truncation: anything, preview: maybeText },
  "agent.reasoning.delta": { text: maybeText, item: legacyReasoning, coalescedUntil: maybeNumber },
  "agent.toolCall.created": { id: maybeText, name: field(text, "tool"), arguments: anything, raw: anything },
  "agent.toolCall.output": {
    id: maybeText,
    output: anything,
    error: maybeTrue,
    failed: maybeTrue,
    truncation: anything,
    preview: maybeText,
  },
  "agent.model.request": none,
  "agent.model.usage": { inputTokens: maybeNumber, outputTokens: maybeNumber },
  "agent.updated": none,

  "sandbox.operation.started": sandboxOperation,
  "sandbox.operation.completed": sandboxOperation,
  "sandbox.operation.failed": sandboxOperation,
  "sandbox.command.output.delta": {
    chunk: maybeText,
    text: maybeText,
    output: maybeText,
    stream: maybeText,
    commandId: maybeText,
    name: maybeText,
    coalescedUntil: maybeNumber,
  },
  "rig.setup.started": rigSetup,
  "rig.setup.completed": rigSetup,
  "rig.setup.skipped": rigSetup,
  "rig.setup.failed": rigSetup,
  "terminal.pty.output.delta": none,
  "artifact.created": none,
  "machine.op.failed": none,
  "machine.op.recovered": none,
  "machine.link.lost": none,
  "machine.link.restored": none,
  "machine.runner.restarted": none,

  "goal.set": goal,
  "goal.updated": goal,
  "goal.progress": goal,
  "goal.paused": goal,
  "goal.resumed": goal,
  "goal.completed": goal,
  "goal.cleared": goal,
  "goal.held": goal,
  "goal.continuation": goal,
  "goal.rewrite.proposed": none,
  "goal.rewrite.rejected": none,

  "system.update.delivered": { members: field(entries(systemUpdateMember), []) },
  "system.update.pending": none,
  "system.update.superseded": none,
  "system.update.cancelled": none,
  "system.update.settled": none,

  "tool.auth_needed": authNeeded,
  "credential.auth_needed": authNeeded,
  "memory.saved": memory,
  "memory.corrected": memory,
} satisfies Record<EventType, Record<string, Field<unknown>>>;

/** Payload of each known event type. */
export type EventPayloads = { readonly [T in EventType]: FieldValues<(typeof eventPayloads)[T]> };

/** The text of a reasoning delta, in its present or its legacy form. */
export function reasoningText(payload: EventPayloads["agent.reasoning.delta"]): string {
  if (payload.text !== undefined) return payload.text;
  return (payload.item?.rawItem?.content ?? []).map((part) => part.text ?? "").join("");
}

/** The text of a sandbox output delta, in its present or one of its legacy forms. */
export function sandboxOutputText(payload: EventPayloads["sandbox.command.output.delta"]): string {
  return payload.chunk ?? payload.text ?? payload.output ?? "";
}

/** Whether a tool's output reports a failure. */
export function isToolFailure(payload: EventPayloads["agent.toolCall.output"]): boolean {
  return (
    payload.error === true ||
    payload.failed === true ||
    (isRecord(payload.output) && payload.output["isError"] === true)
  );
}
