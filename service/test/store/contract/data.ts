import { describe, expect, it } from "vitest";
import { belongings, kindOf, tableNames, type TableName } from "../../../src/store/belongings.js";
import { sum, type DataScope, type KeptRecord, type ReadScope } from "../../../src/store/data.js";
import type { Store } from "../../../src/store/store.js";
import { oneOfEach, type Whose } from "../one-of-each.js";
import { auditRecord, eventDraft, turnRecord } from "../sql-records.js";
import { emptyDraft } from "../../../src/sessions/composer-draft.js";
import { requestRecord, time, type Contract } from "./fixtures.js";

export const ana = { source: "app", id: "ana" };
const ben = { source: "app", id: "ben" };

/** Tables whose records belong to an organization, which no scope but everything has. */
const ofOrganization = new Set<TableName>(["organizations", "api_keys", "members", "audit_entries"]);

export function recordsOf(whose: Whose): KeptRecord[] {
  const each = oneOfEach(whose);
  return tableNames.flatMap((table) =>
    table in each ? [{ kind: kindOf(table), record: each[table as "files"] }] : [],
  );
}

export async function readAll(store: Store, scope: ReadScope): Promise<KeptRecord[]> {
  const found: KeptRecord[] = [];
  for await (const entry of store.readData(scope)) found.push(entry);
  return found;
}

/** The kinds whose records contain the text, in any field. */
export async function kindsWith(store: Store, mark: string): Promise<string[]> {
  const found = (await readAll(store, { kind: "everything" })).filter(({ record }) =>
    JSON.stringify(record).includes(mark),
  );
  return [...new Set(found.map(({ kind }) => kind as string))].toSorted();
}

const kinds = (names: readonly TableName[]) => names.map((name) => kindOf(name) as string).toSorted();
const all = tableNames.filter((name) => belongings[name].isBytes !== true);
const ofWorkspaces = all.filter((name) => !ofOrganization.has(name));
const ofPeople = ofWorkspaces.filter((name) => name !== "workspaces" && name !== "workspace_members");
const ofSessions = ofWorkspaces.filter((name) => belongings[name].session !== undefined && name !== "memories");

/** Each scope, and the kinds of which it has a record. */
const scopes: readonly (readonly [string, DataScope, readonly TableName[]])[] = [
  ["a session", { kind: "session", sessionId: "one-session" }, [...ofSessions, "files", "machine_output"]],
  ["a file", { kind: "file", fileId: "one-file" }, ["files", "session_files"]],
  ["a person", { kind: "person", workspaceId: "w1", endUser: ana }, ofPeople],
  ["a workspace", { kind: "workspace", workspaceId: "w1" }, ofWorkspaces],
];

