/**
 * Adds the host's fields to a browser's message, and removes forbidden ones (`protocol.md` §10.3, Message
 * sanitizing).
 */
import { callHook } from "../gate/host-fault.js";
import { isRecord } from "../../wire/protocol/read-fields.js";
import type { Body } from "./bodies.js";
import type { Passage } from "./passage.js";
import type { ForwardedMessage, MessageDelivery } from "./proxy-options.js";

/** Asks the host; its Response refuses the message. */
export async function completeMessage(
  { options, context, ids }: Passage,
  delivery: MessageDelivery,
  body: Body,
): Promise<Body | Response> {
  const sessionId = ids["sessionId"];
  const { beforeForwardMessage } = options;
  const message = { ...(sessionId !== undefined && { sessionId }), delivery };
  const added =
    beforeForwardMessage && (await callHook("beforeForwardMessage", () => beforeForwardMessage(message, context)));
  if (!added) return body;
  return added instanceof Response
    ? added
    : onMessage(body, (message) => ({ ...message, ...additions(message, added, delivery) }));
}

/** Drops a browser's choice of model. */
export function withoutModel(body: Body): Body {
  return onMessage(body, ({ model: _model, reasoningEffort: _effort, latencyMode: _latency, ...message }) => message);
}

function additions(message: Body, added: ForwardedMessage, delivery: MessageDelivery): Body {
  const { modelContext, mcpCredentialUpdates } = added;
  const all = delivery === "decision" ? [] : [modelContext, message["modelContext"]];
  const contexts = all.filter((text) => typeof text === "string" && text !== "");
  return {
    ...(contexts.length > 0 && { modelContext: contexts.join("\n\n") }),
    ...(mcpCredentialUpdates && { mcpCredentialUpdates }),
  };
}

/** A message's fields are in the payload of an event, and at the top level everywhere else. */
function onMessage(body: Body, change: (message: Body) => Body): Body {
  const { payload } = body;
  return isRecord(payload) ? { ...body, payload: change(payload) } : change(body);
}
