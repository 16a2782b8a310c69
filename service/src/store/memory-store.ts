// budget: one store put together, with the sessions that are its heart
import type { Quotas } from "@service/sdk/protocol";
import { automationsInProcess } from "../automations/automations-in-process.js";
import { memoryFiles, type MemoryFiles } from "../files/memory-files.js";
import { machinesInProcess } from "../machines/machines-in-process.js";
import { membersInProcess } from "../members/members-in-process.js";
import { integrationsInProcess } from "../integrations/integrations-in-process.js";
import { memoriesInProcess } from "../memory/memories-in-process.js";
import { schedulesInProcess } from "../schedules/schedules-in-process.js";
import { unlimitedTurns } from "./usage.js";
import { roomFor, usageInProcess, type UsageInProcess } from "./memory-usage.js";
import { auditInProcess } from "./memory-audit.js";
import { memoryDirectory } from "./memory-directory.js";
import { eventPage, inOrder, isWanted, newestFirst, turnsByQuery } from "./memory-queries.js";
import { createShelves, holds, keys, stateOf, work, type Run, type Shelf, type Shelves } from "./memory-shelves.js";
import { createMemoryTables } from "./memory-tables.js";
import { producersInProcess, type HoldProducer } from "./memory-producers.js";
import { retentionInProcess } from "./memory-retention.js";
import { registerShelves } from "./memory-shelf-tables.js";
import { leaseLost, logReset, storeClosed, type NextDue, type Store } from "./store.js";
import type { LogEnd } from "./watch.js";
import { createWatchers, type Watchers } from "./watchers.js";

/**
 * A store that lives as long as its process. A JavaScript turn is its transaction: nothing in it awaits, so no change
 * is visible half done.
 */
export function createMemoryStore(): Store {
  const watchers = createWatchers();
  const tables = createMemoryTables();
  const shelves = createShelves(watchers);
  registerShelves(tables, shelves);
  const workspaces = tables.map(
    "workspaces",
    ({ id }) => id,
    ({ id }) => ({ id }),
  );
  const directory = memoryDirectory(run, tables, workspaces, {
    keys: () => watchers.notify(keys),
    work: () => watchers.notify(work),
  });
  const holdProducer = producersInProcess(tables);
  const schedules = schedulesInProcess(run, tables, { watchers, holdProducer });
  const automations = automationsInProcess(run, tables, { watchers, holdProducer });
  const audit = auditInProcess(run, tables);
  const quotasOf = (workspaceId: string) => workspaces.get(workspaceId)?.quotas ?? null;
  const instructionsOf = (workspaceId: string) => workspaces.get(workspaceId)?.agentInstructions ?? null;
  const assertSession = (sessionId: string) => void shelves.get(sessionId);
  const files = memoryFiles(run, tables, { assertSession, quotasOf });
  const usage = usageInProcess(run, tables, { shelves, files: files.all, quotasOf });
  let isClosed = false;

  async function run<T>(act: () => T): Promise<T> {
    if (isClosed) throw storeClosed();
    return act();
  }

  return {
    ...directory.methods,
    ...retentionInProcess(run, directory.methods, shelves),
    ...files.methods,
    ...memoriesInProcess(run, tables, shelves, { addAudit: audit.add, holdProducer }),
    ...machinesInProcess(run, tables, shelves, watchers),
    ...membersInProcess(run, tables),
    ...integrationsInProcess(run, tables),
    ...memorySessions(run, shelves, { holdFiles: files.hold, countUsage: usage.count, holdProducer }),
    ...schedules.methods,
    ...automations.methods,
    ...memoryWork(run, shelves, watchers, {
      tasks: schedules.wakeTimes,
      runs: automations.dueTimes,
      quotasOf,
      instructionsOf,
    }),
    ...usage.methods,
    ...audit.methods,
    ...tables.methods(run, {
      erased(table, { id }) {
        if (table === "machines") watchers.notify(`machine:${id ?? ""}`);
        if (table === "workspace_keys") watchers.notify(keys);
      },
      added: () => watchers.notify(work),
      counted: audit.countErased,
    }),
    readForRequest: ({ keyHash, workspaceId = "", sessionId = "" }) =>
      run(() => ({
        key: directory.keyOf(keyHash),
        workspace: workspaces.get(workspaceId) ?? null,
        session: shelves.all.get(sessionId)?.session ?? null,
      })),
    watchSession: (sessionId, listener) => watchers.watch(sessionId, listener),
    watchWork: (listener) => watchers.watch(work, () => listener()),
    watchElsewhere: () => () => undefined,
    watchKeys: (listener) => watchers.watch(keys, () => listener()),
    readWatched: async ({ sessionIds, keyHashes }) => {
      const logs = new Map<string, LogEnd>();
      for (const id of sessionIds) {
        const shelf = shelves.all.get(id);
        if (shelf === undefined) continue;
        logs.set(id, { sequence: shelf.session.lastSequence, eventId: shelf.events.at(-1)?.id ?? null });
      }
      const found = keyHashes.map(directory.keyOf);
      return { logs, keys: new Map(found.flatMap((key) => (key === null ? [] : [[key.hash, key]]))) };
    },
    close: async () => {
      isClosed = true;
      watchers.clear();
    },
  };
}

