import { describe, expect, it } from "vitest";
import { settle } from "../../manual-clock.js";
import type {
  CodeBounds,
  CommandRecord,
  DeviceCodeRecord,
  MachineRecord,
} from "../../../src/machines/machine-record.js";
import type { TurnRecord } from "../../../src/store/records.js";
import { turnRecord } from "../sql-records.js";
import { time, type Contract } from "./fixtures.js";

const bounds: CodeBounds = { now: time(10), perSource: 2, total: 3, forgetBefore: time(1) };
const facts = { name: "laptop \0 💬", folder: "~/p", abilities: ["read"] as const };
const ana = { source: "app", id: "ana" };
const open = { limit: 2, forgetBefore: time(0) };

function codeRecord(id: string, fields: Partial<DeviceCodeRecord> = {}): DeviceCodeRecord {
  return {
    deviceHash: `device-${id}`,
    userHash: `user-${id}`,
    source: "here",
    state: "pending",
    facts,
    owner: null,
    intervalSeconds: 5,
    lastPolledAt: null,
    expiresAt: time(50),
    createdAt: time(0),
    ...fields,
  };
}

export function machineRecord(id: string, fields: Partial<MachineRecord> = {}): MachineRecord {
  return {
    ...facts,
    id,
    organizationId: "o",
    workspaceId: "w",
    endUser: null,
    approvedBy: null,
    hash: `hash-${id}`,
    handle: id,
    linkId: null,
    seenAt: null,
    revokedAt: null,
    createdAt: time(0),
    updatedAt: time(0),
    ...fields,
  };
}

function commandRecord(sessionId: string, id: string, fields: Partial<CommandRecord> = {}): CommandRecord {
  return {
    id,
    machineId: "m",
    sessionId,
    turnId: "t",
    callId: id,
    name: "run",
    arguments: { command: "ls \0" },
    timeoutMs: 1_000,
    status: "queued",
    startKey: null,
    isCancelled: false,
    outputBytes: 0,
    result: null,
    startBy: time(30),
    startedAt: null,
    finishedAt: null,
    createdAt: time(0),
    ...fields,
  };
}

