import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Room } from "../../../src/store/room.js";
import { sourceRecord, triggerRecord } from "./automations.js";
import { anyNumber, keyRecord, time, type Contract } from "./fixtures.js";
import { machineRecord } from "./machines.js";
import { memberRecord, placeRecord } from "./members.js";
import { taskRecord } from "./schedules.js";

const ana = { source: "app", id: "ana" };

interface Counted {
  readonly create: (room: Room) => Promise<unknown>;
  /** Creates records that do not count. */
  readonly others: () => Promise<unknown>;
  /** How many there are, as far as they count. */
  readonly kept: () => Promise<number>;
}

/** Every creation that a limit by number may refuse. */
function countedCreations(the: Contract): Readonly<Record<string, Counted>> {
  const key = (fields: Parameters<typeof keyRecord>[0], room: Room = anyNumber) =>
    the.store.createApiKey(keyRecord({ hash: randomUUID(), ...fields }), room);
  const task = (fields: object, room: Parameters<typeof the.store.createTask>[1] = anyNumber) =>
    the.store.createTask(taskRecord(fields), room);
  const source = async (fields: object, room: Room = anyNumber) => the.store.createSource(sourceRecord(fields), room);
  const trigger = (id: string, room: Room = anyNumber) =>
    the.store.createTrigger({ ...triggerRecord(sourceRecord()), sourceId: id }, room);
  const member = (fields: object, room: Room = anyNumber) =>
    the.store.addMember(memberRecord(fields), placeRecord(), room);
  const machine = (fields: object, room: Room = anyNumber) => {
    const id = randomUUID();
    const enrolled = machineRecord(id, { hash: id, ...fields });
    return the.store.changeDeviceCode({ deviceHash: "none" }, () => ({ machine: enrolled, room, result: null }));
  };
  const live = async (records: Promise<readonly { readonly revokedAt: string | null }[]>) =>
    (await records).filter(({ revokedAt }) => revokedAt === null).length;
  return {
    "a key of an organization": {
      create: (room) => key({}, room),
      others: async () => {
        await key({ revokedAt: time(1) });
        await key({ organizationId: "other" });
        await key({ workspaceId: "w" });
      },
      kept: () => live(the.store.listApiKeys("o")),
    },
    "a key of a workspace": {
      create: (room) => key({ workspaceId: "w" }, room),
      others: async () => {
        await key({});
        await key({ workspaceId: "other" });
        await key({ workspaceId: "w", revokedAt: time(1) });
      },
      kept: () => live(the.store.listWorkspaceKeys("w")),
    },
    "a task of a person": {
      create: (room) => task({ endUser: ana }, ({ owner }) => room(owner)),
      others: async () => {
        await task({});
        await task({ endUser: ana, workspaceId: "other" });
      },
      kept: async () => (await the.store.listTasks({ workspaceId: "w", owners: [ana], limit: 99 })).length,
    },
    "a task of anybody in a workspace": {
      create: (room) => task({ endUser: { source: "app", id: randomUUID() } }, ({ workspace }) => room(workspace)),
      others: () => task({ workspaceId: "other" }),
      kept: async () => (await the.store.listTasks({ workspaceId: "w", limit: 99 })).length,
    },
    "a source": {
      create: (room) => source({ endUser: ana }, room),
      others: async () => {
        await source({});
        await source({ endUser: ana, status: "disabled" });
        await source({ endUser: ana, workspaceId: "other" });
      },
      kept: async () => {
        const own = await the.store.listSources({ workspaceId: "w", owners: [ana], limit: 99 });
        return own.filter(({ status }) => status !== "disabled").length;
      },
    },
    "a trigger": {
      create: (room) => trigger("s", room),
      others: async () => {
        for (const id of ["s", "other"]) await the.store.createSource(sourceRecord({ id }), anyNumber);
        await trigger("other");
      },
      kept: async () => (await the.store.listTriggers({ workspaceId: "w", sourceId: "s", limit: 99 })).length,
    },
    "a member": {
      create: (room) => member({}, room),
      others: () => member({ organizationId: "other" }),
      kept: async () => (await the.store.listMembers("o", { limit: 99 })).length,
    },
    "a machine": {
      create: (room) => machine({}, room),
      others: async () => {
        await machine({ revokedAt: time(1) });
        await machine({ workspaceId: "other" });
      },
      kept: async () => (await the.store.listMachines({ workspaceId: "w", limit: 99 })).length,
    },
  };
}

/** Creations at once keep within limits by number. */
export function roomContract(the: Contract): void {
  describe.each(Object.entries(countedCreations(the)))("the room for %s", (_, { create, others, kept }) => {
    it("is kept for ten at once, and counts no others", async () => {
      await others();
      const full = new Error("full");
      const counts: number[] = [];
      const room: Room = (count) => {
        counts.push(count);
        if (count >= 3) throw full;
      };
      const made = await Promise.allSettled(Array.from({ length: 10 }, () => create(room)));
      const refusals = made.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
      expect(refusals).toEqual(Array.from({ length: 7 }, () => full));
      expect(counts.toSorted((a, b) => a - b).slice(0, 4)).toEqual([0, 1, 2, 3]);
      expect(await kept()).toBe(3);
    });
  });

  it("is not asked again for a record that is there", async () => {
    const room = () => expect.unreachable();
    const [key, task, member] = [keyRecord({ workspaceId: "w" }), taskRecord({}), memberRecord()];
    await the.store.createApiKey(key, anyNumber);
    await the.store.createTask(task, anyNumber);
    await the.store.addMember(member, placeRecord(), anyNumber);
    await the.store.createApiKey({ ...key, id: "again" }, room);
    expect(await the.store.createTask(task, room)).toEqual(task);
    expect((await the.store.addMember(member, placeRecord({ workspaceId: "w2" }), room)).created).toBe(true);
  });
}