type Sessions = Pick<
  Store,
  | "createSession"
  | "getSession"
  | "listSessions"
  | "changeSession"
  | "appendEvents"
  | "readEvents"
  | "listTurns"
  | "getTurn"
  | "listRequests"
  | "getRequest"
  | "getDraft"
>;

interface SessionParts {
  readonly holdFiles: MemoryFiles["hold"];
  readonly countUsage: UsageInProcess["count"];
  readonly holdProducer: HoldProducer;
}

function memorySessions(run: Run, shelves: Shelves, parts: SessionParts): Sessions {
  const { holdFiles, countUsage, holdProducer } = parts;
  return {
    createSession: (record, { producer, ...change }) =>
      run(() => {
        const { workspaceId, createIdempotencyKey: key, parentSessionId } = record;
        const known = (key === null ? undefined : shelves.byKey(workspaceId, key)) ?? shelves.all.get(record.id);
        if (known !== undefined) return { session: known.session, events: [], created: false };
        if (parentSessionId !== null && parentSessionId !== record.id)
          holdProducer({ kind: "session", id: parentSessionId });
        holdProducer(producer);
        const hold = holdFiles(record, change.files ?? []);
        const count = countUsage(record, change.events ?? [], change.admit);
        const added = shelves.add(record, change);
        hold();
        count();
        return { ...added, created: true };
      }),
    getSession: (id) => run(() => shelves.all.get(id)?.session ?? null),
    listSessions: (query) =>
      run(() =>
        [...shelves.all.values()]
          .map((shelf) => shelf.session)
          .filter((session) => isWanted(session, query))
          .toSorted(inOrder(query))
          .slice(0, query.limit),
      ),
    changeSession: (sessionId, options, decide) =>
      run(() => {
        const shelf = shelves.get(sessionId);
        const { lease } = options;
        if (lease !== undefined && !holds(shelf, lease)) throw leaseLost(lease);
        holdProducer(options.producer);
        const { change, result } = decide(stateOf(shelf, options));
        const isEmpty = change === null || Object.values(change).every((part) => part === undefined);
        const hold = holdFiles(shelf.session, change?.files ?? []);
        const count = countUsage(shelf.session, change?.events ?? [], change?.admit);
        const events = isEmpty ? [] : shelves.apply(shelf, change);
        hold();
        count();
        return { session: shelf.session, events, result };
      }),
    appendEvents: (sessionId, lease, drafts) =>
      run(() => {
        const shelf = shelves.get(sessionId);
        if (!holds(shelf, lease)) throw leaseLost(lease);
        const count = countUsage(shelf.session, drafts);
        const events = shelves.append(shelf, drafts);
        count();
        return events;
      }),
    readEvents: (sessionId, query) =>
      run(() => {
        const events = shelves.all.get(sessionId)?.events ?? [];
        const { after = 0, afterId } = query;
        if (afterId !== undefined && events[after - 1]?.id.startsWith(afterId) !== true) throw logReset(sessionId);
        return eventPage(events, query);
      }),
    listTurns: (sessionId, query) =>
      run(() => turnsByQuery([...(shelves.all.get(sessionId)?.turns.values() ?? [])], query)),
    getTurn: (sessionId, turnId) => run(() => shelves.all.get(sessionId)?.turns.get(turnId) ?? null),
    listRequests: (sessionId, { status, limit }) =>
      run(() =>
        [...(shelves.all.get(sessionId)?.requests.values() ?? [])]
          .filter((request) => status === undefined || request.status === status)
          .toSorted(newestFirst)
          .slice(0, limit),
      ),
    getRequest: (sessionId, requestId) => run(() => shelves.all.get(sessionId)?.requests.get(requestId) ?? null),
    getDraft: (sessionId, owner) => run(() => shelves.all.get(sessionId)?.drafts.get(owner) ?? null),
  };
}

