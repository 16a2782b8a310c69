import { asJson } from "../store/as-json.js";
import { newestFirst, oldestFirst } from "../store/memory-queries.js";
import { work, type Run } from "../store/memory-shelves.js";
import type { HoldProducer } from "../store/memory-producers.js";
import type { MemoryTables } from "../store/memory-tables.js";
import { isSameOwner, ownerKey } from "../store/owner.js";
import type { Watchers } from "../store/watchers.js";
import { maxKeptEvents } from "./automation-record.js";
import type {
  AutomationMethods,
  AutomationQuery,
  AutomationRunRecord,
  KnownDelivery,
  SourceRecord,
} from "./automation-record.js";

/** Automations in a store that forgets everything with its process. */
export function automationsInProcess(
  run: Run,
  memory: MemoryTables,
  { watchers, holdProducer }: { readonly watchers: Watchers; readonly holdProducer: HoldProducer },
): { readonly methods: AutomationMethods; readonly dueTimes: () => readonly string[] } {
  const idOf = ({ id }: Kept) => id;
  const sources = memory.map("automation_sources", idOf, columns);
  const triggers = memory.map("automation_triggers", idOf, columns);
  const events = memory.map("automation_events", idOf, columns);
  const runs = new Map<string, AutomationRunRecord>();
  const due = new Set<string>();
  /** By source and key. */
  const deliveries = new Map<string, Map<string, KnownDelivery>>();

  function putRun(record: AutomationRunRecord): void {
    runs.set(record.id, asJson(record));
    if (record.dueAt === null) due.delete(record.id);
    else due.add(record.id);
    watchers.notify(work);
  }

  registerTables(memory, { runs, putRun, due, deliveries });

  const dueRuns = () => [...due].map((id) => runs.get(id)).filter((found) => found !== undefined);

  const methods: AutomationMethods = {
    createSource: (record, room) =>
      run(() => {
        const own = ({ workspaceId, endUser, status }: SourceRecord) =>
          workspaceId === record.workspaceId && status !== "disabled" && isSameOwner(endUser, record.endUser);
        room([...sources.values()].filter(own).length);
        sources.set(record.id, asJson(record));
      }),
    getSource: (id) => run(() => sources.get(id) ?? null),
    findSource: (endpointId) =>
      run(() => [...sources.values()].find((source) => source.endpointId === endpointId) ?? null),
    listSources: (query) => run(() => listed(sources, query)),
    changeSource: (id, decide) => run(() => changed(sources, id, decide)),

    createTrigger: (record, room) =>
      run(() => {
        holdProducer({ kind: "automation_source", id: record.sourceId });
        room([...triggers.values()].filter(({ sourceId }) => sourceId === record.sourceId).length);
        triggers.set(record.id, asJson(record));
      }),
    getTrigger: (id) => run(() => triggers.get(id) ?? null),
    listTriggers: (query) => run(() => listed(triggers, query)),
    changeTrigger: (id, decide) => run(() => changed(triggers, id, decide)),

    takeDelivery: (sourceId, keys, decide) =>
      run(() => {
        const source = sources.get(sourceId);
        if (source === undefined) return null;
        const held = deliveries.get(sourceId) ?? new Map<string, KnownDelivery>();
        const known = new Map(
          keys.flatMap((key) => {
            const found = held.get(key);
            return found === undefined ? [] : [[key, found] as const];
          }),
        );
        const own = [...triggers.values()].filter((trigger) => trigger.sourceId === sourceId).toSorted(oldestFirst);
        const change = decide({ source, triggers: own, known });
        if (change.event !== undefined) events.set(change.event.id, asJson(change.event));
        const again = change.repeatOf === undefined ? undefined : events.get(change.repeatOf);
        if (again !== undefined) events.set(again.id, { ...again, repeats: (again.repeats ?? 0) + 1 });
        for (const written of change.runs ?? []) putRun(written);
        for (const [key, value] of change.keys ?? []) deliveries.set(sourceId, held.set(key, asJson(value)));
        if (change.event !== undefined) {
          dropOld(events, sourceId, () => true);
          dropOld(runs, sourceId, ({ dueAt }) => dueAt === null);
        }
        return { result: change.result };
      }),
    listSourceEvents: (query) => run(() => listed(events, query)),

    listAutomationRuns: (query) => run(() => listed(runs, query)),
    changeAutomationRun: (id, decide) =>
      run(() => {
        const known = runs.get(id);
        if (known === undefined) return null;
        const next = decide(known);
        if (next !== null) putRun(next);
        return next ?? known;
      }),
    listDueAutomationRuns: (now, limit) =>
      run(() =>
        dueRuns()
          .filter(({ dueAt }) => (dueAt ?? "") <= now)
          .toSorted((a, b) => oldestFirst(byDue(a), byDue(b)))
          .slice(0, limit),
      ),
  };
  return { methods, dueTimes: () => dueRuns().map(({ dueAt }) => dueAt ?? "") };
}

