import { describe, expect, it } from "vitest";
import type { Producer } from "../../../src/store/producer.js";
import { sessionRecord } from "../sql-records.js";
import { sourceRecord, triggerRecord } from "./automations.js";
import { readAll, recordsOf } from "./data.js";
import { anyNumber, time, type Contract } from "./fixtures.js";
import { taskRecord } from "./schedules.js";

const ana = { source: "app", id: "ana" };
const layer = { kind: "user", workspaceId: "w1", endUser: ana } as const;
const memory = { layer, kind: "fact", text: "tea", createdAt: time(0), updatedAt: time(0) };
const gone = { code: "producer_missing" };

/** Writes in the name of a record, which is refused once the record is gone. */
export function producerContract(the: Contract): void {
  const kinds = ["session", "task", "automation_run"] as const;
  const idOf = { session: "one-session", task: "one-task", automation_run: "one-automation-run" } as const;
  const fill = () => the.store.writeData(recordsOf({ prefix: "one", mark: "mark", workspaceId: "w1", endUser: ana }));

  const writes: Readonly<Record<string, (producer: Producer) => Promise<unknown>>> = {
    "a session": (producer) => the.store.createSession(sessionRecord({ id: "made" }), { producer }),
    "a change of a session": (producer) =>
      the.store.changeSession("two-session", { producer }, () => ({
        change: { session: { title: "made" } },
        result: null,
      })),
    "a task": (producer) => the.store.createTask(taskRecord({ name: "made" }), anyNumber, producer),
    "a memory": (producer) =>
      the.store.changeMemories(layer, () => ({ put: { ...memory, id: "made" }, result: null }), producer),
  };

  describe.each(Object.entries(writes))("the producer of %s", (_, write) => {
    it.each(kinds)("lets it be written while the %s is there, and not afterwards", async (kind) => {
      await fill();
      await the.store.writeData(recordsOf({ prefix: "two", mark: "mark", workspaceId: "w2", endUser: null }));
      const producer = { kind, id: idOf[kind] };
      const everything = () => readAll(the.store, { kind: "everything" });
      await the.store.eraseData({ kind: "person", workspaceId: "w1", endUser: ana });
      const before = await everything();
      await expect(write(producer)).rejects.toMatchObject(gone);
      expect(await everything()).toEqual(before);
      await fill();
      await write(producer);
      expect(JSON.stringify(await everything())).toContain("made");
    });
  });

  it("refuses a session below one that is gone, and a trigger of a source that is gone", async () => {
    const child = sessionRecord({ parentSessionId: "nowhere" });
    await expect(the.store.createSession(child, {})).rejects.toMatchObject(gone);
    expect(await the.store.getSession(child.id)).toBeNull();
    const trigger = triggerRecord(sourceRecord());
    await expect(the.store.createTrigger(trigger, anyNumber)).rejects.toMatchObject(gone);
    expect(await the.store.getTrigger(trigger.id)).toBeNull();
  });

  it("creates a file for a session that has it at once, and none for one that is gone", async () => {
    await fill();
    const file = (await the.store.getFile("one-file"))!;
    await the.store.createFile({ ...file, id: "made" }, undefined, "one-session");
    expect(await the.store.isFileLinked("one-session", "made")).toBe(true);
    const lost = the.store.createFile({ ...file, id: "lost" }, undefined, "nowhere");
    await expect(lost).rejects.toMatchObject({ code: "session_missing" });
    expect(await the.store.getFile("lost")).toBeNull();
  });

  it("removes nothing of a session that has started others, and names these", async () => {
    const parent = await the.session();
    const child = await the.session({}, { parentSessionId: parent.id, rootSessionId: parent.id });
    const scope = { kind: "session", sessionId: parent.id } as const;
    expect(await the.store.eraseData(scope)).toEqual({ counts: {}, fileIds: [], childIds: [child.id] });
    expect(await the.store.getSession(parent.id)).not.toBeNull();
    await the.store.eraseData({ kind: "session", sessionId: child.id });
    expect((await the.store.eraseData(scope)).counts).toMatchObject({ sessions: 1 });
  });

  it("erases the records that make others alone where only these are asked for", async () => {
    await fill();
    const scope = { kind: "person", workspaceId: "w1", endUser: ana } as const;
    const { counts, fileIds } = await the.store.eraseData(scope, undefined, { only: "producers" });
    expect(Object.keys(counts)).toEqual(
      expect.arrayContaining(["scheduledTasks", "scheduledRuns", "automationSources", "machines", "workspaceKeys"]),
    );
    expect(fileIds).toEqual([]);
    expect(await the.store.getFile("one-file")).not.toBeNull();
    expect(await the.store.getSession("one-session")).not.toBeNull();
    const rest = await the.store.eraseData(scope);
    expect(Object.keys(rest.counts).filter((kind) => kind in counts)).toEqual([]);
  });
}
