import { isRecord } from "./is-record.js";
import type { SessionEvent } from "@service/sdk/protocol";
import { keyReused } from "./api-failure.js";
import { canonicalJson } from "./canonical-json.js";

/**
 * Detects a repeated write by its `clientEventId`: returns the event of the first one, or null when the id is new.
 * The caller is not part of the content, as a retry may use another key; nor is the host's context for the model,
 * which may differ between attempts.
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
  const { actor: _, modelContext: __, ...rest } = payload;
  return rest;
}
