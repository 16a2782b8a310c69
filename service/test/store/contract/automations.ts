import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type {
  AutomationRunRecord,
  EventRecord,
  KnownDelivery,
  SourceRecord,
  TriggerRecord,
} from "../../../src/automations/automation-record.js";
import { maxKeptEvents } from "../../../src/automations/automation-record.js";
import type { Owner } from "../../../src/store/owner.js";
import { anyNumber, time, type Contract } from "./fixtures.js";

const ana: Owner = { source: "app", id: 'ana \0 "💬' };
const ben: Owner = { source: "app", id: "ben" };

export function sourceRecord(fields: Partial<SourceRecord> = {}): SourceRecord {
  return {
    id: randomUUID(),
    organizationId: "o",
    workspaceId: "w",
    endUser: null,
    name: "Shop \0 💬",
    adapterId: "signed-json.v1",
    endpointId: randomUUID(),
    status: "active",
    secrets: [{ sealed: "v1.a.b.c", validUntil: null }],
    lastRefusal: null,
    configuration: {},
    revision: 1,
    createdAt: time(0),
    updatedAt: time(0),
    ...fields,
  };
}

export function triggerRecord(source: SourceRecord, fields: Partial<TriggerRecord> = {}): TriggerRecord {
  return {
    id: randomUUID(),
    workspaceId: source.workspaceId,
    sourceId: source.id,
    endUser: source.endUser,
    name: "Look",
    status: "active",
    eventTypes: ["*"],
    configuration: { conditions: [], fields: [], approval: "writes" },
    parameters: {},
    template: { prompt: "Look", settings: {}, resources: [], mcpServers: [], sealedHeaders: null },
    revision: 1,
    createdAt: time(0),
    updatedAt: time(0),
    ...fields,
  };
}

function eventRecord(source: SourceRecord, fields: Partial<EventRecord> = {}): EventRecord {
  const { id: sourceId, workspaceId, endUser } = source;
  const facts = { type: "t \0", subject: null, occurredAt: null, ignoredReason: null, runIds: [], repeats: 0 };
  return { id: randomUUID(), workspaceId, sourceId, endUser, kind: "webhook", ...facts, createdAt: time(0), ...fields };
}

function runRecord(source: SourceRecord, fields: Partial<AutomationRunRecord> = {}): AutomationRunRecord {
  return {
    id: randomUUID(),
    organizationId: "o",
    workspaceId: source.workspaceId,
    sourceId: source.id,
    triggerId: "t",
    eventId: "e",
    endUser: source.endUser,
    status: "queued",
    sessionId: null,
    error: null,
    attempts: 0,
    dueAt: time(0),
    plan: null,
    createdAt: time(0),
    updatedAt: time(0),
    ...fields,
  };
}

const known: KnownDelivery = { contentHash: "h", eventId: "e", ignoredReason: null, runIds: [] };
const ids = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);

