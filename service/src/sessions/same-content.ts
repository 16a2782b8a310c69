import { isRecord } from "./is-record.js";
import { fileResourceOf, type SessionEvent } from "@service/sdk/protocol";
import { keyReused } from "./api-failure.js";
import { canonicalJson } from "./canonical-json.js";

/**
 * Detects a repeated write by its `clientEventId`: returns the event of the first one, or null when the id is new.
 * The caller is not part of the content, as a retry may use another key; nor are the host's context for the model and
 * the delivery, which may differ between attempts: the first message of a session is created, and its retry may steer.
 *
 * @param ofCreation ids of the files that the session was created with. They do not count either: the host may have added
 *   some to the first message, which a retry does not name. @default none
 * @throws {ServiceApiError} 409 `IDEMPOTENCY_KEY_REUSED` when the content differs.
 */
export function repeated(
  prior: SessionEvent | null,
  type: string,
  payload: object,
  ofCreation: readonly string[] = [],
): SessionEvent | null {
  if (prior === null) return null;
  const content = (of: unknown) => canonicalJson(contentOf(of, ofCreation));
  if (prior.type === type && content(prior.payload) === content(payload)) return prior;
  throw keyReused(prior.clientEventId ?? "");
}

function contentOf(payload: unknown, ofCreation: readonly string[]): unknown {
  if (!isRecord(payload)) return payload;
  const { actor: _, modelContext: __, delivery: ___, resources, ...rest } = payload;
  if (!Array.isArray(resources)) return rest;
  const own = resources.filter((resource) => !ofCreation.includes(fileResourceOf(resource)?.fileId ?? ""));
  return own.length === 0 ? rest : { ...rest, resources: own };
}
