import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { MemberRecord, WorkspaceMemberRecord } from "../../../src/members/member-record.js";
import { anyNumber, time, type Contract } from "./fixtures.js";

export function memberRecord(fields: Partial<MemberRecord> = {}): MemberRecord {
  const id = randomUUID();
  return {
    id,
    organizationId: "o",
    subjectId: `email:${id}`,
    email: id,
    role: "member",
    status: "active",
    authorizationRevision: 1,
    reason: null,
    operations: [],
    createdAt: time(0),
    updatedAt: time(0),
    ...fields,
  };
}

export function placeRecord(fields: Partial<WorkspaceMemberRecord> = {}): WorkspaceMemberRecord {
  return {
    id: randomUUID(),
    workspaceId: "w",
    memberId: "",
    role: "member",
    permissions: ["sessions:read"],
    createdBy: null,
    createdAt: time(0),
    updatedAt: time(0),
    ...fields,
  };
}

/** Members, and their places in workspaces. */
export function memberContract(the: Contract): void {
  describe("members", () => {
    const all = { limit: 99 };
    const put = (member: MemberRecord) => ({ put: member, leaves: false, result: null });

    it("are one for a subject, with one place in a workspace, also of several added at once", async () => {
      const records = Array.from({ length: 5 }, () => memberRecord({ subjectId: "email:ana" }));
      const added = await Promise.all(records.map((record) => the.store.addMember(record, placeRecord(), anyNumber)));
      expect(added.filter(({ created }) => created)).toHaveLength(1);
      expect(await the.store.listMembers("o", all)).toHaveLength(1);
      const [listed] = await the.store.listPlaces("w", all);
      for (const { member, place } of added) expect({ member, place }).toEqual(listed);
      expect((await the.store.addMember(records[1]!, placeRecord({ workspaceId: "w2" }), anyNumber)).created).toBe(
        true,
      );
      const other = memberRecord({ subjectId: "email:ana", organizationId: "other" });
      expect((await the.store.addMember(other, placeRecord({ workspaceId: "w3" }), anyNumber)).member).toEqual(other);
    });

    it("are listed oldest first, behind a place", async () => {
      const records = [2, 0, 1].map((second) => memberRecord({ createdAt: time(second) }));
      for (const record of records)
        await the.store.addMember(record, placeRecord({ createdAt: record.createdAt }), anyNumber);
      const [third, first, second] = records as [MemberRecord, MemberRecord, MemberRecord];
      expect(await the.store.listMembers("o", { limit: 2 })).toEqual([first, second]);
      expect(await the.store.listMembers("o", { limit: 2, behind: second })).toEqual([third]);
      const places = await the.store.listPlaces("w", all);
      expect(places.map(({ member }) => member)).toEqual([first, second, third]);
      const behind = places[1]!.place;
      expect(await the.store.listPlaces("w", { limit: 9, behind })).toEqual([places[2]]);
    });

    it("are changed within their organization, and leave every workspace when asked", async () => {
      const member = memberRecord();
      for (const workspaceId of ["w", "w2"]) await the.store.addMember(member, placeRecord({ workspaceId }), anyNumber);
      expect(
        await the.store.changeMember("other", member.id, (found) => ({ put: null, leaves: false, result: found })),
      ).toBeNull();
      const changed = { ...member, status: "revoked" as const };
      await the.store.changeMember("o", member.id, () => ({ put: changed, leaves: true, result: null }));
      expect(await the.store.listMembers("o", all)).toEqual([changed]);
      for (const workspaceId of ["w", "w2"]) expect(await the.store.listPlaces(workspaceId, all)).toEqual([]);
    });

    it("lose no last owner to changes made at once", async () => {
      const owners = [
        memberRecord({ role: "owner" }),
        memberRecord({ role: "owner" }),
        memberRecord({ role: "owner" }),
      ];
      for (const owner of owners) await the.store.addMember(owner, placeRecord(), anyNumber);
      const suspend = (id: string) =>
        the.store.changeMember("o", id, (member, others) =>
          others === 0 ? { put: null, leaves: false, result: null } : put({ ...member!, status: "suspended" }),
        );
      await Promise.all(owners.map(({ id }) => suspend(id)));
      const left = (await the.store.listMembers("o", all)).filter(({ status }) => status === "active");
      expect(left).toHaveLength(1);
    });

    it("have their place changed and removed in its workspace alone", async () => {
      const { place, member } = await the.store.addMember(memberRecord(), placeRecord(), anyNumber);
      const patch = { role: "admin" as const, permissions: ["files:read"], updatedAt: time(1) };
      expect(await the.store.updatePlace("w2", place.id, patch)).toBeNull();
      expect(await the.store.updatePlace("w", place.id, patch)).toEqual({ member, place: { ...place, ...patch } });
      await the.store.removePlace("w2", place.id);
      expect(await the.store.listPlaces("w", all)).toHaveLength(1);
      await the.store.removePlace("w", place.id);
      expect(await the.store.listPlaces("w", all)).toEqual([]);
    });
  });
}
