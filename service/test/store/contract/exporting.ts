import { describe, expect, it } from "vitest";
import { writeArchive, type ArchiveLine } from "../../../src/data/archive.js";
import { createMemoryFileStore } from "../../../src/files/memory-file-store.js";
import type { SessionRecord } from "../../../src/store/records.js";
import type { KeptRecord, ReadScope } from "../../../src/store/data.js";
import type { Store } from "../../../src/store/store.js";
import { linesOf } from "../archived.js";
import { eventDraft, turnRecord } from "../sql-records.js";
import { ana, recordsOf } from "./data.js";
import type { Contract } from "./fixtures.js";

const eventsOfOne = 60;
/** More than one page of sessions. */
const sessionsBefore = 30;
/** An export must not have to follow writers without end. */
const mostWrites = 25;
const marked = { mark: "x", workspaceId: "w1", endUser: ana };

const scopes: readonly (readonly [string, ReadScope])[] = [
  ["everything", { kind: "everything" }],
  ["a workspace", { kind: "workspace", workspaceId: "w1" }],
  ["a person", { kind: "person", workspaceId: "w1", endUser: ana }],
];

/** A record of each kind that a session has, and a log. */
async function addSession(the: Contract, prefix: string, workspaceId = "w1"): Promise<void> {
  const records = recordsOf({ ...marked, prefix, workspaceId });
  const id = `${prefix}-session`;
  const layer = { kind: "session", sessionId: id };
  const memory = records.find(({ kind }) => kind === "memories")?.record as object;
  await the.store.writeData([...records, { kind: "memories", record: { ...memory, id: `${prefix}-own`, layer } }]);
  await the.write(id, { events: Array.from({ length: eventsOfOne - 1 }, () => eventDraft()) });
}

/** Writers that add, change and erase sessions until the returned function is called; it returns how much they did. */
function startWriters(the: Contract, scope: ReadScope): () => Promise<number> {
  const until = new AbortController();
  let acts = 0;
  const write = async (name: string) => {
    for (let n = 0; !until.signal.aborted && n < mostWrites; n += 1) {
      const id = `before-${(n * 7) % sessionsBefore}-session`;
      await addSession(the, `${name}-${n}`);
      if (scope.kind === "everything") await addSession(the, `${name}-${n}-other`, `${name}-${n}-workspace`);
      if ((await the.store.getSession(id)) !== null) {
        const change = { events: [eventDraft()], turns: [turnRecord(id)], session: { title: "later" } };
        await the.write(id, change).catch(() => undefined);
      }
      await the.store.eraseData({ kind: "session", sessionId: `before-${n * 2}-session` });
      if (n % 2 === 0) await the.store.eraseData({ kind: "session", sessionId: `${name}-${n}-session` });
      acts += 1;
    }
  };
  const writing = ["a", "b"].map(write);
  return async () => {
    until.abort();
    await Promise.all(writing);
    return acts;
  };
}

function membersOf({ record }: KeptRecord): KeptRecord[] {
  const prefix = (record as { readonly memberId: string }).memberId.replace(/-member$/, "");
  return recordsOf({ ...marked, prefix }).filter(({ kind }) => kind === "members");
}

function idsOf(lines: readonly ArchiveLine[], kind: KeptRecord["kind"]): Set<string> {
  return new Set(lines.flatMap((line) => (line.kind === kind ? [(line.record as { readonly id: string }).id] : [])));
}

/** Records without the record that they belong to, by kind. */
function orphansOf(lines: readonly ArchiveLine[], scope: ReadScope): string[] {
  const parents = (
    [
      ["sessionId", "sessions"],
      ["commandId", "machineCommands"],
      ["taskId", "scheduledTasks"],
      ["sourceId", "automationSources"],
      ...(scope.kind === "everything"
        ? ([
            ["workspaceId", "workspaces"],
            ["memberId", "members"],
          ] as const)
        : []),
    ] as const
  ).map(([field, kind]) => [field, idsOf(lines, kind)] as const);
  const found = lines.flatMap((line) => {
    if (!("record" in line)) return [];
    const record = line.record as Record<string, unknown>;
    return parents.flatMap(([field, ids]) => {
      const id = record[field];
      return typeof id === "string" && !ids.has(id) ? [`${line.kind} without ${field}`] : [];
    });
  });
  return [...new Set(found)];
}

/** Kinds of which a session of the archive lacks its records. */
function lacksOf(lines: readonly ArchiveLine[]): string[] {
  const counts = new Map<string, number>();
  for (const line of lines) {
    if (!("record" in line)) continue;
    const { sessionId } = line.record as { readonly sessionId?: string };
    const key = `${line.kind} ${sessionId ?? ""}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return lines.flatMap((line) => {
    if (line.kind !== "sessions") return [];
    const { id, lastSequence } = line.record as SessionRecord;
    const others = ["turns", "requests", "composerDrafts", "sessionFiles", "machineCommands"];
    return [
      ...(counts.get(`events ${id}`) === lastSequence ? [] : ["events"]),
      ...others.filter((kind) => (counts.get(`${kind} ${id}`) ?? 0) === 0),
    ];
  });
}

export function exportContract(the: Contract, makeStore: () => Promise<Store>): void {
  describe("an export while sessions are made, changed and erased", () => {
    it.each(scopes)("of %s has each session whole or not at all, and can be imported", async (_, scope) => {
      for (let n = 0; n < sessionsBefore; n += 1) await addSession(the, `before-${n}`);
      const stop = startWriters(the, scope);
      const lines = await linesOf({ store: the.store, fileStore: createMemoryFileStore() }, scope).finally(stop);
      expect([orphansOf(lines, scope), lacksOf(lines)]).toEqual([[], []]);

      const other = await makeStore();
      // The archive of a workspace has its places, and no members of the organization.
      const members = lines.flatMap((line) => (line.kind === "workspaceMembers" ? membersOf(line) : []));
      await other.writeData(scope.kind === "workspace" ? members : []);
      const imported = await writeArchive(
        { store: other, fileStore: createMemoryFileStore() },
        (async function* () {
          yield* lines;
        })(),
      );
      expect(imported.added).toBeGreaterThan(sessionsBefore);
      expect(await other.listDamage({ everyEvent: true, limit: 9 })).toEqual([]);
    });
  });
}
