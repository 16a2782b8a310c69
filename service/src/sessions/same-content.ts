import { isRecord } from "./is-record.js";
import type { SessionEvent } from "@service/sdk/protocol";
import { keyReused } from "./api-failure.js";
import { canonicalJson } from "./canonical-json.js";

/**
 * Tells whether a write with a known `clientEventId` is the first one again: the event of the first, or null when the
 * id is new. Who asked is not content: a retry may come through another key. Nor is what a host tells the model beside
 * a message, which it may make anew for each try.
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
