/** Turns an agent's steps into events of its turn, and rejects events that an agent may not write. */
import { ServiceApiError } from "@service/sdk/protocol";
import { AgentFailure, type AgentStep } from "../agent/agent.js";
import { boundPayload } from "../sessions/bound-payload.js";
import { completeGoal, setAgentGoal } from "../sessions/goal.js";
import { setAgentTitle } from "../sessions/run-turn.js";
import { isRecord } from "../sessions/is-record.js";
import type { EventDraft, GoalFacts } from "../store/records.js";
import type { AttemptOptions } from "./attempt-options.js";
import type { TurnWriter } from "./turn-writer.js";

/**
 * Written together with their records: an agent that wrote them would change turns, goals and control only in the
 * log.
 */
const reservedTypes: ReadonlySet<string> = new Set([
  "turn.queued",
  "turn.started",
  "turn.completed",
  "turn.failed",
  "turn.cancelled",
  "turn.superseded",
  "session.created",
  "session.status.changed",
  "session.requiresAction",
  "session.humanInput.requested",
  "session.title_set",
  "session.queue.changed",
  "session.control.paused",
  "session.control.resumed",
  "session.control.steer_requested",
  "goal.set",
  "goal.updated",
  "goal.paused",
  "goal.resumed",
  "goal.completed",
  "goal.cleared",
  "user.message",
  "user.approvalDecision",
  "user.humanInputResponse",
  "user.pause",
  "user.resume",
  "user.cancel",
  "user.interrupt",
]);

/** Writes one step; asking is the caller's. */
export async function writeStep(options: AttemptOptions, writer: TurnWriter, step: AgentStep): Promise<void> {
  const draft = (type: string, payload: unknown) => draftOf(options, type, payload);
  switch (step.type) {
    case "text":
      return writer.delta("agent.message.delta", step.text);
    case "reasoning":
      return writer.delta("agent.reasoning.delta", step.text);
    case "message":
      return writer.events([]);
    case "tool":
      return writer.events([
        draft("agent.toolCall.created", { id: step.id, name: step.name, arguments: step.arguments }),
      ]);
    case "tool-output":
      return writer.events([draft("agent.toolCall.output", outputPayload(step))]);
    case "event":
      await writer.events([draftOfAgent(options, step.eventType, step.payload)]);
      return noteUsage(options, step);
    case "title":
      await writer.events([]);
      await options.store.changeSession(options.session.id, { lease: options.lease }, (state) =>
        setAgentTitle(state, options.cause(), step.title),
      );
      return;
    case "child":
      return startChild(options, writer, step);
    case "goal":
    case "goal-done":
      return writeGoal(options, writer, step);
    case "ask":
      return;
    default:
      return step satisfies never;
  }
}

/** Records the model's token usage of its last step in the session. */
async function noteUsage(
  { store, session, lease }: AttemptOptions,
  { eventType, payload }: AgentStep & { type: "event" },
): Promise<void> {
  const tokens = eventType === "agent.model.usage" && isRecord(payload) ? payload["inputTokens"] : null;
  if (typeof tokens !== "number" || !Number.isSafeInteger(tokens) || tokens < 0) return;
  await store.changeSession(session.id, { lease }, (state) => ({
    change: state.session.lastInputTokens === tokens ? null : { session: { lastInputTokens: tokens } },
    result: null,
  }));
}

async function startChild(
  options: AttemptOptions,
  writer: TurnWriter,
  step: AgentStep & { type: "child" },
): Promise<void> {
  const created = { id: step.id, name: "session_create", arguments: { initialMessage: step.message } };
  await writer.events([draftOf(options, "agent.toolCall.created", created)]);
  const sessionId = await options.startChild(options.session, step.message).catch(asFailure);
  const output = { id: step.id, output: { sessionId, status: "queued" } };
  await writer.events([draftOf(options, "agent.toolCall.output", output)]);
}

async function writeGoal(
  options: AttemptOptions,
  writer: TurnWriter,
  step: AgentStep & { type: "goal" | "goal-done" },
): Promise<void> {
  const { store, session, lease, turn, cause } = options;
  const told =
    step.type === "goal"
      ? { name: "goal_set", arguments: { text: step.text } }
      : { name: "goal_complete", arguments: { evidence: step.evidence } };
  await writer.events([draftOf(options, "agent.toolCall.created", { id: step.id, ...told })]);
  const { result: goal } = await store
    .changeSession<GoalFacts | null>(session.id, { lease }, (state) =>
      step.type === "goal"
        ? setAgentGoal(state, cause(), turn.id, step.text)
        : completeGoal(state, cause(), turn.id, step.evidence),
    )
    .catch(asFailure);
  const outcome =
    goal === null
      ? { output: { isError: true, message: refusedGoals[step.type] }, failed: true }
      : { output: { goalId: goal.id, status: goal.status } };
  await writer.events([draftOf(options, "agent.toolCall.output", { id: step.id, ...outcome })]);
}

const refusedGoals = {
  goal: "The session's goal was set for you, and its mutationPolicy leaves changes to people. Ask for the change.",
  "goal-done": "There is no goal to complete.",
};

/** A child or a goal that the service refuses is the agent's fault, and ends its turn as one. */
function asFailure(error: unknown): never {
  if (!(error instanceof ServiceApiError)) throw error;
  throw new AgentFailure(error.message, { code: error.code });
}

function outputPayload(step: AgentStep & { type: "tool-output" }): object {
  return { id: step.id, output: step.output, ...(step.failed === true && { failed: true }) };
}

function draftOfAgent(options: AttemptOptions, type: string, payload: unknown): EventDraft {
  if (!reservedTypes.has(type)) return draftOf(options, type, payload);
  throw new AgentFailure(`An agent may not write "${type}": the service writes it when it is so.`, {
    code: "event_reserved",
  });
}

/** @throws {AgentFailure} when what an agent gave is no JSON: as a fault of ours it would have the turn tried again without end. */
export function orStepInvalid<T>(write: () => T): T {
  try {
    return write();
  } catch {
    throw new AgentFailure("The agent yielded a value that is not JSON.", { code: "step_invalid" });
  }
}

/** An event of this turn, cut to the size that is stored. */
export function draftOf({ cause, turn }: AttemptOptions, type: string, payload: unknown): EventDraft {
  const { newId, now } = cause();
  return {
    id: newId(),
    type,
    payload: orStepInvalid(() => boundPayload(type, payload)),
    occurredAt: now,
    turnId: turn.id,
    clientEventId: null,
  };
}
