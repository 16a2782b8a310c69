import { controlAnswerSchema, type SessionEvent } from "@service/sdk/protocol";
import { withFiles } from "../files/message-files.js";
import { cancelBelow } from "../data/cancel-sessions.js";
import { json } from "../http/answers.js";
import { readBody } from "../http/request-body.js";
import { refreshing } from "../mcp/refreshing.js";
import { controlSession } from "../sessions/control-session.js";
import { sendMessage, type Accepted } from "../sessions/send-message.js";
import { acceptedEvent, interruptingChange } from "./accepted.js";
import { steerAnswer } from "./answer-schemas.js";
import { controlBody, steerBody } from "./bodies.js";
import { receipt } from "./receipt.js";
import { causeOf, inSession, type Route, type SessionCall } from "./route.js";
import { effectiveControl, wireTurn } from "./wire.js";
import { checkChoice, messageInput } from "./write-events.js";

/** Steering and control (`protocol.md` §3.4). */
export const controlRoutes: readonly Route[] = [
  inSession(
    "POST",
    "/steer",
    "write",
    { summary: "Send a message that interrupts the running turn", body: steerBody, answers: { 202: steerAnswer } },
    async (call) => {
      const { clientEventId, actor, mcpCredentialUpdates, ...message } = await readBody(call.request, steerBody);
      const cause = causeOf(call, actor);
      checkChoice(call, message);
      const input = messageInput(
        await withFiles(call.world, call.session, message, clientEventId),
        clientEventId,
        "steer",
      );
      const decide = refreshing(mcpCredentialUpdates, (state) => sendMessage(state, cause, input));
      const changed = await interruptingChange(call, cause, clientEventId, decide);
      const accepted = acceptedEvent(changed.result, changed);
      const turn = await turnOf(call, changed.result, accepted);
      return json(
        {
          accepted,
          turn: turn && wireTurn(turn, call.workspace.id),
          interruptionCount: changed.events.some((event) => event.type === "turn.superseded") ? 1 : 0,
          replay: "prior" in changed.result,
          receipt: receipt("steer", accepted, changed.session, turn?.id ?? null),
        },
        202,
      );
    },
  ),

  inSession(
    "POST",
    "/control",
    "write",
    {
      summary: "Pause, resume, interrupt or cancel a session",
      body: controlBody,
      answers: { 200: controlAnswerSchema },
    },
    async (call) => {
      const { actor, ...input } = await readBody(call.request, controlBody);
      const cause = causeOf(call, actor);
      const changed = await interruptingChange(call, cause, input.clientEventId, (state) =>
        controlSession(state, cause, { ...input, isQuiet: true }),
      );
      const accepted = changed.result.accepted && acceptedEvent(changed.result.accepted, changed);
      const isCancel = input.action === "cancel";
      const below = isCancel ? await cancelBelow(call.world, call.session, cause) : { sessions: 0, turns: 0 };
      const cancelledTurnCount = changed.result.cancelledTurnCount + below.turns;
      return json({
        receipt: accepted && receipt(input.action, accepted, changed.session, null),
        effectiveControl: effectiveControl(changed.session),
        interruptionCount: cancelledTurnCount > 0 ? 1 : 0,
        wakeCount: input.action === "resume" ? 1 : 0,
        cancelledSessionCount: (isCancel && changed.events.length > 0 ? 1 : 0) + below.sessions,
        cancelledTurnCount,
        accepted,
      });
    },
  ),
];

/** The turn that a message made; of a repeat, null when it is long past. */
export async function turnOf({ world, session }: SessionCall, accepted: Accepted, { id }: SessionEvent) {
  if ("turnId" in accepted) return world.store.getTurn(session.id, accepted.turnId ?? "");
  const turns = await world.store.listTurns(session.id, { order: "newest", limit: 500 });
  return turns.find((turn) => turn.triggerEventId === id) ?? null;
}
