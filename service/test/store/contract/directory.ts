import { expect, describe, it } from "vitest";
import type { ApiKeyRecord } from "../../../src/store/records.js";
import { sessionRecord } from "../sql-records.js";
import { anyNumber, keyRecord, time, workspaceRecord, type Contract } from "./fixtures.js";

/** Keys and workspaces. */
export function directoryContract(the: Contract): void {
  const find = async (keyHash: string) => (await the.store.readForRequest({ keyHash })).key;

  describe("keys and workspaces", () => {
    it("reads the key, the workspace and the session of a request at once, each whether or not the others are there", async () => {
      const [key, other] = [keyRecord(), keyRecord({ workspaceId: "w" })];
      for (const record of [key, other]) await the.store.createApiKey(record, anyNumber);
      const { workspace } = await the.store.ensureWorkspace(workspaceRecord());
      const { session } = await the.store.createSession(sessionRecord(), {});
      const [keyHash, workspaceId, sessionId] = [key.hash, workspace.id, session.id];
      const read: Contract["store"]["readForRequest"] = (asked) => the.store.readForRequest(asked);
      expect(await read({ keyHash, workspaceId, sessionId })).toEqual({ key, workspace, session });
      expect(await read({ keyHash: other.hash, sessionId })).toEqual({ key: other, workspace: null, session });
      expect(await read({ keyHash: "none", workspaceId })).toEqual({ key: null, workspace, session: null });
      const none = { keyHash: "\0", workspaceId: "", sessionId: "\ud800" };
      expect(await read(none)).toEqual({ key: null, workspace: null, session: null });
    });

    it("finds a key by its hash, whatever became of it", async () => {
      const key = keyRecord();
      await the.store.createApiKey(key, anyNumber);
      await the.store.updateApiKey("o", key.id, { revokedAt: time(1), updatedAt: time(1) });
      expect(await find(key.hash)).toEqual({ ...key, revokedAt: time(1), updatedAt: time(1) });
      const again = await the.store.updateApiKey("o", key.id, { revokedAt: time(2), updatedAt: time(2) });
      expect(again).toEqual({ ...key, revokedAt: time(1), updatedAt: time(1) });
      expect(await find("another")).toBeNull();
    });

    it("keeps the first of two keys with one hash, also of two made at once", async () => {
      const [first, ...others] = Array.from({ length: 4 }, () => keyRecord({ hash: "same" })) as [ApiKeyRecord];
      await the.store.createApiKey(first, anyNumber);
      await Promise.all(others.map((key) => the.store.createApiKey(key, anyNumber)));
      expect(await find("same")).toEqual(first);
      expect(await the.store.listApiKeys("o")).toEqual([first]);
      await Promise.all([1, 2, 3].map(() => the.store.createApiKey(keyRecord({ hash: "at once" }), anyNumber)));
      expect(await the.store.listApiKeys("o")).toHaveLength(2);
    });

    it("lists an organization's own keys, newest first, and changes none of another", async () => {
      const keys = [keyRecord(), keyRecord({ createdAt: time(2) }), keyRecord({ organizationId: "other" })] as const;
      for (const key of keys) await the.store.createApiKey(key, anyNumber);
      expect((await the.store.listApiKeys("o")).map((key) => key.id)).toEqual([keys[1].id, keys[0].id]);
      expect(await the.store.updateApiKey("o", keys[2].id, { revokedAt: time(1) })).toBeNull();
    });

    it("keeps keys of a workspace apart from those of its organization", async () => {
      const [own, first, second, other] = [
        keyRecord(),
        keyRecord({ workspaceId: "w" }),
        keyRecord({ workspaceId: "w", createdAt: time(2) }),
        keyRecord({ workspaceId: "w2" }),
      ];
      for (const key of [own, first, second, other]) await the.store.createApiKey(key, anyNumber);
      expect(await the.store.listApiKeys("o")).toEqual([own]);
      expect(await the.store.listWorkspaceKeys("w")).toEqual([second, first]);
      expect(await find(first.hash)).toEqual(first);
      await Promise.all(
        [1, 2].map(() => the.store.createApiKey(keyRecord({ workspaceId: "w", hash: first.hash }), anyNumber)),
      );
      expect(await the.store.listWorkspaceKeys("w")).toHaveLength(2);
    });

    it("revokes a key of a workspace, notifies who watches, and lists it no longer", async () => {
      const key = keyRecord({ workspaceId: "w" });
      await the.store.createApiKey(key, anyNumber);
      const told = new Promise<void>((resolve) => void the.store.watchKeys(resolve));
      const revoked = { ...key, revokedAt: time(1), updatedAt: time(1) };
      const patch = { revokedAt: time(1), updatedAt: time(1) };
      expect(await the.store.updateApiKey("o", key.id, patch)).toEqual(revoked);
      await expect(told).resolves.toBeUndefined();
      expect(await the.store.listWorkspaceKeys("w")).toEqual([]);
      expect(await find(key.hash)).toEqual(revoked);
      expect(await the.store.updateApiKey("other", key.id, { lastUsedAt: time(2) })).toBeNull();
    });

    it("finds a key by its id within its organization", async () => {
      const keys = [keyRecord(), keyRecord({ workspaceId: "w" })] as const;
      for (const key of keys) await the.store.createApiKey(key, anyNumber);
      for (const key of keys) {
        expect(await the.store.getApiKey("o", key.id)).toEqual(key);
        expect(await the.store.getApiKey("other", key.id)).toBeNull();
      }
      expect(await the.store.getApiKey("o", "none")).toBeNull();
    });

    it("lists the ids of all organizations", async () => {
      for (const id of ["listed-b", "listed-a"]) {
        await the.store.createOrganization({ id, name: "o", createdAt: time(0) });
      }
      expect(await the.store.listOrganizationIds()).toEqual(expect.arrayContaining(["listed-a", "listed-b"]));
    });

    it("notifies who watches keys of a revocation", async () => {
      const key = keyRecord();
      await the.store.createApiKey(key, anyNumber);
      const told = new Promise<void>((resolve) => void the.store.watchKeys(resolve));
      await the.store.updateApiKey("o", key.id, { revokedAt: time(1) });
      await expect(told).resolves.toBeUndefined();
    });

    it("makes one workspace of one name for concurrent calls", async () => {
      const records = Array.from({ length: 5 }, (_, n) => workspaceRecord({ name: `n${n}` }));
      const answers = await Promise.all(records.map((record) => the.store.ensureWorkspace(record)));
      expect(answers.filter((answer) => answer.created)).toHaveLength(1);
      expect(new Set(answers.map((answer) => answer.workspace.id)).size).toBe(1);
    });

    it("changes the given fields of a workspace, and no others", async () => {
      const { workspace } = await the.store.ensureWorkspace(workspaceRecord());
      const patch = { name: "n", slug: "s", agentInstructions: "a", memoryEnabled: false, updatedAt: time(1) };
      const changed = { ...workspace, ...patch };
      expect(await the.store.updateWorkspace(workspace.id, patch)).toEqual(changed);
      expect(await the.store.getWorkspace(workspace.id)).toEqual(changed);
      expect(await the.store.findWorkspace("o", "app", "acme")).toEqual(changed);
      expect(await the.store.updateWorkspace("nothing", patch)).toBeNull();
    });

    it("keeps workspaces of two organizations and two sources apart", async () => {
      const records = [{}, { organizationId: "other" }, { externalSource: "b" }].map((part) => workspaceRecord(part));
      for (const record of records) expect((await the.store.ensureWorkspace(record)).created).toBe(true);
      expect(await the.store.findWorkspace("o", "app", "acme")).toEqual(records[0]);
      expect(await the.store.findWorkspace("o", "app", "none")).toBeNull();
      const listed = (await the.store.listWorkspaces("o")).map((entry) => entry.id);
      expect(new Set(listed)).toEqual(new Set([records[0]?.id, records[2]?.id]));
    });
  });
}
