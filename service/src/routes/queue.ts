import { queueSnapshotSchema, type QueueSnapshot, type SessionEvent } from "@service/sdk/protocol";
import { json } from "../http/answers.js";
import { readBody } from "../http/request-body.js";
import { editTurn, moveTurn, steerTurn, withdrawTurn } from "../sessions/change-queue.js";
import { actorKey } from "../store/owner.js";
import { maxQueuedTurns, type Accepted } from "../sessions/send-message.js";
import type { SessionRecord } from "../store/records.js";
import type { Changed } from "../store/store.js";
import { acceptedEvent, change, interruptingChange } from "./accepted.js";
import { editedTurnAnswer, queueAnswer } from "./answer-schemas.js";
import { editBody, moveBody, steerTurnBody, withdrawBody } from "./bodies.js";
import { composerDraft } from "./composer-draft.js";
import { receipt } from "./receipt.js";
import { causeOf, inSession, type Route, type SessionCall } from "./route.js";
import { effectiveControl, wireTurn } from "./wire.js";

/** The turns that wait, and what people do to them (`protocol.md` §3.4). */
export const queueRoutes: readonly Route[] = [
  inSession(
    "GET",
    "/queue",
    "read",
    { summary: "Read the queued turns", answers: { 200: queueSnapshotSchema } },
    async (call) => json(await snapshot(call, call.session)),
  ),

  inSession(
    "POST",
    "/queue/:turnId/move",
    "write",
    { summary: "Move a queued turn", body: moveBody, answers: { 200: queueAnswer } },
    async (call) => {
      const { actor, ...body } = await readBody(call.request, moveBody);
      const { cause, turn } = await meant(call, actor);
      const changed = await change(call, cause, body.clientEventId, (state) =>
        moveTurn(state, cause, { ...body, ...turn }),
      );
      return answer(call, "move", changed);
    },
  ),

  inSession(
    "POST",
    "/queue/:turnId/edit",
    "write",
    { summary: "Withdraw a queued turn into the composer's draft", body: editBody, answers: { 200: editedTurnAnswer } },
    async (call) => {
      const { actor, ...body } = await readBody(call.request, editBody);
      const { cause, turn } = await meant(call, actor);
      const owner = actorKey(cause.actor);
      const input = { ...body, ...turn, owner };
      const changed = await change(call, cause, body.clientEventId, (state) => editTurn(state, cause, input), owner);
      return answer(call, "edit", changed, { draft: await composerDraft(call, owner) });
    },
  ),

  inSession(
    "POST",
    "/queue/:turnId/steer",
    "write",
    {
      summary: "Run a queued turn now and interrupt the running one",
      body: steerTurnBody,
      answers: { 200: queueAnswer },
    },
    async (call) => {
      const { actor, ...body } = await readBody(call.request, steerTurnBody);
      const { cause, turn } = await meant(call, actor);
      const changed = await interruptingChange(call, cause, body.clientEventId, (state) =>
        steerTurn(state, cause, { ...body, ...turn }),
      );
      return answer(call, "steer", changed);
    },
  ),

  inSession(
    "POST",
    "/queue/:turnId/delete",
    "write",
    { summary: "Withdraw a queued turn", body: withdrawBody, answers: { 200: queueAnswer } },
    async (call) => {
      const { actor, ...body } = await readBody(call.request, withdrawBody);
      const { cause, turn } = await meant(call, actor);
      const changed = await change(call, cause, body.clientEventId, (state) =>
        withdrawTurn(state, cause, { ...body, ...turn }),
      );
      return answer(call, "delete", changed);
    },
  ),
];

async function meant(call: SessionCall, actor: Parameters<typeof causeOf>[1]) {
  const turnId = call.param("turnId");
  const known = await call.world.store.getTurn(call.session.id, turnId);
  return { cause: causeOf(call, actor), turn: { turnId, known } };
}

async function answer(
  call: SessionCall,
  action: string,
  changed: Changed<Accepted>,
  more: object = {},
): Promise<Response> {
  const event: SessionEvent = acceptedEvent(changed.result, changed);
  return json({
    receipt: receipt(action, event, changed.session, call.param("turnId")),
    snapshot: await snapshot(call, changed.session),
    replay: "prior" in changed.result,
    ...more,
  });
}

async function snapshot({ world, workspace }: SessionCall, session: SessionRecord): Promise<QueueSnapshot> {
  const turns = await world.store.listTurns(session.id, {
    statuses: ["queued"],
    order: "position",
    limit: maxQueuedTurns,
  });
  const told = {
    version: session.queueVersion,
    effectiveControl: effectiveControl(session),
    activePersonalConnections: [],
    // A turn that is superseded has ended in the same change: nothing of it is left to be stopped.
    stoppingPreviousAttempt: false,
    items: turns.map((turn) => wireTurn(turn, workspace.id)),
    pendingInputs: [],
    pendingInputAttachment: null,
  };
  return told;
}
