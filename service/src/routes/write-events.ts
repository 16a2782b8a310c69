import { sessionEventSchema, type SessionEvent } from "@service/sdk/protocol";
import type { AskedChoice } from "../agent/agent-models.js";
import type * as v from "valibot";
import { withFiles } from "../files/message-files.js";
import { cancelBelow } from "../data/cancel-sessions.js";
import { json } from "../http/answers.js";
import { readBody } from "../http/request-body.js";
import { refreshing } from "../mcp/refreshing.js";
import { controlSession, type ControlInput } from "../sessions/control-session.js";
import { sendMessage, type MessageInput } from "../sessions/send-message.js";
import type { Cause } from "../sessions/session-draft.js";
import { takeAnswer, takeApproval } from "../sessions/take-decision.js";
import { withoutMissing } from "../sessions/without-missing.js";
import { acceptedEvent, change, interruptingChange } from "./accepted.js";
import { eventBody } from "./bodies.js";
import { causeOf, inSession, type Route, type SessionCall } from "./route.js";

type EventBody = v.InferOutput<typeof eventBody>;
type BodyOf<T extends EventBody["type"]> = Extract<EventBody, { type: T }>;

/** People's writes to a session: messages, decisions and control, each answered with its event. */
export const writeEventRoutes: readonly Route[] = [
  inSession(
    "POST",
    "/events",
    "write",
    { summary: "Send a message, a decision or a control event", body: eventBody, answers: { 202: sessionEventSchema } },
    async (call) => {
      const body = await readBody(call.request, eventBody);
      return json(await write(call, body), 202);
    },
  ),
];

async function write(call: SessionCall, body: EventBody): Promise<SessionEvent> {
  const cause = causeOf(call, body.actor);
  switch (body.type) {
    case "user.message": {
      const { mcpCredentialUpdates, ...message } = body.payload;
      checkChoice(call, message, "payload.");
      const filed = await withFiles(call.world, call.session, message, body.clientEventId);
      const input = messageInput(filed, body.clientEventId, "send");
      const decide = refreshing(mcpCredentialUpdates, (state) => sendMessage(state, cause, input));
      const changed = await change(call, cause, body.clientEventId, decide);
      return acceptedEvent(changed.result, changed);
    }
    case "user.approvalDecision": {
      const { mcpCredentialUpdates, ...decision } = body.payload;
      const input = { ...decision, clientEventId: body.clientEventId };
      const decide = refreshing(mcpCredentialUpdates, (state) => takeApproval(state, cause, input));
      const changed = await change(call, cause, body.clientEventId, decide);
      return acceptedEvent(changed.result, changed);
    }
    case "user.humanInputResponse":
      return answer(call, cause, body);
    case "user.pause":
    case "user.resume":
    case "user.cancel":
    case "user.interrupt":
      return control(call, cause, body);
    default:
      return body satisfies never;
  }
}

/** @throws {ServiceApiError} 422 for a model, effort or latency that the agent does not offer. */
export function checkChoice({ world, session }: SessionCall, asked: AskedChoice, place = ""): void {
  world.models.check(asked, { wider: session.settings, place });
}

export function messageInput(
  message: Omit<BodyOf<"user.message">["payload"], "mcpCredentialUpdates"> & Pick<MessageInput, "files">,
  clientEventId: string | null,
  delivery: MessageInput["delivery"],
): MessageInput {
  const { text, modelContext, controlEtag, files, ...extra } = message;
  // A null field counts as omitted.
  return { text, modelContext, clientEventId, delivery, extra: withoutMissing(extra), files, controlEtag };
}

async function answer(call: SessionCall, cause: Cause, body: BodyOf<"user.humanInputResponse">): Promise<SessionEvent> {
  const { clientEventId } = body;
  const { mcpCredentialUpdates, ...payload } = body.payload;
  const known = await call.world.store.getRequest(call.session.id, payload.requestId);
  const input = { ...payload, clientEventId };
  const decide = refreshing(mcpCredentialUpdates, (state) => takeAnswer(state, cause, known, input));
  const changed = await change(call, cause, clientEventId, decide);
  if ("refusal" in changed.result) throw changed.result.refusal;
  return acceptedEvent(changed.result, changed);
}

async function control(
  call: SessionCall,
  cause: Cause,
  body: BodyOf<"user.pause" | "user.resume" | "user.cancel" | "user.interrupt">,
): Promise<SessionEvent> {
  const action = body.type.slice("user.".length) as ControlInput["action"];
  const input = { ...body.payload, action, clientEventId: body.clientEventId };
  const changed = await interruptingChange(call, cause, body.clientEventId, (state) =>
    controlSession(state, cause, input),
  );
  if (action === "cancel") await cancelBelow(call.world, call.session, cause);
  const { accepted } = changed.result;
  if (accepted === null) throw new Error("An event of control was not written.");
  return acceptedEvent(accepted, changed);
}
