import type { Receipt, SessionEvent } from "@service/sdk/protocol";
import { isRecord } from "../sessions/is-record.js";
import type { SessionRecord } from "../store/records.js";

/**
 * What a write came to, told from the event that it wrote, so that a repeat is told the same. Versions that the event
 * does not carry are those of now.
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