interface Tables {
  readonly runs: Map<string, AutomationRunRecord>;
  readonly putRun: (record: AutomationRunRecord) => void;
  readonly due: Set<string>;
  readonly deliveries: Map<string, Map<string, KnownDelivery>>;
}

function registerTables(memory: MemoryTables, { runs, putRun, due, deliveries }: Tables): void {
  memory.register("automation_runs", {
    all: () => runs.values(),
    add(record) {
      if (runs.has(record.id)) return false;
      putRun(record);
      return true;
    },
    remove({ id }) {
      runs.delete(id);
      due.delete(id);
    },
    columns,
  });
  memory.register("automation_deliveries", {
    *all() {
      for (const [sourceId, held] of deliveries) for (const [key, known] of held) yield { sourceId, key, known };
    },
    add({ sourceId, key, known }) {
      const held = deliveries.get(sourceId) ?? new Map<string, KnownDelivery>();
      if (held.has(key)) return false;
      deliveries.set(sourceId, held.set(key, known));
      return true;
    },
    remove: ({ sourceId, key }) => void deliveries.get(sourceId)?.delete(key),
    columns: ({ sourceId }) => ({ source_id: sourceId }),
  });
}

interface Kept {
  readonly id: string;
  readonly workspaceId: string;
  readonly endUser: SourceRecord["endUser"];
  readonly createdAt: string;
}

function columns({ id, workspaceId, endUser }: Kept) {
  return { id, workspace_id: workspaceId, owner: ownerKey(endUser) };
}

function listed<T extends Kept>(records: ReadonlyMap<string, T>, query: AutomationQuery): T[] {
  const { workspaceId, owners, behind, limit } = query;
  const names = ["sourceId", "triggerId", "eventId"] as const;
  return [...records.values()]
    .filter((record) => record.workspaceId === workspaceId)
    .filter((record) => owners === undefined || owners.some((owner) => isSameOwner(owner, record.endUser)))
    .filter((record) => names.every((name) => query[name] === undefined || Reflect.get(record, name) === query[name]))
    .filter((record) => behind === undefined || newestFirst(record, behind) > 0)
    .toSorted(newestFirst)
    .slice(0, limit);
}

function changed<T>(records: Map<string, T>, id: string, decide: (known: T) => T | "remove" | null): T | null {
  const known = records.get(id);
  if (known === undefined) return null;
  const next = decide(known);
  if (next === null) return known;
  if (next === "remove") {
    records.delete(id);
    return known;
  }
  records.set(id, asJson(next));
  return next;
}

/** Drops a source's ended records except the newest ones. A map keeps insertion order. */
function dropOld<T extends { readonly id: string; readonly sourceId: string }>(
  records: Map<string, T>,
  sourceId: string,
  hasEnded: (record: T) => boolean,
): void {
  if (records.size <= maxKeptEvents) return;
  const ended = [...records.values()].filter((record) => record.sourceId === sourceId && hasEnded(record));
  for (const { id } of ended.slice(0, -maxKeptEvents)) records.delete(id);
}

function byDue({ dueAt, id }: AutomationRunRecord) {
  return { createdAt: dueAt ?? "", id };
}