/** Codes of the device flow, machines and their commands. */
export function machineContract(the: Contract): void {
  const enrol = (machine: MachineRecord) =>
    the.store.changeDeviceCode({ deviceHash: "none" }, () => ({ machine, result: null }));

  describe("device codes", () => {
    it("are found by either hash and replaced whole", async () => {
      const code = codeRecord("a");
      expect(await the.store.addDeviceCode(code, bounds)).toBe(true);
      const read = (by: Parameters<typeof the.store.changeDeviceCode>[0]) =>
        the.store.changeDeviceCode(by, (known) => ({ result: known }));
      expect(await read({ userHash: "user-a" })).toEqual(code);
      const next = { ...code, state: "approved" as const };
      await the.store.changeDeviceCode({ deviceHash: "device-a" }, () => ({ put: next, result: null }));
      expect(await read({ deviceHash: "device-a" })).toEqual(next);
      expect(await read({ deviceHash: "user-a" })).toBeNull();
    });

    it("are bounded by source and in all, and a user code is taken once", async () => {
      const add = (id: string, fields: Partial<DeviceCodeRecord> = {}) =>
        the.store.addDeviceCode(codeRecord(id, fields), bounds);
      expect(await add("old", { expiresAt: time(0) })).toBe(true);
      expect(await add("over", { expiresAt: time(9) })).toBe(true);
      expect(await add("a")).toBe(true);
      expect(await add("b", { userHash: "user-a" })).toBe(false);
      expect(await add("b", { userHash: null })).toBe(true);
      expect(await add("c")).toBe(false);
      expect(await add("c", { source: "there", userHash: null })).toBe(true);
      expect(await add("d", { source: "elsewhere" })).toBe(false);
      const gone = await the.store.changeDeviceCode({ userHash: "user-old" }, (known) => ({ result: known }));
      expect(gone).toBeNull();
    });

    it("are counted one after the other for concurrent calls", async () => {
      const ids = Array.from({ length: 8 }, (_, index) => `c${index}`);
      const added = await Promise.all(ids.map((id) => the.store.addDeviceCode(codeRecord(id), bounds)));
      expect(added.filter(Boolean)).toHaveLength(2);
    });
  });

  describe("machines", () => {
    it("are enrolled with their code, found by hash, and changed whole", async () => {
      const machine = machineRecord("m", { endUser: ana });
      await the.store.addDeviceCode(codeRecord("a"), bounds);
      await the.store.changeDeviceCode({ userHash: "user-a" }, (known) => ({ put: known!, machine, result: null }));
      expect(await the.store.findMachine("hash-m")).toEqual(machine);
      expect(await the.store.findMachine("hash-n")).toBeNull();
      const next = await the.store.changeMachine("m", (known) => ({ ...known, seenAt: time(3) }));
      expect(next).toEqual({ ...machine, seenAt: time(3) });
      expect(await the.store.getMachine("m")).toEqual(next);
      expect(await the.store.changeMachine("n", (known) => known)).toBeNull();
    });

    it("are listed by owner, newest first, without revoked ones", async () => {
      await enrol(machineRecord("a"));
      await enrol(machineRecord("b", { endUser: ana, createdAt: time(1) }));
      await enrol(machineRecord("c", { endUser: { source: "shop", id: "ana" } }));
      await enrol(machineRecord("d", { workspaceId: "other" }));
      await enrol(machineRecord("e", { revokedAt: time(2) }));
      const ids = async (owners?: readonly (typeof ana | null)[]) =>
        (await the.store.listMachines({ workspaceId: "w", owners, limit: 10 })).map(({ id }) => id);
      expect(await ids()).toEqual(["b", "c", "a"]);
      expect(await ids([ana])).toEqual(["b"]);
      expect(await ids([ana, null])).toEqual(["b", "a"]);
      expect(await ids([])).toEqual([]);
      expect(await the.store.listMachines({ workspaceId: "w", limit: 1 })).toHaveLength(1);
      expect(await the.store.revokedMachines(["a", "e", "gone"])).toEqual(["e", "gone"]);
    });

    it("forget a person who approved them, and so do their codes", async () => {
      const by = (id: string) => ({ source: ana.source, id, name: "A name" });
      await enrol(machineRecord("a", { approvedBy: by(ana.id) }));
      await enrol(machineRecord("b", { approvedBy: by("other"), revokedAt: time(2) }));
      await enrol(machineRecord("c", { approvedBy: by(ana.id), revokedAt: time(2) }));
      await enrol(machineRecord("d", { approvedBy: by(ana.id), workspaceId: "other" }));
      const owner = { organizationId: "o", workspaceId: "w", endUser: null, approvedBy: by(ana.id) };
      await the.store.addDeviceCode(codeRecord("a", { owner }), bounds);
      await the.store.forgetApprover("w", ana);
      const approvers = await Promise.all(["a", "b", "c", "d"].map((id) => the.store.getMachine(id)));
      expect(approvers.map((machine) => machine?.approvedBy)).toEqual([null, by("other"), null, by(ana.id)]);
      const code = await the.store.changeDeviceCode({ userHash: "user-a" }, (known) => ({ result: known }));
      expect(code?.owner).toEqual({ ...owner, approvedBy: null });
    });

    it("call their watchers when they or their commands change", async () => {
      await enrol(machineRecord("m"));
      const { id } = await the.session();
      const heard: string[] = [];
      const stop = the.store.watchMachine("m", () => heard.push("m"));
      the.store.watchMachine("n", () => heard.push("n"));
      await the.store.changeMachine("m", (known) => known);
      await settle();
      expect(heard).toEqual(["m"]);
      await the.store.queueCommand(commandRecord(id, "c"), open);
      await settle();
      await the.store.changeCommand("c", (known) => ({ put: known!, result: null }));
      await settle();
      expect(heard).toEqual(["m", "m", "m"]);
      stop();
      await the.store.changeMachine("m", (known) => known);
      await settle();
      expect(heard).toHaveLength(3);
    });
  });

  describe("commands", () => {
    it("are queued once for a call, up to a limit of open ones, oldest first", async () => {
      const { id } = await the.session();
      const first = commandRecord(id, "b");
      expect(await the.store.queueCommand(first, open)).toEqual(first);
      expect(await the.store.queueCommand({ ...first, id: "again" }, open)).toEqual(first);
      await the.store.queueCommand(commandRecord(id, "a", { createdAt: time(1) }), open);
      expect((await the.store.openCommands("m")).map((command) => command.id)).toEqual(["b", "a"]);
      expect(await the.store.queueCommand(commandRecord(id, "c"), open)).toBeNull();
      await the.store.changeCommand("b", () => ({ put: { ...first, status: "done" }, result: null }));
      expect(await the.store.queueCommand(commandRecord(id, "c"), open)).not.toBeNull();
      await expect(the.store.queueCommand(commandRecord("gone", "d"), open)).rejects.toThrow(/no session/);
    });

    it("keep what they print in order, and are forgotten once they ended long ago", async () => {
      const { id } = await the.session();
      const command = commandRecord(id, "a", { status: "done" });
      await the.store.queueCommand(command, open);
      const chunks = [0, 5, 9].map((offset) => ({ offset, text: `at ${offset} \0`, stream: "stdout" as const }));
      for (const output of chunks) {
        await the.store.changeCommand("a", () => ({ put: command, output, result: null }));
      }
      expect(await the.store.readOutput("a", 0, 10)).toEqual(chunks);
      expect(await the.store.readOutput("a", 1, 1)).toEqual([chunks[1]]);
      await the.store.queueCommand(commandRecord(id, "b"), { limit: 9, forgetBefore: time(1) });
      expect(await the.store.getCommand("a")).toBeNull();
      expect(await the.store.readOutput("a", 0, 10)).toEqual([]);
    });

    it("go with their session", async () => {
      const { id } = await the.session();
      await the.store.queueCommand(commandRecord(id, "a"), open);
      await the.store.eraseData({ kind: "session", sessionId: id });
      expect(await the.store.getCommand("a")).toBeNull();
      expect(await the.store.openCommands("m")).toEqual([]);
      expect(await the.store.changeCommand("a", (known) => ({ result: known }))).toBeNull();
    });

    it("belong to the attempt that queued them last, while they are open", async () => {
      const { id } = await the.session();
      await the.store.queueCommand(commandRecord(id, "a", { attempt: 1 }), open);
      const again = await the.store.queueCommand(commandRecord(id, "again", { callId: "a", attempt: 2 }), open);
      expect(again?.id).toBe("a");
      expect(await the.store.getCommand("a")).toMatchObject({ attempt: 2, status: "queued" });
      await the.store.changeCommand("a", (known) => ({ put: { ...known!, status: "done" }, result: null }));
      await the.store.queueCommand(commandRecord(id, "later", { callId: "a", attempt: 3 }), open);
      expect(await the.store.getCommand("a")).toMatchObject({ attempt: 2, status: "done" });
    });

    it("change together with their turn, which is null while no worker has its session", async () => {
      const turn = (sessionId: string, fields: Partial<TurnRecord> = {}) =>
        turnRecord(sessionId, { id: "t", triggerEventId: "e", status: "running", attempts: 1, ...fields });
      const { id } = await the.session({}, { id: "s \0", runnable: true });
      await the.write(id, { turns: [turn(id), turn(id, { id: "other" })] });
      await the.store.queueCommand(commandRecord(id, "a"), open);
      const seen = (commandId: string) =>
        the.store.changeCommandInTurn(commandId, (known, of) => ({ result: [known?.id ?? null, of] }));
      expect(await seen("a")).toEqual(["a", null]);
      const claimed = await the.claim(1);
      expect(await seen("a")).toEqual(["a", turn(id)]);
      await the.write(id, { turns: [turn(id, { status: "failed" })] }, claimed?.lease);
      expect(await seen("a")).toEqual(["a", expect.objectContaining({ status: "failed" })]);
      expect(await seen("gone")).toEqual([null, null]);
      const output = { offset: 0, text: "tea", stream: "stdout" as const };
      const put = commandRecord(id, "a", { status: "started" });
      expect(await the.store.changeCommandInTurn("a", () => ({ put, output, result: "won" }))).toBe("won");
      expect(await the.store.getCommand("a")).toEqual(put);
      expect(await the.store.readOutput("a", 0, 10)).toEqual([output]);
      await the.write(id, { endLease: true }, claimed?.lease);
      expect(await seen("a")).toEqual(["a", null]);
    });

    it("change one behind the other", async () => {
      const { id } = await the.session();
      await the.store.queueCommand(commandRecord(id, "a"), open);
      const begin = (startKey: string) =>
        the.store.changeCommand("a", (known) =>
          known?.startKey == null ? { put: { ...known!, startKey }, result: "won" } : { result: "lost" },
        );
      const results = await Promise.all(["1", "2", "3"].map(begin));
      expect(results.toSorted()).toEqual(["lost", "lost", "won"]);
    });
  });
}
