import { describe, expect, it } from "vitest";
import type { MemoryLayer, MemoryRecord } from "../../../src/memory/memory-record.js";
import { auditRecord } from "../sql-records.js";
import { time, type Contract } from "./fixtures.js";

const facts: MemoryLayer = { kind: "workspace", workspaceId: "w" };
const user = (source: string, id: string, workspaceId = "w"): MemoryLayer => ({
  kind: "user",
  workspaceId,
  endUser: { source, id },
});

function memoryRecord(layer: MemoryLayer, id: string, fields: Partial<MemoryRecord> = {}): MemoryRecord {
  const text = "likes tea \0 💬";
  return { id, layer, kind: "fact", text, createdAt: time(0), updatedAt: time(0), ...fields };
}

/** Agents' memories, by layer. */
export function memoryContract(the: Contract): void {
  const put = (memory: MemoryRecord) =>
    the.store.changeMemories(memory.layer, () => ({ put: memory, result: memory.id }));
  const ids = async (layer: MemoryLayer) => (await the.store.listMemories(layer)).map(({ id }) => id);

  describe("memories", () => {
    it("are kept whole, replaced whole and removed, oldest first", async () => {
      const [a, b] = [memoryRecord(facts, "b"), memoryRecord(facts, "a", { createdAt: time(1) })];
      expect(await put(b)).toBe("a");
      await put(a);
      expect(await the.store.listMemories(facts)).toEqual([a, b]);
      const next = { ...a, text: "likes coffee", updatedAt: time(2) };
      await put(next);
      expect(await the.store.listMemories(facts)).toEqual([next, b]);
      const seen = await the.store.changeMemories(facts, (known) => ({ remove: ["b"], result: known }));
      expect(seen).toEqual([next, b]);
      expect(await ids(facts)).toEqual(["a"]);
    });

    it("belong to one layer each, even if owners' names look alike", async () => {
      const session = await the.session();
      const layers: MemoryLayer[] = [
        facts,
        { kind: "workspace", workspaceId: "other" },
        user("app", "ana"),
        user("app", "ben"),
        user("shop", "ana"),
        user("app", "ana", "other"),
        user("session", session.id),
        user("", '","'),
        user('","', ""),
        user("x".repeat(800), "1"),
        user("x".repeat(800), "2"),
        { kind: "session", sessionId: session.id },
      ];
      for (const [index, layer] of layers.entries()) await put(memoryRecord(layer, `m${index}`));
      for (const [index, layer] of layers.entries()) expect(await ids(layer)).toEqual([`m${index}`]);
    });

    it("may share an id in two layers; a removal affects one layer", async () => {
      await put(memoryRecord(facts, "m"));
      await put(memoryRecord(user("app", "ana"), "m"));
      await the.store.changeMemories(facts, () => ({ remove: ["m"], result: null }));
      expect(await ids(facts)).toEqual([]);
      expect(await ids(user("app", "ana"))).toEqual(["m"]);
    });

    it("are erased with their session, and no others are", async () => {
      const { id } = await the.session();
      const layer: MemoryLayer = { kind: "session", sessionId: id };
      for (const at of [facts, user("app", "ana"), layer]) await put(memoryRecord(at, "m"));
      await the.store.eraseData({ kind: "session", sessionId: id });
      expect(await ids(layer)).toEqual([]);
      expect([await ids(facts), await ids(user("app", "ana"))]).toEqual([["m"], ["m"]]);
      await expect(put(memoryRecord(layer, "m"))).rejects.toMatchObject({ code: "session_missing" });
    });

    it("are deleted together with an entry of the audit", async () => {
      for (const id of ["a", "b", "c"]) await put(memoryRecord(facts, id));
      const audit = auditRecord({ counts: { memories: 2 } });
      await the.store.changeMemories(facts, () => ({ remove: ["a", "c"], audit, result: null }));
      expect(await ids(facts)).toEqual(["b"]);
      expect(await the.store.listAudit({ organizationId: "o", limit: 9 })).toEqual([audit]);
    });

    it("are changed one after the other, and a refused change writes nothing", async () => {
      await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          the.store.changeMemories(facts, (known) => ({
            ...(known.length < 3 && { put: memoryRecord(facts, `m${n}`) }),
            result: null,
          })),
        ),
      );
      expect(await ids(facts)).toHaveLength(3);
      const refuse = () => {
        throw new Error("no");
      };
      await expect(the.store.changeMemories(facts, refuse)).rejects.toThrow("no");
      expect(await ids(facts)).toHaveLength(3);
    });
  });
}
