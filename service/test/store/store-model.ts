import type { SessionOrder } from "@service/sdk/protocol";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createMemoryStore } from "../../src/store/memory-store.js";
import type { MemoryLayer } from "../../src/memory/memory-record.js";
import type { RequestRecord, TurnRecord } from "../../src/store/records.js";
import type { Change, EventQuery, Lease, SessionQuery, Store, TurnQuery } from "../../src/store/store.js";
import { draftRecord } from "./contract/fixtures.js";
import { eventDraft, sessionRecord, turnRecord } from "./sql-records.js";

/** One call, made to both stores. `leases` are the leases of this run, in order. */
type Call = (store: Store, leases: Lease[]) => Promise<unknown>;

const runs = 100;
const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const sessionId = oneOf("s1", "s2", "s3");
const workspaceId = oneOf("w1", "w2");
const time = fc.integer({ min: 0, max: 5 }).map((second) => `2026-01-01T00:00:0${second}.000Z`);
const text = oneOf("Plan", "plan %", "a_b", "💬", "");
const type = oneOf("agent.message.delta", "agent.toolCall.created", "turn.started");
const id = (prefix: string) => fc.integer({ min: 1, max: 3 }).map((number) => `${prefix}${number}`);
const status = oneOf<TurnRecord["status"]>("queued", "running", "requires_action", "completed", "failed");

/** Drops unset fields: an absent field and an undefined one mean the same to both stores. */
const fields = <T extends object>(parts: { [K in keyof T]: fc.Arbitrary<T[K] | undefined> }): fc.Arbitrary<T> =>
  fc.record(parts as Record<string, fc.Arbitrary<unknown>>) as unknown as fc.Arbitrary<T>;

const draft = fc
  .record({ id: fc.uuid(), type, turnId: oneOf("t1", "t2", null), payload: fc.jsonValue(), occurredAt: time })
  .map((given) => eventDraft(given));
const turn = fc.record({
  id: id("t"),
  status,
  position: fc.integer({ min: -2, max: 2 }),
  startedAt: oneOf(null, "2026"),
});
const request = fc.record({
  id: id("r"),
  status: oneOf<RequestRecord["status"]>("pending", "answered"),
  createdAt: time,
});
const patch = fields<NonNullable<Change["session"]>>({
  title: maybe(oneOf("Plan", null)),
  status: maybe(oneOf("idle", "running")),
  runnable: maybe(fc.boolean()),
  wakeAt: maybe(oneOf("2026-01-01T00:00:03.000Z", null)),
  updatedAt: maybe(time),
  archivedAt: maybe(oneOf("2026-01-01T00:00:00.000Z", null)),
});

const owner = oneOf("", '["host","ana"]', "b\0");
const draftParts = fc.record({ owner, revision: fc.nat(3), text: fc.string(), annotations: fc.array(fc.jsonValue()) });

const changeParts = fc.record({
  session: maybe(patch),
  turns: maybe(fc.uniqueArray(turn, { maxLength: 2, selector: (made) => made.id })),
  requests: maybe(fc.uniqueArray(request, { maxLength: 2, selector: (made) => made.id })),
  endLease: maybe(fc.boolean()),
  events: maybe(fc.array(draft, { maxLength: 3 })),
  drafts: maybe(fc.uniqueArray(draftParts, { maxLength: 2, selector: (made) => made.owner })),
  key: oneOf(null, null, "c1", "c2"),
});

type ChangeParts = typeof changeParts extends fc.Arbitrary<infer T> ? T : never;

/** Makes times and positions distinct where the contract does not define the order of equal ones. */
function changeOf(sessionId: string, { key, session, turns, requests, drafts, events, endLease }: ChangeParts): Change {
  return {
    endLease,
    session: session && {
      ...session,
      ...(session.wakeAt != null && { wakeAt: distinct(session.wakeAt, sessionId) }),
      ...(session.updatedAt !== undefined && { updatedAt: distinct(session.updatedAt, sessionId) }),
    },
    turns: turns?.map(({ position, ...rest }) =>
      turnRecord(sessionId, { ...rest, triggerEventId: "e", position: position * 10 + Number(rest.id.at(-1)) }),
    ),
    requests: requests?.map((fields) => requestRecord(sessionId, fields)),
    drafts: drafts?.map((fields) => draftRecord(sessionId, fields)),
    events: events?.map((made, index) => ({ ...made, clientEventId: index === 0 ? key : null })),
  };
}

