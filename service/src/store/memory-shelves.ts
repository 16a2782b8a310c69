import { ServiceError, type SessionEvent } from "@service/sdk/protocol";
import { asJson } from "./as-json.js";
import { oldestFirst } from "./memory-queries.js";
import type { DraftRecord, EventDraft, RequestRecord, SessionRecord, TurnRecord } from "./records.js";
import {
  asksToLook,
  sessionMissing,
  workOf,
  type Change,
  type ChangeOptions,
  type Lease,
  type SessionState,
} from "./store.js";
import type { Watchers } from "./watchers.js";

/** Makes an act a promise, so that its errors reject as they do in a store that is elsewhere. */
export type Run = <T>(act: () => T) => Promise<T>;

/** One session with everything that hangs on it. */
export interface Shelf {
  session: SessionRecord;
  readonly events: SessionEvent[];
  readonly byClientEventId: Map<string, SessionEvent>;
  readonly turns: Map<string, TurnRecord>;
  readonly openTurns: Set<string>;
  readonly requests: Map<string, RequestRecord>;
  readonly drafts: Map<string, DraftRecord>;
  fence: number;
  lease: { readonly owner: string; readonly expiresAt: string } | null;
}

/** The key of the watch on any session. */
export const work = "work";
/** The key of the watch on the organizations' keys. */
export const keys = "keys";

const ended: ReadonlySet<string> = new Set([
  "completed",
  "failed",
  "cancelled",
  "superseded",
  "withdrawn_for_edit",
] satisfies TurnRecord["status"][]);

/** The sessions of a memory store, and how one of them changes. */
export interface Shelves {
  readonly all: ReadonlyMap<string, Shelf>;
  /** By workspace and idempotency key. */
  byKey(workspaceId: string, key: string): Shelf | undefined;
  /** Those that a worker or a timer may have to look at. */
  readonly busy: ReadonlySet<Shelf>;
  /** @throws {ServiceError} `session_missing`. */
  get(sessionId: string): Shelf;
  add(record: SessionRecord, change: Change): { session: SessionRecord; events: SessionEvent[] };
  remove(sessionId: string): boolean;
  append(shelf: Shelf, drafts: readonly EventDraft[]): SessionEvent[];
  apply(shelf: Shelf, change: Change): SessionEvent[];
  /** Notes a turn of the shelf as open or ended. */
  noteTurn(shelf: Shelf, turn: TurnRecord): void;
}

export function createShelves(watchers: Watchers): Shelves {
  const all = new Map<string, Shelf>();
  const busy = new Set<Shelf>();
  const keyed = new Map<string, Shelf>();

  function append(shelf: Shelf, drafts: readonly EventDraft[]): SessionEvent[] {
    for (const { clientEventId } of drafts) {
      if (clientEventId !== null && shelf.byClientEventId.has(clientEventId)) {
        throw new ServiceError(`Session ${shelf.session.id} already has an event "${clientEventId}".`, {
          code: "client_event_id_taken",
        });
      }
    }
    const { id: sessionId, workspaceId, lastSequence } = shelf.session;
    const events = drafts.map((draft, index): SessionEvent => ({
      ...draft,
      // Drops values that JSON cannot represent, as the wire would.
      payload: asJson(draft.payload ?? null),
      workspaceId,
      sessionId,
      sequence: lastSequence + index + 1,
    }));
    const afterId = shelf.events.at(-1)?.id ?? null;
    for (const event of events) {
      shelf.events.push(event);
      if (typeof event.clientEventId === "string") shelf.byClientEventId.set(event.clientEventId, event);
    }
    shelf.session = { ...shelf.session, lastSequence: lastSequence + events.length };
    if (events.length > 0) watchers.notify(sessionId, { afterId, events });
    return events;
  }

  function apply(shelf: Shelf, change: Change): SessionEvent[] {
    const events = append(shelf, change.events ?? []);
    const before = all.has(shelf.session.id) ? shelf.session : null;
    const isFree = shelf.lease === null;
    shelf.session = { ...shelf.session, ...asJson(change.session ?? {}) };
    for (const turn of change.turns ?? []) {
      shelf.turns.set(turn.id, asJson(turn));
      noteTurn(shelf, turn);
    }
    for (const request of change.requests ?? []) shelf.requests.set(request.id, asJson(request));
    for (const draft of change.drafts ?? []) shelf.drafts.set(draft.owner, asJson(draft));
    if (change.endLease === true) shelf.lease = null;
    if (shelf.session.runnable || shelf.session.wakeAt !== null) busy.add(shelf);
    else busy.delete(shelf);
    if (asksToLook(workOf(before, shelf.session, change, { isFree }))) watchers.notify(work);
    return events;
  }

  return {
    all,
    busy,
    byKey: (workspaceId, key) => keyed.get(JSON.stringify([workspaceId, key])),
    append,
    apply,
    noteTurn,
    get(sessionId) {
      const shelf = all.get(sessionId);
      if (shelf === undefined) throw sessionMissing(sessionId);
      return shelf;
    },
    add(record, change) {
      const shelf: Shelf = {
        session: asJson({ ...record, lastSequence: 0 }),
        events: [],
        byClientEventId: new Map(),
        turns: new Map(),
        openTurns: new Set(),
        requests: new Map(),
        drafts: new Map(),
        fence: 0,
        lease: null,
      };
      const events = apply(shelf, change);
      all.set(record.id, shelf);
      const { workspaceId, createIdempotencyKey: key } = record;
      if (key !== null) keyed.set(JSON.stringify([workspaceId, key]), shelf);
      return { session: shelf.session, events };
    },
    remove(sessionId) {
      const shelf = all.get(sessionId);
      if (shelf === undefined) return false;
      const { workspaceId, createIdempotencyKey: key } = shelf.session;
      all.delete(sessionId);
      busy.delete(shelf);
      if (key !== null) keyed.delete(JSON.stringify([workspaceId, key]));
      watchers.notify(sessionId);
      watchers.notify(work);
      return true;
    },
  };
}

function noteTurn(shelf: Shelf, { id, status }: TurnRecord): void {
  if (ended.has(status)) shelf.openTurns.delete(id);
  else shelf.openTurns.add(id);
}

export function holds(shelf: Shelf | undefined, lease: Lease): shelf is Shelf {
  return shelf !== undefined && shelf.lease?.owner === lease.owner && shelf.fence === lease.fence;
}

export function stateOf(shelf: Shelf, { clientEventId, draftOwner }: ChangeOptions): SessionState {
  const open = [...shelf.openTurns].flatMap((id) => shelf.turns.get(id) ?? []);
  const pending = [...shelf.requests.values()].filter((request) => request.status === "pending");
  return {
    session: shelf.session,
    openTurns: open.toSorted((a, b) => a.position - b.position),
    pendingRequests: pending.toSorted(oldestFirst),
    prior: (clientEventId == null ? undefined : shelf.byClientEventId.get(clientEventId)) ?? null,
    draft: (draftOwner === undefined ? undefined : shelf.drafts.get(draftOwner)) ?? null,
  };
}
