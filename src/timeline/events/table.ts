import type { EventType } from "../../wire/protocol/event-types.js";
import type { KnownEvent } from "../../wire/protocol/session-event.js";
import type { FoldState } from "../fold-state.js";
import { noteEvidence, turnQueued, turnStarted } from "./anchor.js";
import { compaction, credentialAuthNeeded, goal, memory, systemUpdate, toolAuthNeeded } from "./background.js";
import { ignore, type Handler } from "./handler.js";
import { inputAnswered, inputRequested } from "./human-input.js";
import { messageCompleted, messageDelta, reasoningDelta, userMessage } from "./messages.js";
import { commandOutput, machineLink, operationCompleted, operationFailed, operationStarted } from "./sandbox.js";
import { approvalDecided, requiresAction } from "./approvals.js";
import { statusChanged } from "./session-status.js";
import {
  phaseCompleted,
  phaseFailed,
  phaseStarted,
  rigCompleted,
  rigFailed,
  rigSkipped,
  rigStarted,
} from "./startup-phases.js";
import { toolCallCreated, toolCallOutput } from "./tools.js";
import { turnCancelled, turnCompleted, turnFailed, turnSuperseded } from "./turns.js";

/** The handler of each type of event; the compiler checks that all are there. */
const handlers: { readonly [T in EventType]: Handler<T> } = {
  "session.created": ignore,
  "session.status.changed": statusChanged,
  "session.title_set": ignore,
  "session.requiresAction": requiresAction,
  "session.humanInput.requested": inputRequested,
  "session.control.paused": ignore,
  "session.control.resumed": ignore,
  "session.control.steer_requested": ignore,
  "session.queue.changed": ignore,
  "session.queue.prompt.cancelled": ignore,
  "session.queue.history": ignore,
  "session.context.compaction.requested": compaction("started"),
  "session.context.compaction.started": compaction("started"),
  "session.context.compacted": compaction("compacted"),
  "session.context.compaction.skipped": compaction("skipped"),
  "session.context.cleared": ignore,
  "session.event.envelope_omitted": ignore,
  "workspace.inference.paused": ignore,
  "workspace.inference.resumed": ignore,

  "user.message": userMessage,
  "user.approvalDecision": approvalDecided,
  "user.humanInputResponse": inputAnswered,
  "user.pause": ignore,
  "user.resume": ignore,
  "user.cancel": ignore,
  "user.interrupt": ignore,

  "turn.queued": turnQueued,
  "turn.started": turnStarted,
  "turn.completed": turnCompleted,
  "turn.failed": turnFailed,
  "turn.cancelled": turnCancelled,
  "turn.superseded": turnSuperseded,
  "turn.recovery.requested": ignore,
  "turn.capacity_waiting": ignore,
  "turn.event.rejected_late": ignore,
  "turn.startup.phase.started": phaseStarted,
  "turn.startup.phase.completed": phaseCompleted,
  "turn.startup.phase.failed": phaseFailed,
  "turn.updated": ignore,

  "agent.message.delta": messageDelta,
  "agent.message.completed": messageCompleted,
  "agent.reasoning.delta": reasoningDelta,
  "agent.toolCall.created": toolCallCreated,
  "agent.toolCall.output": toolCallOutput,
  "agent.model.request": ignore,
  "agent.model.usage": ignore,
  "agent.updated": ignore,

  "sandbox.operation.started": operationStarted,
  "sandbox.operation.completed": operationCompleted,
  "sandbox.operation.failed": operationFailed,
  "sandbox.command.output.delta": commandOutput,
  "rig.setup.started": rigStarted,
  "rig.setup.completed": rigCompleted,
  "rig.setup.skipped": rigSkipped,
  "rig.setup.failed": rigFailed,
  "terminal.pty.output.delta": ignore,
  "artifact.created": ignore,
  "machine.op.failed": ignore,
  "machine.op.recovered": ignore,
  "machine.link.lost": machineLink(true),
  "machine.link.restored": machineLink(false),
  "machine.runner.restarted": ignore,

  "goal.set": goal("set"),
  "goal.updated": goal("updated"),
  "goal.progress": ignore,
  "goal.paused": goal("paused"),
  "goal.resumed": goal("resumed"),
  // The call that completed the goal has a row.
  "goal.completed": ignore,
  "goal.cleared": goal("cleared"),
  "goal.held": goal("held"),
  "goal.continuation": goal("continuation"),
  "goal.rewrite.proposed": ignore,
  "goal.rewrite.rejected": ignore,

  "system.update.delivered": systemUpdate,
  "system.update.pending": ignore,
  "system.update.superseded": ignore,
  "system.update.cancelled": ignore,
  "system.update.settled": ignore,

  "tool.auth_needed": toolAuthNeeded,
  "credential.auth_needed": credentialAuthNeeded,
  "memory.saved": memory("saved"),
  "memory.corrected": memory("corrected"),
};

export function applyEvent(state: FoldState, event: KnownEvent): void {
  noteEvidence(state, event.type, event.turnId);
  // The table pairs each type with its own handler; the compiler cannot follow that through an index.
  (handlers[event.type] as (state: FoldState, event: KnownEvent) => void)(state, event);
}