function distinct(time: string, id: string): string {
  return time.replace(".000Z", `.00${id.at(-1)}Z`);
}

function requestRecord(sessionId: string, fields: Partial<RequestRecord>): RequestRecord {
  const empty = {
    toolCallId: null,
    questions: [],
    response: null,
    respondedBy: null,
    respondedAt: null,
    expiresAt: null,
  };
  const at = "2026-01-01T00:00:00.000Z";
  return {
    id: "r",
    sessionId,
    turnId: "t1",
    status: "pending",
    allowSkip: true,
    createdAt: at,
    updatedAt: at,
    ...empty,
    ...fields,
  };
}

const create = fc
  .record({
    sessionId,
    workspaceId,
    text,
    key: oneOf(null, "k1", "k2"),
    user: oneOf(null, "ana", "ben"),
    at: time,
    parts: changeParts,
  })
  .map(({ sessionId, workspaceId, text, key, user, at, parts }): Call => {
    const record = sessionRecord({
      id: sessionId,
      workspaceId,
      initialMessage: text,
      createIdempotencyKey: key,
      endUser: user === null ? null : { source: "host", id: user },
      parentSessionId: user === "ben" ? "s1" : null,
      rootSessionId: user === "ben" ? "s1" : sessionId,
      organizationId: workspaceId === "w1" ? "o1" : "o2",
      createdAt: at,
      updatedAt: distinct(at, sessionId),
    });
    return (store) => store.createSession(record, changeOf(sessionId, parts));
  });

const change = fc
  .record({ sessionId, parts: changeParts, underLease: fc.boolean(), at: fc.nat(3), draftOwner: maybe(owner) })
  .map(({ sessionId, parts, underLease, at, draftOwner }): Call => async (store, leases) => {
    const lease = underLease ? leases.at(-1 - at) : undefined;
    const options = { clientEventId: parts.key, draftOwner, ...(lease && { lease }) };
    return store.changeSession(lease?.sessionId ?? sessionId, options, (state) => ({
      change: state.prior === null ? changeOf(state.session.id, parts) : null,
      result: state,
    }));
  });

const remove = sessionId.map(
  (id): Call =>
    (store) =>
      store.eraseData({ kind: "session", sessionId: id }),
);

const withLease = (act: (store: Store, lease: Lease) => Promise<unknown>) =>
  fc.nat(3).map((at): Call => async (store, leases) => {
    const lease = leases.at(-1 - at);
    return lease && act(store, lease);
  });

const append = fc
  .tuple(fc.array(draft, { maxLength: 2 }), fc.nat(2))
  .map(([drafts, at]): Call => async (store, leases) => {
    const lease = leases.at(-1 - at);
    return lease && store.appendEvents(lease.sessionId, lease, drafts);
  });

const claim = fc.tuple(time, time).map(([now, expiresAt]): Call => async (store, leases) => {
  const claim = await store.claimSession({ owner: "worker", now, expiresAt });
  if (claim.claimed !== null) leases.push(claim.claimed.lease);
  return claim;
});

const cursor = maybe(fc.integer({ min: -1, max: 9 }));
const types = maybe(fc.uniqueArray(type, { maxLength: 2 }));
const limit = fc.nat(4);
const eventQuery = fields<EventQuery>({
  after: cursor,
  before: cursor,
  limit,
  includeTypes: types,
  excludeTypes: types,
  turnId: maybe(oneOf("t1")),
  take: maybe(oneOf<"oldest" | "newest">("oldest", "newest")),
});
const sessionQuery = fields<SessionQuery>({
  workspaceId: maybe(workspaceId),
  organizationId: maybe(oneOf("o1", "o2")),
  rootSessionId: maybe(oneOf("s1")),
  status: maybe(oneOf("queued", "idle")),
  withArchived: maybe(fc.boolean()),
  isPinned: maybe(fc.boolean()),
  limit,
  order: maybe(oneOf<SessionOrder>("created", "updated")),
  behind: maybe(fc.record({ at: time, id: sessionId })),
  archivedOnly: maybe(fc.boolean()),
  search: maybe(oneOf("PLAN", "%", "_", "💬", "x")),
  parentSessionId: maybe(oneOf(null, "s1")),
  endUser: maybe(fc.record({ source: oneOf("host"), id: oneOf("ana", "ben") })),
  createdByKind: maybe(oneOf("service", "subject")),
  createdBySubjectId: maybe(oneOf("k", "other")),
});
const turnQuery = fields<TurnQuery>({
  limit,
  statuses: maybe(fc.uniqueArray(status, { maxLength: 3 })),
  order: oneOf<TurnQuery["order"]>("position", "newest", "started"),
});

