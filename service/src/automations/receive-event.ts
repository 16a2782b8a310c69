/** An event on its way in: read as its sender means it, and taken once, with its runs, in one write. */
import { canonicalJson } from "../sessions/canonical-json.js";
import { invalid, notFound } from "../sessions/api-failure.js";
import { isRecord } from "../sessions/is-record.js";
import type { Cause } from "../sessions/session-draft.js";
import type { Store } from "../store/store.js";
import type { SourceRecord } from "./automation-record.js";
import { keysOf, takeEvent, type DeliveryAnswer, type TakenEvent } from "./take-event.js";
import { webhookSenders } from "./webhook-senders.js";

export interface ReceiveWorld {
  readonly store: Store;
  readonly hash: (text: string) => Promise<string>;
}

type Body = Readonly<Record<string, unknown>>;

/** A delivery whose signature was verified, or an event that a caller with a key made up. */
type Received =
  | { readonly kind: "webhook"; readonly headers: Headers; readonly body: Body }
  | { readonly kind: "manual"; readonly body: Body };

/** @throws {ServiceApiError} 422 without a type, 400 for an id that cannot be kept, 409 `delivery_conflict`. */
export async function receiveEvent(
  { store, hash }: ReceiveWorld,
  source: SourceRecord,
  received: Received,
  cause: Cause,
): Promise<DeliveryAnswer> {
  const taken = await readEvent(hash, source, received);
  const done = await store.takeDelivery(source.id, keysOf(taken), (state) => takeEvent(state, taken, cause));
  if (done === null) throw notFound("There is no such source.");
  return done.result;
}

async function readEvent(hash: ReceiveWorld["hash"], source: SourceRecord, received: Received): Promise<TakenEvent> {
  const { kind, body } = received;
  const isManual = kind === "manual";
  const sender = webhookSenders[isManual ? "signed-json.v1" : source.adapterId];
  const facts = sender.event(isManual ? new Headers() : received.headers, body);
  if (facts === null) throw invalid("The event names no type of 1 to 200 characters.", 422, { field: "type" });
  const lasting = Object.entries(body).filter(([name]) => !sender.volatile.includes(name));
  const contentHash = await hash(canonicalJson(Object.fromEntries(lasting)) ?? "");
  // Without an id, the content is the id: otherwise a captured delivery could be sent again.
  const hasId = isManual || facts.deliveryIds.length > 0;
  const deliveryIds = hasId ? facts.deliveryIds : [`content:${contentHash}`];
  const unsignedType = !isManual && sender.hasUnsignedType ? facts.type : null;
  const isWhole = !isManual || source.adapterId === "signed-json.v1";
  const seen = isWhole ? body : body["data"];
  return { ...facts, deliveryIds, kind, body: isRecord(seen) ? seen : {}, contentHash, unsignedType };
}
