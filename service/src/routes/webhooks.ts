/**
 * The public webhook of automations: no key, a signature (`protocol.md` §9.4).
 *
 * Anybody who has a source's address may post to it, so everything before the signature check is bounded: the body in
 * size and time, and it is not parsed.
 */
import { automationDeliverySchema, ServiceApiError } from "@service/sdk/protocol";
import { noteRefusal } from "../automations/change-source.js";
import { receiveEvent } from "../automations/receive-event.js";
import { signingKeys } from "../automations/secrets-of.js";
import { isSigned } from "../automations/signature.js";
import type { SourceRecord } from "../automations/automation-record.js";
import { webhookSenders } from "../automations/webhook-senders.js";
import { json } from "../http/answers.js";
import { assertNotEncoded } from "../http/assert-not-encoded.js";
import { parseJson } from "../http/parse-json.js";
import { readRawBody } from "../http/raw-body.js";
import { invalid, notFound } from "../sessions/api-failure.js";
import { isRecord } from "../sessions/is-record.js";
import { isoNow } from "../world.js";
import type { OpenCall, OpenRoute } from "./open-route.js";

const limits = { bytes: 2_097_152, ms: 10_000 } as const;
/** Refusals that the source's owner can do something about. */
const toldStatuses: readonly number[] = [400, 401, 409, 413, 415, 422];

export const webhookRoutes: readonly OpenRoute[] = [
  {
    method: "POST",
    path: "/v1/webhooks/automations/:endpointId",
    about: {
      summary: "Deliver a signed event to an automation source",
      body: "bytes",
      answers: { 202: automationDeliverySchema },
    },
    handle: receive,
  },
];

async function receive(call: OpenCall): Promise<Response> {
  const { world } = call;
  const source = await world.store.findSource(call.param("endpointId"));
  if (source === null) throw notFound("There is no such webhook.");
  if (source.status === "disabled") {
    throw new ServiceApiError("The source of this webhook was removed. Stop sending.", {
      status: 410,
      code: "source_disabled",
    });
  }
  try {
    return await take(call, source);
  } catch (error) {
    const isTold = error instanceof ServiceApiError && toldStatuses.includes(error.status);
    if (isTold) await noteRefusal(world.store, source, error.code, isoNow(world.clock));
    throw error;
  }
}

async function take(call: OpenCall, source: SourceRecord): Promise<Response> {
  const { world, request } = call;
  const { headers } = request;
  const bytes = await readRawBody(request, world.clock, limits);
  await assertSigned(call, source, bytes);
  world.webhookRate.take(source.id);
  const body = bodyOf(headers, bytes);
  const cause = { now: isoNow(world.clock), newId: world.newId, subjectId: `automation-source:${source.id}` };
  return json(await receiveEvent(world, source, { kind: "webhook", headers, body }, cause), 202);
}

/** @throws {ServiceApiError} 401, in the same words whatever does not fit. */
async function assertSigned({ world, request }: OpenCall, source: SourceRecord, body: Uint8Array): Promise<void> {
  const delivery = { headers: request.headers, body, now: world.clock.now() };
  const signed = webhookSenders[source.adapterId].signed(delivery);
  if (signed !== null && (await isSigned(signed, await signingKeys(world, source, isoNow(world.clock))))) return;
  throw new ServiceApiError(
    "The delivery is not signed with this source's secret, or its timestamp is more than five minutes from now.",
    { status: 401, code: "signature_invalid" },
  );
}

function bodyOf(headers: Headers, bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const type = headers.get("content-type") ?? "application/json";
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new ServiceApiError("The body is not JSON. Set the content type of the webhook to application/json.", {
      status: 415,
      code: "unsupported_media_type",
    });
  }
  assertNotEncoded(headers);
  const parsed = parseJson(decoded(bytes));
  if ("value" in parsed && isRecord(parsed.value)) return parsed.value;
  throw invalid("The body is not a JSON object of at most 256 levels.", 400);
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid("The body is not UTF-8.", 400);
  }
}