const layer: fc.Arbitrary<MemoryLayer> = fc.oneof(
  workspaceId.map((id): MemoryLayer => ({ kind: "workspace", workspaceId: id })),
  sessionId.map((id): MemoryLayer => ({ kind: "session", sessionId: id })),
  oneOf("ana", "ben").map((id): MemoryLayer => ({
    kind: "user",
    workspaceId: "w1",
    endUser: { source: "host", id },
  })),
);
const remember = fc
  .record({ layer, id: id("m"), text: fc.string(), at: time, gone: maybe(id("m")) })
  .map(({ layer: place, id: memoryId, text: words, at, gone }): Call => async (store) => {
    const put = { id: memoryId, layer: place, kind: "fact", text: words, createdAt: at, updatedAt: at };
    return store.changeMemories(place, (known) => ({
      ...(known.length < 2 && { put }),
      ...(gone !== undefined && gone !== memoryId && { remove: [gone] }),
      result: known,
    }));
  });

const read: fc.Arbitrary<Call> = fc.oneof(
  layer.map(
    (place): Call =>
      (store) =>
        store.listMemories(place),
  ),
  fc.tuple(sessionId, eventQuery).map(
    ([id, query]): Call =>
      (store) =>
        store.readEvents(id, query),
  ),
  sessionQuery.map(
    (query): Call =>
      (store) =>
        store.listSessions(query),
  ),
  fc.tuple(sessionId, turnQuery).map(
    ([id, query]): Call =>
      (store) =>
        store.listTurns(id, query),
  ),
  fc.tuple(sessionId, maybe(oneOf<RequestRecord["status"]>("pending")), limit).map(
    ([id, status, limit]): Call =>
      (store) =>
        store.listRequests(id, { status, limit }),
  ),
  fc.tuple(time, limit).map(
    ([now, limit]): Call =>
      (store) =>
        store.listDueSessions(now, limit),
  ),
  sessionId.map(
    (id): Call =>
      (store) =>
        store.getSession(id),
  ),
  fc.tuple(sessionId, owner).map(
    ([id, whose]): Call =>
      (store) =>
        store.getDraft(id, whose),
  ),
  fc.constant((store: Store) => store.nextDue()),
);

const call = fc.oneof(
  { weight: 3, arbitrary: create },
  { weight: 5, arbitrary: change },
  { weight: 3, arbitrary: append },
  { weight: 3, arbitrary: claim },
  { weight: 1, arbitrary: time.chain((at) => withLease((store, lease) => store.renewLease(lease, at))) },
  { weight: 1, arbitrary: withLease((store, lease) => store.releaseLease(lease)) },
  { weight: 1, arbitrary: remove },
  { weight: 3, arbitrary: remember },
  { weight: 6, arbitrary: read },
);

/** The caller's result: the value, or the code of the error. */
async function outcome(call: Call, store: Store, leases: Lease[]): Promise<unknown> {
  try {
    return { value: await call(store, leases) };
  } catch (error) {
    return { code: (error as { code?: unknown }).code ?? error };
  }
}

/** Random sequences of calls; the tested store must return the same results as the memory store. */
export function storeModel(name: string, makeStore: () => Promise<Store>): void {
  it(`${name} answers any sequence of calls as the memory store does`, async () => {
    const counted = { calls: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 10, maxLength: 40 }), async (calls) => {
        const [sql, memory] = [await makeStore(), createMemoryStore()];
        const [sqlLeases, memoryLeases]: [Lease[], Lease[]] = [[], []];
        for (const call of calls) {
          const expected = await outcome(call, memory, memoryLeases);
          expect(await outcome(call, sql, sqlLeases)).toEqual(expected);
          counted.calls += 1;
          if (expected !== null && typeof expected === "object" && "code" in expected) counted.refused += 1;
        }
      }),
      { numRuns: runs },
    );
    console.log(`${runs} sequences, ${counted.calls} calls, ${counted.refused} refused alike`);
  });
}