type Work = Pick<Store, "claimSession" | "renewLease" | "releaseLease" | "listDueSessions" | "nextDue">;

interface OtherTimes {
  readonly tasks: () => readonly string[];
  readonly runs: () => readonly string[];
  readonly quotasOf: (workspaceId: string) => Quotas | null;
  readonly instructionsOf: (workspaceId: string) => string | null;
}

function memoryWork(run: Run, shelves: Shelves, watchers: Watchers, others: OtherTimes): Work {
  function nextDue(owner?: string, running = unlimitedTurns): NextDue {
    const busy = [...shelves.busy];
    const room = roomFor(shelves, running, others.quotasOf);
    const runnable = busy.filter(
      ({ session, lease }) =>
        session.runnable && (lease === null ? room.mayRun(session) : owner === undefined || lease.owner !== owner),
    );
    const timeOf = ({ session, lease }: Shelf) => lease?.expiresAt ?? session.updatedAt;
    const placeOf = (shelf: Shelf) => `${timeOf(shelf)} ${shelf.lease === null ? "" : `leased ${shelf.session.id}`}`;
    const [next] = runnable.toSorted((a, b) => compare(placeOf(a), placeOf(b)));
    return {
      session: earliest(busy.flatMap(({ session }) => session.wakeAt ?? [])),
      task: earliest(others.tasks()),
      run: earliest(others.runs()),
      turn: next === undefined ? null : timeOf(next),
      leased: next === undefined || next.lease === null ? null : next.session.id,
      isLimitReached: busy.some(({ session, lease }) => session.runnable && lease !== null && !room.mayRun(session)),
    };
  }

  return {
    claimSession: ({ owner, now, expiresAt, running = unlimitedTurns }) =>
      run(() => {
        const { mayRun, isLimited } = roomFor(shelves, running, others.quotasOf);
        const free = [...shelves.busy].filter(
          ({ session, lease }) => session.runnable && (lease === null ? mayRun(session) : lease.expiresAt <= now),
        );
        const shelf = free.toSorted((a, b) => compare(a.session.updatedAt, b.session.updatedAt))[0];
        if (shelf === undefined) return { claimed: null, due: nextDue(owner, running) };
        shelf.fence += 1;
        shelf.lease = { owner, expiresAt };
        const lease = { sessionId: shelf.session.id, owner, fence: shelf.fence };
        const { session } = shelf;
        const agentInstructions = others.instructionsOf(session.workspaceId);
        const claimed = { session, lease, isLimited: isLimited(session), agentInstructions };
        return { claimed, due: nextDue(owner, running) };
      }),
    renewLease: (lease, expiresAt) =>
      run(() => {
        const shelf = shelves.all.get(lease.sessionId);
        if (!holds(shelf, lease)) return false;
        shelf.lease = { owner: lease.owner, expiresAt };
        return true;
      }),
    releaseLease: (lease) =>
      run(() => {
        const shelf = shelves.all.get(lease.sessionId);
        if (!holds(shelf, lease)) return;
        shelf.lease = null;
        if (shelf.session.runnable) watchers.notify(work);
      }),
    listDueSessions: (now, limit) =>
      run(() =>
        [...shelves.busy]
          .map((shelf) => shelf.session)
          .filter((session) => session.wakeAt !== null && session.wakeAt <= now)
          .toSorted((a, b) => compare(a.wakeAt ?? "", b.wakeAt ?? ""))
          .slice(0, limit),
      ),
    nextDue: (owner, running) => run(() => nextDue(owner, running)),
  };
}

function earliest(times: readonly string[]): string | null {
  return times.toSorted(compare)[0] ?? null;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
