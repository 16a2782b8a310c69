/** Filters a browser's body, and refuses foreign fields (`protocol.md` §10.3, Message sanitizing). */
import { isBlank } from "../../foundation/blank-text.js";
import { isRecord } from "../../wire/protocol/read-fields.js";
import { ProxyRefusal } from "./proxy-error.js";
import type { CreateSessionInput, MessageDelivery } from "./proxy-options.js";

export type Body = Readonly<Record<string, unknown>>;

/** Keeps these fields and drops the rest. */
export function pick(...names: readonly string[]): (body: Body) => Body {
  return (body) => {
    refuseActor(body);
    return Object.fromEntries(names.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]));
  };
}

export const titleBody = pick("title");
export const archiveBody = pick("archived", "expectedVersion");
export const pinBody = pick("pinned", "expectedVersion");

export const moveBody = pick("clientEventId", "expectedQueueVersion", "beforeTurnId");
export const editBody = pick("clientEventId", "expectedTurnVersion", "expectedDraftRevision", "replaceDraft");
export const steerTurnBody = pick("clientEventId", "expectedTurnVersion", "controlEtag");
export const deleteTurnBody = pick("clientEventId", "expectedTurnVersion", "reason");
export const goalBody = pick(
  ..."clientEventId rationale status text successCriteria rootConstraints mutationPolicy".split(" "),
  "expectedObjectiveRevision",
);

const draftNames = "text annotations resources model reasoningEffort latencyMode sourceTurnId sourceTurnVersion".split(
  " ",
);
const draftFields = pick(...draftNames, "expectedRevision");
const submitFields = pick(
  ...draftNames,
  ..."expectedDraftRevision clientEventId delivery controlEtag modelContext".split(" "),
);

/** A draft may contain only fields of a message, because a draft is sent unchanged. */
export function draftBody(body: Body): Body {
  refuseForeign(body);
  return draftFields(body);
}

export function submitBody(body: Body): Body {
  refuseForeign(body);
  return submitFields(body);
}

const messageFields = pick(
  ..."text clientEventId annotations resources modelContext model reasoningEffort latencyMode".split(" "),
  "controlEtag",
  "expectedDraftRevision",
);

/** A message's fields, flat. */
export function messageBody(body: Body): Body {
  refuseForeign(body);
  return messageFields(body);
}

const controls: readonly unknown[] = ["pause", "resume", "interrupt"];
const controlEvents = ["user.pause", "user.resume", "user.interrupt"];
const decisions: readonly unknown[] = ["user.approvalDecision", "user.humanInputResponse"];

/** One of the three user events or the three controls. */
export function allowedEvent(body: Body): Body {
  const { type } = body;
  const isAllowed = typeof type === "string" && ["user.message", ...decisions, ...controlEvents].includes(type);
  if (!isAllowed) throw new ProxyRefusal(403, "event_not_allowed", "A browser may not write events of this type.");
  refuseActor(body);
  const payload = isRecord(body["payload"]) ? body["payload"] : {};
  refuseForeign(payload);
  return { ...pick("type", "clientEventId")(body), payload: payloadOf(type, payload) };
}

/** The kind of delivery, for the host's check before the message is forwarded. */
export function deliveryOf({ type }: Body): MessageDelivery | null {
  if (type === "user.message") return "send";
  return decisions.includes(type) ? "decision" : null;
}

function payloadOf(type: string, payload: Body): Body {
  if (type === "user.message") return messageFields(payload);
  if (type === "user.approvalDecision") return pick("approvalId", "decision", "message")(payload);
  if (type === "user.humanInputResponse") return pick("requestId", "response")(payload);
  return pick("reason", "turnId")(payload);
}

/** Pause, resume and interrupt; a session is ended by the host alone. */
export function allowedControl(body: Body): Body {
  // Compared strictly: objects and lists with one entry would convert to any string.
  if (!controls.includes(body["action"])) {
    throw new ProxyRefusal(403, "control_not_allowed", "A browser may pause, resume and interrupt, and nothing else.");
  }
  return pick("action", "clientEventId", "reason", "turnId", "expectedControlEtag")(body);
}

/** The fields of a creation that the host decides. */
const hostFields = [
  "requestedSessionId agentAccess endUser memoryScope instructions skills tools resources metadata modelContext",
  "model reasoningEffort latencyMode sandboxBackend goal mcpServers mcpCredentialUpdates parentSessionId channelId",
  "visibility startMode maxNestedAgentDepth actor",
].flatMap((names) => names.split(" "));

export function createInput(body: Body): CreateSessionInput {
  const refused = hostFields.find((name) => Object.hasOwn(body, name));
  if (refused !== undefined) {
    throw new ProxyRefusal(400, "create_field_not_allowed", `A browser may not set ${refused}; the host decides it.`);
  }
  const { initialMessage, idempotencyKey, clientEventId } = body;
  if (typeof initialMessage !== "string" || isBlank(initialMessage)) {
    throw new ProxyRefusal(400, "initial_message_required", "A session begins with a message: send `initialMessage`.");
  }
  return {
    initialMessage,
    ...key("idempotencyKey", idempotencyKey, 200),
    ...key("clientEventId", clientEventId, 256),
  };
}

function key<N extends string>(name: N, value: unknown, longest: number): { readonly [K in N]?: string } {
  if (value === undefined || value === null) return {};
  if (typeof value === "string" && value !== "" && value.length <= longest) {
    return { [name]: value } as { [K in N]: string };
  }
  const code = name === "idempotencyKey" ? "invalid_idempotency_key" : "invalid_client_event_id";
  throw new ProxyRefusal(400, code, `${name} is a string of 1 to ${longest} characters.`);
}

/** The author is the person that the host verified; a browser may not name one. */
function refuseActor(body: Body): void {
  if (!Object.hasOwn(body, "actor")) return;
  throw new ProxyRefusal(400, "field_not_allowed", "A browser may not set actor; the host decides it.");
}

function refuseForeign(payload: Body): void {
  if (Object.hasOwn(payload, "mcpCredentialUpdates")) {
    throw new ProxyRefusal(
      403,
      "credential_update_not_allowed",
      "Credentials are given by the host, not by a browser.",
    );
  }
  const resources = Array.isArray(payload["resources"]) ? payload["resources"] : [];
  if (resources.every((resource) => isRecord(resource) && resource["kind"] === "file")) return;
  throw new ProxyRefusal(403, "resource_not_allowed", "A browser may attach files, and nothing else.");
}
