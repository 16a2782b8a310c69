import type { Receipt, SessionEvent } from "@service/sdk/protocol";
import { isRecord } from "../sessions/is-record.js";
import type { SessionRecord } from "../store/records.js";

/**
 * The receipt of a write, read from its event, so that a repeat gets the same one. Versions that the event does not
 * have are the current ones.
 */
export function receipt(
  action: string,
  event: SessionEvent,
  session: SessionRecord,
  targetTurnId: string | null,
): Receipt {
  const payload = isRecord(event.payload) ? event.payload : {};
  const number = (name: string) => (typeof payload[name] === "number" ? payload[name] : null);
  return {
    id: event.id,
    action,
    operationKey: event.clientEventId ?? null,
    targetSessionId: session.id,
    targetTurnId,
    appliedControlRevision: session.control.version,
    appliedQueueVersion: number("queueVersion") ?? session.queueVersion,
    appliedTurnVersion: number("turnVersion"),
    appliedDraftRevision: number("draftRevision"),
    createdAt: event.occurredAt,
  };
}
