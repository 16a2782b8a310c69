/**
 * Decides the result of an event from the source's state alone: a repeat, a conflict, or one run for each matching
 * trigger. The runs are written together with the event, so a later crash loses nothing.
 */
import { ServiceApiError } from "@service/sdk/protocol";
import type { Cause } from "../sessions/session-draft.js";
import type {
  AutomationRunRecord,
  DeliveryChange,
  DeliveryState,
  EventRecord,
  IgnoredReason,
  KnownDelivery,
  TriggerRecord,
} from "./automation-record.js";
import { eventContext } from "./event-context.js";
import { meets, takesType } from "./event-filter.js";
import type { EventFacts } from "./webhook-senders.js";

export interface TakenEvent extends EventFacts {
  readonly kind: EventRecord["kind"];
  /** As the sender sent it. */
  readonly body: unknown;
  /** Hash of the content that all repeats of the event share. */
  readonly contentHash: string;
  /** The event's type where the signature does not cover it; else null. */
  readonly unsignedType: string | null;
}

/** The answer to a delivery. */
export interface DeliveryAnswer {
  readonly accepted: true;
  readonly duplicate: boolean;
  readonly ignoredReason: IgnoredReason | null;
  readonly eventId: string;
  readonly runIds: readonly string[];
}

/** The keys under which an event may be known already. */
export function keysOf(taken: TakenEvent): string[] {
  const { deliveryIds, occurrenceKey } = taken;
  return [...deliveryIds, ...(occurrenceKey === null ? [] : [occurrenceOf(occurrenceKey)]), ...bodyKeys(taken)];
}

/** @throws {ServiceApiError} 409 `delivery_conflict` for a known delivery id or body with other content or another type. */
export function takeEvent(state: DeliveryState, taken: TakenEvent, cause: Cause): DeliveryChange<DeliveryAnswer> {
  for (const id of taken.deliveryIds) {
    const known = state.known.get(id);
    if (known !== undefined) return repeat(known, taken);
  }
  const newBodies = bodyKeys(taken).filter((key) => {
    const known = state.known.get(key);
    if (known !== undefined) assertSame(known, taken);
    return known === undefined;
  });
  const occurrence = taken.occurrenceKey === null ? null : occurrenceOf(taken.occurrenceKey);
  const isSeen = occurrence !== null && state.known.has(occurrence);
  const { runs, reason } = isSeen ? { runs: [], reason: "occurrence_seen" as const } : runsOf(state, taken, cause);
  const { source } = state;
  const event: EventRecord = {
    id: cause.newId(),
    workspaceId: source.workspaceId,
    sourceId: source.id,
    endUser: source.endUser,
    kind: taken.kind,
    type: taken.type,
    subject: taken.subject,
    occurredAt: taken.occurredAt,
    ignoredReason: reason,
    runIds: runs.map(({ id }) => id),
    repeats: 0,
    createdAt: cause.now,
  };
  const { id: eventId, runIds } = event;
  const { contentHash, unsignedType } = taken;
  const type = unsignedType === null ? {} : { unsignedType };
  const known: KnownDelivery = { contentHash, ...type, eventId, ignoredReason: reason, runIds };
  const isFirst = occurrence !== null && runs.length > 0;
  const keys = [...new Set([...taken.deliveryIds, ...(isFirst ? [occurrence] : []), ...newBodies])];
  return {
    event,
    runs: runs.map((run) => ({ ...run, eventId })),
    keys: keys.map((key) => [key, known] as const),
    result: { accepted: true, duplicate: false, ignoredReason: reason, eventId, runIds },
  };
}

function occurrenceOf(key: string): string {
  return `occurrence:${key}`;
}

/**
 * A body has one type for good where the signature does not cover the type: otherwise a captured body would start another
 * type's trigger. Two events of one type may have equal bodies, so an equal body alone is no repeat.
 */
function bodyKeys({ contentHash, unsignedType }: TakenEvent): string[] {
  return unsignedType === null ? [] : [`body:${contentHash}`];
}

function assertSame(known: KnownDelivery, { contentHash, unsignedType }: TakenEvent): void {
  const isSameType = known.unsignedType === undefined || known.unsignedType === unsignedType;
  if (known.contentHash === contentHash && isSameType) return;
  throw new ServiceApiError(
    isSameType
      ? "A delivery with this id came before with other content. Give each event its own id."
      : "A delivery with this body came before with another type. Send an event again with its own type.",
    { status: 409, code: "delivery_conflict" },
  );
}

function repeat(known: KnownDelivery, taken: TakenEvent): DeliveryChange<DeliveryAnswer> {
  assertSame(known, taken);
  const { eventId, ignoredReason, runIds } = known;
  return { repeatOf: eventId, result: { accepted: true, duplicate: true, ignoredReason, eventId, runIds } };
}

type NewRun = Omit<AutomationRunRecord, "eventId">;

function runsOf(
  { source, triggers }: DeliveryState,
  taken: TakenEvent,
  cause: Cause,
): { readonly runs: readonly NewRun[]; readonly reason: IgnoredReason | null } {
  if (source.status === "paused") return { runs: [], reason: "source_paused" };
  const typed = triggers.filter(({ status, eventTypes }) => status !== "disabled" && takesType(eventTypes, taken.type));
  if (typed.length === 0) return { runs: [], reason: "no_trigger" };
  const met = typed.filter(({ configuration }) => meets(configuration.conditions, taken.body));
  if (met.length === 0) return { runs: [], reason: "filtered" };
  const runs = met.map((trigger): NewRun => {
    const isActive = trigger.status === "active";
    return {
      id: cause.newId(),
      organizationId: source.organizationId,
      workspaceId: source.workspaceId,
      sourceId: source.id,
      triggerId: trigger.id,
      endUser: source.endUser,
      status: isActive ? "queued" : "skipped",
      sessionId: null,
      error: null,
      attempts: 0,
      dueAt: isActive ? cause.now : null,
      plan: isActive ? planOf(trigger, source.name, taken) : null,
      createdAt: cause.now,
      updatedAt: cause.now,
    };
  });
  return { runs, reason: runs.every(({ status }) => status === "skipped") ? "trigger_paused" : null };
}

function planOf(trigger: TriggerRecord, sourceName: string, { type, occurredAt, body }: TakenEvent) {
  const { configuration, parameters, template, name } = trigger;
  const { fields, approval } = configuration;
  const context = eventContext({ sourceName, type, occurredAt, body, fields, parameters });
  return { triggerName: name, template, approval, context };
}
