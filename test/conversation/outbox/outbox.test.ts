import { beforeEach, describe, expect, it } from "vitest";
import { createOutbox, type Outbox } from "../../../src/conversation/outbox/outbox.js";
import type { OutboxEntry } from "../../../src/conversation/outbox/outbox-entry.js";

const kept = new Map<string, string>();
const storage = {
  get: (key: string) => kept.get(key) ?? null,
  set: (key: string, value: string) => void kept.set(key, value),
  remove: (key: string) => void kept.delete(key),
};
const entry = (clientEventId: string, facts: Partial<OutboxEntry> = {}): OutboxEntry => ({
  clientEventId,
  text: `Text of ${clientEventId}`,
  delivery: "send",
  state: "sending",
  turnId: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  ...facts,
});
const open = (storageKey = "here", onChange = () => {}) => createOutbox({ storage, storageKey, onChange });
const ids = (outbox: Outbox) => outbox.entries().map(({ clientEventId }) => clientEventId);

beforeEach(() => kept.clear());

describe("an outbox", () => {
  it("keeps messages in the order they were added, and notifies of each change once", () => {
    let changes = 0;
    const outbox = open("here", () => (changes += 1));
    outbox.add(entry("a"));
    outbox.add(entry("b"));
    const untouched = outbox.find("b");
    outbox.update("a", { state: "failed", error: "Too much." });
    expect(outbox.entries()).toMatchObject([{ state: "failed", error: "Too much." }, { state: "sending" }]);
    expect(outbox.find("b")).toBe(untouched);
    outbox.update("c", { state: "failed" });
    outbox.remove("c");
    expect(changes).toBe(3);
  });

  it("keeps stored messages through a reload, also when a message is typed before they are restored", () => {
    open().add(entry("old", { state: "failed" }));
    const after = open();
    after.add(entry("new"));
    after.remove("new");
    after.add(entry("newer"));
    // The page is left again before anything was restored.
    const last = open();
    last.restore();
    expect(ids(last)).toEqual(["old", "newer"]);
    after.restore();
    expect(ids(after)).toEqual(["old", "newer"]);
    after.clear();
    expect(kept.size).toBe(0);
  });

  it("restores stored messages before newer ones, and sends accepted ones again", () => {
    const before = open();
    for (const state of ["accepted", "unknown", "failed"] as const) before.add(entry(state, { state, error: "Why" }));
    const after = createOutbox({ storage, storageKey: "here", onChange() {} });
    after.restore();
    expect(after.entries().map(({ clientEventId, state }) => [clientEventId, state])).toEqual([
      ["accepted", "sending"],
      ["unknown", "unknown"],
      ["failed", "failed"],
    ]);
    expect(after.find("failed")?.error).toBe("Why");
    after.add(entry("new"));
    after.restore();
    expect(ids(after)).toEqual(["accepted", "unknown", "failed", "new"]);
  });

  it("leaves nothing in the storage once it is empty, and shares nothing with another key", () => {
    const [here, there] = [open(), open("there")];
    here.add(entry("a"));
    there.add(entry("b"));
    here.remove("a");
    expect([...kept.keys()]).toEqual(["there"]);
    there.clear();
    expect([...kept.keys()]).toEqual([]);
    here.restore();
    expect(ids(here)).toEqual([]);
  });

  it("stores the newest fifty, so that nothing grows for ever", () => {
    const outbox = open();
    for (let number = 0; number < 60; number += 1) outbox.add(entry(`m${number}`));
    expect(outbox.entries()).toHaveLength(60);
    const after = open();
    after.restore();
    expect([after.entries().length, after.entries()[0]?.clientEventId]).toEqual([50, "m10"]);
  });

  it.each([
    "{",
    "7",
    "null",
    '[{"clientEventId":1}]',
    '[{"clientEventId":"a","text":"x","state":"toString"}]',
    "[null]",
  ])("ignores a storage that contains %s", (nonsense) => {
    kept.set("here", nonsense);
    const outbox = open();
    outbox.restore();
    expect(ids(outbox)).toEqual([]);
  });

  it("works without a storage", () => {
    const outbox = createOutbox({ storage: undefined, storageKey: "here", onChange() {} });
    outbox.add(entry("a"));
    outbox.restore();
    expect(ids(outbox)).toEqual(["a"]);
  });
});