/** Automations: sources, triggers, deliveries and runs. */
export function automationContract(the: Contract): void {
  const all = { workspaceId: "w", limit: 100 };
  const made = async (fields: Partial<SourceRecord> = {}) => {
    const source = sourceRecord(fields);
    await the.store.createSource(source, anyNumber);
    return source;
  };
  const take = (source: SourceRecord, keys: readonly string[], runs: readonly AutomationRunRecord[] = []) =>
    the.store.takeDelivery(source.id, keys, (state) =>
      state.known.size > 0
        ? { result: "known" }
        : {
            event: eventRecord(source, { runIds: ids(runs) }),
            runs,
            keys: keys.map((key) => [key, known] as const),
            result: "new",
          },
    );

  describe("automation sources and triggers", () => {
    it("are kept whole, found by endpoint, and changed whole", async () => {
      const source = await made({ endUser: ana });
      expect(await the.store.getSource(source.id)).toEqual(source);
      expect(await the.store.findSource(source.endpointId)).toEqual(source);
      expect([await the.store.getSource("x"), await the.store.findSource(source.id)]).toEqual([null, null]);
      const next = { ...source, name: "Store", revision: 2 };
      expect(await the.store.changeSource(source.id, () => next)).toEqual(next);
      expect(await the.store.changeSource(source.id, () => null)).toEqual(next);
      expect(await the.store.changeSource("x", () => next)).toBeNull();
      const refuse = () => {
        throw new Error("no");
      };
      await expect(the.store.changeSource(source.id, refuse)).rejects.toThrow("no");
      expect(await the.store.getSource(source.id)).toEqual(next);
    });

    it("are listed newest first, of the named owners alone, a page at a time", async () => {
      const own = await made({ endUser: ana, createdAt: time(1) });
      const shared = await made({ createdAt: time(2) });
      const bens = await made({ endUser: ben, createdAt: time(3) });
      await made({ workspaceId: "other" });
      const list = async (fields: object) => ids(await the.store.listSources({ ...all, ...fields }));
      expect(await list({})).toEqual([bens.id, shared.id, own.id]);
      expect(await list({ owners: [ana, null] })).toEqual([shared.id, own.id]);
      expect(await list({ limit: 1 })).toEqual([bens.id]);
      expect(await list({ behind: bens })).toEqual([shared.id, own.id]);
    });

    it("keep a source's triggers until they are removed", async () => {
      const [source, other] = [await made(), await made()];
      const [first, second] = [triggerRecord(source), triggerRecord(source, { createdAt: time(1) })];
      for (const trigger of [first, second, triggerRecord(other)]) await the.store.createTrigger(trigger, anyNumber);
      expect(await the.store.getTrigger(first.id)).toEqual(first);
      expect(ids(await the.store.listTriggers({ ...all, sourceId: source.id }))).toEqual([second.id, first.id]);
      const paused = { ...first, status: "paused" as const, revision: 2 };
      expect(await the.store.changeTrigger(first.id, () => paused)).toEqual(paused);
      expect(await the.store.changeTrigger(first.id, () => "remove")).toEqual(paused);
      expect(await the.store.changeTrigger(first.id, () => paused)).toBeNull();
      expect(await the.store.getTrigger(first.id)).toBeNull();
    });
  });

  describe("automation deliveries", () => {
    it("are decided with the source, its triggers oldest first, and the stored deliveries", async () => {
      const [source, other] = [await made(), await made()];
      const [late, early] = [triggerRecord(source, { createdAt: time(1) }), triggerRecord(source)];
      for (const trigger of [late, early, triggerRecord(other)]) await the.store.createTrigger(trigger, anyNumber);
      const long = "k".repeat(2_000);
      await take(source, ["a \0", long]);
      const seen = await the.store.takeDelivery(source.id, ["a \0", long, `${long}!`, "b"], (state) => ({
        result: state,
      }));
      expect(seen?.result.source).toEqual(source);
      expect(seen?.result.triggers).toEqual([early, late]);
      expect(Object.fromEntries(seen?.result.known ?? [])).toEqual({ "a \0": known, [long]: known });
      const elsewhere = await the.store.takeDelivery(other.id, ["a \0"], ({ known: found }) => ({
        result: found.size,
      }));
      expect(elsewhere?.result).toBe(0);
      expect(await the.store.takeDelivery("x", [], () => ({ result: null }))).toBeNull();
    });

    it("of one id at once are taken once", async () => {
      const source = await made();
      const results = await Promise.all(
        Array.from({ length: 8 }, () => take(source, ["d"], [runRecord(source, { id: randomUUID() })])),
      );
      expect(results.filter((taken) => taken?.result === "new")).toHaveLength(1);
      expect(await the.store.listSourceEvents({ ...all, sourceId: source.id })).toHaveLength(1);
      expect(await the.store.listAutomationRuns(all)).toHaveLength(1);
    });

    it("count the repeats of an event", async () => {
      const source = await made();
      const event = eventRecord(source);
      await the.store.takeDelivery(source.id, [], () => ({ event, result: null }));
      for (const repeatOf of [event.id, event.id, randomUUID()])
        await the.store.takeDelivery(source.id, [], () => ({ repeatOf, result: null }));
      expect(await the.store.listSourceEvents({ ...all, sourceId: source.id })).toEqual([{ ...event, repeats: 2 }]);
    });

    it("write nothing when the decision throws", async () => {
      const source = await made();
      const refuse = () => {
        throw new Error("no");
      };
      await expect(the.store.takeDelivery(source.id, ["d"], refuse)).rejects.toThrow("no");
      expect((await take(source, ["d"]))?.result).toBe("new");
    });

    it("are known for good, while only the newest events and ended runs are kept", async () => {
      const source = await made();
      const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();
      const open = runRecord(source, { createdAt: at(0) });
      const write = (n: number, runs: readonly AutomationRunRecord[]) =>
        the.store.takeDelivery(source.id, [], () => ({
          event: eventRecord(source, { createdAt: at(n) }),
          runs,
          keys: [[`d${n}`, known]],
          result: null,
        }));
      await write(0, [open]);
      const closed = Array.from({ length: maxKeptEvents + 2 }, (_, n) =>
        runRecord(source, { status: "dispatched", dueAt: null, createdAt: at(n + 1) }),
      );
      await write(1, closed);
      expect(await the.store.listAutomationRuns({ ...all, limit: 2_000 })).toHaveLength(maxKeptEvents + 1);
      expect(await the.store.listDueAutomationRuns(at(9_999), 10)).toEqual([open]);
      expect((await take(source, ["d0"]))?.result).toBe("known");
    });
  });

  describe("automation runs", () => {
    it("are due from their time on, the most overdue first, until they have none", async () => {
      const source = await made();
      const runs = [3, 1, 2].map((second) => runRecord(source, { dueAt: time(second) }));
      await take(source, [], [...runs, runRecord(source, { dueAt: null, status: "skipped" })]);
      const due = async (second: number) =>
        (await the.store.listDueAutomationRuns(time(second), 2)).map((run) => run.dueAt);
      expect([await due(0), await due(2), await due(9)]).toEqual([[], [time(1), time(2)], [time(1), time(2)]]);
      expect(await the.store.nextDue()).toMatchObject({ run: time(1) });
      const end = (run: AutomationRunRecord) => ({ ...run, status: "dispatched" as const, dueAt: null });
      for (const run of runs) await the.store.changeAutomationRun(run.id, end);
      expect(await due(9)).toEqual([]);
      expect(await the.store.nextDue()).toMatchObject({ run: null });
      expect(await the.store.changeAutomationRun("x", end)).toBeNull();
    });

    it("are listed by source, trigger, event and owner", async () => {
      const [own, shared] = [await made({ endUser: ana }), await made()];
      const runs = [
        runRecord(own, { triggerId: "t1", eventId: "e1", createdAt: time(1) }),
        runRecord(own, { triggerId: "t2", eventId: "e1", createdAt: time(2) }),
        runRecord(shared, { triggerId: "t3", eventId: "e2", createdAt: time(3) }),
      ];
      const names = new Map(runs.map((run, n) => [run.id, n]));
      await take(own, [], runs.slice(0, 2));
      await take(shared, [], runs.slice(2));
      const list = async (fields: object) =>
        (await the.store.listAutomationRuns({ ...all, ...fields })).map((run) => names.get(run.id));
      expect(await list({})).toEqual([2, 1, 0]);
      expect(await list({ sourceId: own.id })).toEqual([1, 0]);
      expect(await list({ triggerId: "t2" })).toEqual([1]);
      expect(await list({ eventId: "e1", owners: [ana] })).toEqual([1, 0]);
      expect(await list({ owners: [ben] })).toEqual([]);
    });

    it("that were made call the watchers of work", async () => {
      const source = await made();
      let heard = 0;
      const end = the.store.watchWork(() => (heard += 1));
      await take(source, ["d"], [runRecord(source)]);
      await expect.poll(() => heard).toBeGreaterThan(0);
      end();
    });
  });
}
