import type { Quotas } from "@service/sdk/protocol";
import type { FileRecord } from "../files/file-record.js";
import type { Run, Shelf, Shelves } from "./memory-shelves.js";
import type { MemoryTables } from "./memory-tables.js";
import { isSameOwner, ownerKey } from "./owner.js";
import type { EventDraft, SessionRecord } from "./records.js";
import {
  addUsage,
  countedIn,
  noUsage,
  type Admit,
  type RunningLimits,
  type UsageMethods,
  type UsageOf,
  type UsageRecord,
} from "./usage.js";

export interface UsageInProcess {
  readonly methods: UsageMethods;
  /** Checks what the events count, and returns the act that counts it. @throws what `admit` throws. */
  readonly count: (
    session: Pick<SessionRecord, "workspaceId" | "endUser">,
    events: readonly EventDraft[],
    admit?: Admit,
  ) => () => void;
}

export interface UsageSources {
  readonly shelves: Shelves;
  readonly files: () => Iterable<FileRecord>;
  readonly quotasOf: (workspaceId: string) => Quotas | null;
}

/** Counts of usage in memory. */
export function usageInProcess(run: Run, tables: MemoryTables, sources: UsageSources): UsageInProcess {
  const keyOf = ({ workspaceId, endUser, month }: Pick<UsageRecord, "workspaceId" | "endUser" | "month">) =>
    JSON.stringify([workspaceId, ownerKey(endUser), month]);
  const records = tables.map("usage_counts", keyOf, ({ workspaceId, endUser }) => ({
    workspace_id: workspaceId,
    owner: ownerKey(endUser),
  }));

  function count(
    { workspaceId, endUser }: Pick<SessionRecord, "workspaceId" | "endUser">,
    events: readonly EventDraft[],
    admit?: Admit,
  ) {
    const counted = countedIn(events);
    if (counted === null) return () => undefined;
    const { month, counts } = counted;
    const next = (owner: UsageRecord["endUser"]): UsageRecord => {
      const place = { workspaceId, endUser: owner, month };
      return { ...place, ...addUsage(records.get(keyOf(place)) ?? noUsage, counts) };
    };
    const workspace = next(null);
    const person = endUser === null ? null : next(endUser);
    admit?.({ month, workspace, person, quotas: sources.quotasOf(workspaceId) });
    return () => {
      for (const record of [workspace, ...(person === null ? [] : [person])]) records.set(keyOf(record), record);
    };
  }

  const methods: UsageMethods = {
    getUsage: (query) =>
      run(() => {
        const { messages, inputTokens, outputTokens } = records.get(keyOf(query)) ?? noUsage;
        return {
          messages,
          inputTokens,
          outputTokens,
          storedBytes: storedBytes(sources.files(), query),
          runningTurns: runningTurns(sources.shelves, query),
        };
      }),
    listUsage: ({ workspaceId, month, limit, behind }) =>
      run(() => {
        const after = behind === undefined ? "" : ownerKey(behind);
        return [...records.values()]
          .filter((record) => record.workspaceId === workspaceId && record.month === month)
          .map((record) => ({ record, owner: ownerKey(record.endUser) }))
          .filter(({ owner }) => owner > after)
          .toSorted((a, b) => (a.owner < b.owner ? -1 : 1))
          .slice(0, limit)
          .map(({ record }) => record);
      }),
    dropUsage: ({ workspaceId, before }) =>
      run(() => {
        const old = [...records.values()].filter(
          (record) => record.month < before && (workspaceId ?? record.workspaceId) === record.workspaceId,
        );
        for (const record of old) records.delete(keyOf(record));
        return old.length;
      }),
  };
  return { methods, count };
}

/** Bytes of the files that count, in a workspace or of a person there. */
export function storedBytes(files: Iterable<FileRecord>, { workspaceId, endUser }: UsageOf): number {
  let bytes = 0;
  for (const file of files) {
    const isTheirs = endUser === null || isSameOwner(file.endUser, endUser);
    if (file.workspaceId === workspaceId && file.status !== "expired" && isTheirs) bytes += file.sizeBytes;
  }
  return bytes;
}

function isRunning({ session, lease }: Shelf): boolean {
  return session.runnable && lease !== null;
}

/** Whether another turn of a session's workspace and person may run. */
export function roomFor(shelves: Shelves, defaults: RunningLimits, quotasOf: UsageSources["quotasOf"]) {
  type Whose = Pick<SessionRecord, "workspaceId" | "endUser">;

  function limit({ workspaceId }: Whose, scope: keyof RunningLimits): number {
    const own = quotasOf(workspaceId)?.[scope]?.runningTurns;
    return (own === undefined ? defaults[scope] : own) ?? Infinity;
  }

  function isFull(whose: Whose, scope: keyof RunningLimits, endUser: UsageOf["endUser"]): boolean {
    const most = limit(whose, scope);
    return most !== Infinity && runningTurns(shelves, { workspaceId: whose.workspaceId, endUser }) >= most;
  }

  return {
    mayRun: (session: Whose) =>
      !isFull(session, "workspace", null) && (session.endUser === null || !isFull(session, "person", session.endUser)),
    isLimited: (session: Whose) => limit(session, "workspace") !== Infinity || limit(session, "person") !== Infinity,
  };
}

function runningTurns(shelves: Shelves, { workspaceId, endUser }: UsageOf): number {
  return [...shelves.busy].filter(
    (shelf) =>
      isRunning(shelf) &&
      shelf.session.workspaceId === workspaceId &&
      (endUser === null || isSameOwner(shelf.session.endUser, endUser)),
  ).length;
}
