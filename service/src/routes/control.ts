import { json } from "../http/answers.js";
import { readBody } from "../http/request-body.js";
import { withdrawTurn } from "../sessions/change-queue.js";
import { controlSession } from "../sessions/control-session.js";
import { steerSession } from "../sessions/send-message.js";
import type { SessionRecord } from "../store/records.js";
import { acceptedEvent, change, interruptingChange } from "./accepted.js";
import { cancelBelow } from "./cancel-below.js";
import { controlBody, steerBody, withdrawBody } from "./bodies.js";
import { causeOf, inSession, type Route, type SessionCall } from "./route.js";
import { effectiveControl, wireTurn } from "./wire.js";
import { messageInput } from "./write-events.js";

/** How many waiting turns a queue snapshot holds: all that a session may have. */
const maxQueueItems = 200;

/** Steering, control and the queue (`protocol.md` §3.4). */
export const controlRoutes: readonly Route[] = [
  inSession("POST", "/steer", "write", async (call) => {
    const { clientEventId, actor, ...message } = await readBody(call.request, steerBody);
    const cause = causeOf(call, actor);
    const input = messageInput(message, clientEventId, "steer");
    const changed = await interruptingChange(call, cause, clientEventId, (state) => steerSession(state, cause, input));
    const accepted = acceptedEvent(changed.result, changed);
    const turn = await turnOf(call, accepted.id);
    return json(
      {
        accepted,
        turn: turn && wireTurn(turn, call.workspace.id),
        interruptionCount: changed.events.some((event) => event.type === "turn.superseded") ? 1 : 0,
        replay: "prior" in changed.result,
        receipt: receipt(call, "steer", changed.session, clientEventId, turn?.id ?? null),
      },
      202,
    );
  }),

  inSession("POST", "/control", "write", async (call) => {
    const { actor, ...input } = await readBody(call.request, controlBody);
    const cause = causeOf(call, actor);
    const changed = await interruptingChange(call, cause, input.clientEventId, (state) =>
      controlSession(state, cause, input),
    );
    const isCancel = input.action === "cancel";
    const below = isCancel ? await cancelBelow(call, cause) : { sessions: 0, turns: 0 };
    const cancelledTurnCount = changed.result.cancelledTurnCount + below.turns;
    return json({
      receipt: receipt(call, input.action, changed.session, input.clientEventId, null),
      effectiveControl: effectiveControl(changed.session),
      interruptionCount: cancelledTurnCount > 0 ? 1 : 0,
      wakeCount: input.action === "resume" ? 1 : 0,
      cancelledSessionCount: (isCancel && changed.events.length > 0 ? 1 : 0) + below.sessions,
      cancelledTurnCount,
      accepted: acceptedEvent(changed.result.accepted, changed),
    });
  }),

  inSession("GET", "/queue", "read", async (call) => json(await snapshot(call, call.session))),

  inSession("POST", "/queue/:turnId/delete", "write", async (call) => {
    const { actor, ...body } = await readBody(call.request, withdrawBody);
    const cause = causeOf(call, actor);
    const turnId = call.param("turnId");
    const known = await call.world.store.getTurn(call.session.id, turnId);
    const changed = await change(call, cause, body.clientEventId, (state) =>
      withdrawTurn(state, cause, known, { ...body, turnId }),
    );
    return json({
      receipt: receipt(call, "delete", changed.session, body.clientEventId, turnId),
      snapshot: await snapshot(call, changed.session),
    });
  }),
];

/** The turn that a message made. */
async function turnOf(call: SessionCall, messageId: string) {
  const turns = await call.world.store.listTurns(call.session.id, { order: "newest", limit: 500 });
  return turns.find((turn) => turn.triggerEventId === messageId) ?? null;
}

async function snapshot({ world, workspace }: SessionCall, session: SessionRecord): Promise<object> {
  const turns = await world.store.listTurns(session.id, {
    statuses: ["queued"],
    order: "position",
    limit: maxQueueItems,
  });
  return {
    version: session.queueVersion,
    effectiveControl: effectiveControl(session),
    activePersonalConnections: [],
    stoppingPreviousAttempt: false,
    items: turns.map((turn) => wireTurn(turn, workspace.id)),
    pendingInputs: [],
    pendingInputAttachment: null,
  };
}

function receipt(
  { world }: SessionCall,
  action: string,
  session: SessionRecord,
  operationKey: string | null,
  targetTurnId: string | null,
): object {
  return {
    id: world.newId(),
    action,
    operationKey,
    targetSessionId: session.id,
    targetTurnId,
    appliedControlRevision: session.control.version,
    appliedQueueVersion: session.queueVersion,
    appliedTurnVersion: null,
    appliedDraftRevision: null,
    createdAt: session.updatedAt,
  };
}
