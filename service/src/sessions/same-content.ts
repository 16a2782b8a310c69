import { isRecord } from "./is-record.js";
import type { SessionEvent } from "@service/sdk/protocol";
import { keyReused } from "./api-failure.js";
import { canonicalJson } from "./canonical-json.js";

/**
 * Detects a repeated write by its `clientEventId`: returns the event of the first one, or null when the id is new.
 * The caller is not part of the content, as a retry may use another key; nor are the host's context for the model and
 * the delivery, which may differ between attempts: the first message of a session is created, and its retry may steer.
 *
 * @throws {ServiceApiError} 409 `IDEMPOTENCY_KEY_REUSED` when the content differs.
 */
export function repeated(prior: SessionEvent | null, type: string, payload: object): SessionEvent | null {
  if (prior === null) return null;
  if (prior.type === type && canonicalJson(contentOf(prior.payload)) === canonicalJson(contentOf(payload)))
    return prior;
  throw keyReused(prior.clientEventId ?? "");
}

function contentOf(payload: unknown): unknown {
  if (!isRecord(payload)) return payload;
  const { actor: _, modelContext: __, delivery: ___, ...rest } = payload;
  return rest;
}