export function dataContract(the: Contract): void {
  describe("records by whose they are", () => {
    const one = { prefix: "one", mark: "canary-one", workspaceId: "w1", endUser: ana };
    const others = [
      { prefix: "two", mark: "canary-two", workspaceId: "w1", endUser: ben },
      { prefix: "three", mark: "canary-three", workspaceId: "w3", endUser: ana },
      { prefix: "four", mark: "canary-four", workspaceId: "w3", endUser: null },
    ];
    const fill = async () => {
      for (const whose of [one, ...others]) await the.store.writeData(recordsOf(whose));
    };

    it("takes one record of each kind and finds each", async () => {
      expect(await the.store.writeData(recordsOf(one))).toBe(all.length);
      expect(await kindsWith(the.store, "canary-one")).toEqual(
        kinds(all.filter((name) => !["session_files", "audit_entries", "usage_counts"].includes(name))),
      );
      const read = await readAll(the.store, { kind: "everything" });
      const order = (entries: readonly KeptRecord[]) => entries.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
      expect(order(read)).toEqual(order(recordsOf(one)));
    });

    it("keeps its own record when the same one is imported again", async () => {
      await fill();
      const before = await readAll(the.store, { kind: "everything" });
      // The mark is a part of a delivery's key.
      const again = recordsOf({ ...one, mark: "changed" }).filter(({ kind }) => kind !== "automationDeliveries");
      expect(await the.store.writeData(again)).toBe(0);
      expect(await readAll(the.store, { kind: "everything" })).toEqual(before);
    });

    it.each(scopes)(
      "reads and erases %s, counts the erased records, and leaves all others",
      async (_, scope, names) => {
        await fill();
        const before = await readAll(the.store, { kind: "everything" });
        const read = await readAll(the.store, scope);
        expect(read.map(({ kind }) => kind).toSorted()).toEqual(
          expect.arrayContaining(kinds(names.filter((name) => scope.kind !== "workspace" || name !== "workspaces"))),
        );
        const files = await the.store.listFileIds(scope);
        const erased = await the.store.eraseData(scope);
        expect(Object.keys(erased.counts).toSorted()).toEqual(kinds(names));
        expect(erased.fileIds).toEqual(files);
        const after = await readAll(the.store, { kind: "everything" });
        const isRead = ({ record }: KeptRecord) =>
          read.some((entry) => JSON.stringify(entry.record) === JSON.stringify(record));
        expect(after).toEqual(before.filter((entry) => !isRead(entry)));
        expect(await readAll(the.store, scope)).toEqual([]);
        expect(await the.store.eraseData(scope)).toEqual({ counts: {}, fileIds: [] });
      },
    );

    it("reads a session, what changes with it and the sessions that it started as of one moment", async () => {
      const parent = await the.session({ turns: [turnRecord("", { id: "t", status: "running" })] });
      const below = { parentSessionId: parent.id, rootSessionId: parent.id };
      await the.session({ requests: [requestRecord("", { id: "r" })] }, { id: "a-child", ...below });
      const change = (id: string) =>
        the.write(id, {
          session: { title: "later" },
          turns: [turnRecord(id, { id: "t", status: "completed" })],
          requests: [requestRecord(id, { id: "r", status: "answered" })],
          drafts: [{ ...emptyDraft(id, "o", time(0)), text: "later" }],
          events: [eventDraft()],
        });
      const found: KeptRecord[] = [];
      for await (const entry of the.store.readData({ kind: "everything" })) {
        if (entry.kind === "sessions" && !found.some(({ kind }) => kind === "sessions"))
          for (const id of [parent.id, "a-child"]) await change(id);
        found.push(entry);
      }
      const isChanged = ({ record }: KeptRecord) => /later|completed|answered/.test(JSON.stringify(record));
      expect(found.filter(isChanged)).toEqual([]);
      expect(found.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(["sessions", "sessions", "turns", "requests"]),
      );
    });

    it("finds no canary of an erased workspace or person in any kind", async () => {
      await fill();
      const organization = kinds(["api_keys", "members"]);
      await the.store.eraseData({ kind: "person", workspaceId: "w1", endUser: ana });
      expect(await kindsWith(the.store, "canary-one")).toEqual(
        kinds(["api_keys", "members", "organizations", "workspaces", "workspace_members"]),
      );
      await the.store.eraseData({ kind: "workspace", workspaceId: "w1" });
      expect(await kindsWith(the.store, "canary-two")).toEqual(organization);
    });

    it("keeps a file that another session has, until that one is erased too", async () => {
      await fill();
      await the.store.changeSession("two-session", {}, () => ({ change: { files: ["one-file"] }, result: null }));
      const first = await the.store.eraseData({ kind: "session", sessionId: "one-session" });
      expect([first.fileIds, await the.store.getFile("one-file")]).toEqual([[], expect.anything()]);
      const second = await the.store.eraseData({ kind: "session", sessionId: "two-session" });
      expect([second.fileIds, await the.store.getFile("one-file")]).toEqual([["one-file", "two-file"], null]);
    });

    it("erases a person's drafts in sessions of others", async () => {
      await fill();
      const draft = { ...oneOfEach(one).composer_drafts, sessionId: "two-session" };
      await the.store.writeData([{ kind: "composerDrafts", record: draft }]);
      await the.store.eraseData({ kind: "person", workspaceId: "w1", endUser: ana });
      expect(await the.store.getDraft("two-session", draft.owner)).toBeNull();
      expect(await the.store.getSession("two-session")).not.toBeNull();
    });

    it("adds an entry to the audit with the erased records, one for all steps of an erasure", async () => {
      await fill();
      const audit = () => the.store.listAudit({ organizationId: "of-this-test", limit: 9 });
      const entry = auditRecord({ organizationId: "of-this-test" });
      await the.store.eraseData({ kind: "session", sessionId: "nowhere" }, entry);
      expect(await audit()).toEqual([]);
      const first = await the.store.eraseData({ kind: "session", sessionId: "one-session" }, entry);
      expect(await audit()).toEqual([{ ...entry, counts: first.counts }]);
      const rest = await the.store.eraseData({ kind: "workspace", workspaceId: "w1" }, entry);
      expect(await audit()).toEqual([{ ...entry, counts: sum(first.counts, rest.counts) }]);
    });

    it("hints at erased sessions, machines and keys", async () => {
      await fill();
      const hints = [
        new Promise<void>((resolve) => void the.store.watchSession("one-session", () => resolve())),
        new Promise<void>((resolve) => void the.store.watchMachine("one-machine", resolve)),
        new Promise<void>((resolve) => void the.store.watchKeys(resolve)),
      ];
      await the.store.eraseData({ kind: "person", workspaceId: "w1", endUser: ana });
      await expect(Promise.all(hints)).resolves.toHaveLength(3);
    });
  });
}
