import type { MemoryTables } from "../store/memory-tables.js";
import { oldestFirst } from "../store/memory-queries.js";
import type { Run } from "../store/memory-shelves.js";
import { isActiveOwner, type MemberMethods, type MemberPage } from "./member-record.js";
import type { PlacedMember, WorkspaceMemberRecord } from "./member-record.js";

/** Members in a store that forgets everything with its process. */
export function membersInProcess(run: Run, tables: MemoryTables): MemberMethods {
  const idOf = ({ id }: { readonly id: string }) => id;
  const members = tables.map("members", idOf, () => ({}));
  const places = tables.map("workspace_members", idOf, ({ id, workspaceId }) => ({ id, workspace_id: workspaceId }));

  const ofOrganization = (organizationId: string) =>
    [...members.values()].filter((member) => member.organizationId === organizationId);
  const placed = (place: WorkspaceMemberRecord): PlacedMember => ({ place, member: members.get(place.memberId)! });

  return {
    addMember: (given, wanted, room) =>
      run(() => {
        const neighbours = ofOrganization(given.organizationId);
        const known = neighbours.find(({ subjectId }) => subjectId === given.subjectId);
        if (known === undefined) room(neighbours.length);
        const member = known ?? given;
        if (known === undefined) members.set(member.id, member);
        const old = [...places.values()].find(
          (place) => place.workspaceId === wanted.workspaceId && place.memberId === member.id,
        );
        const place = old ?? { ...wanted, memberId: member.id };
        places.set(place.id, place);
        return { member, place, created: old === undefined };
      }),
    listMembers: (organizationId, page) => run(() => pageOf(ofOrganization(organizationId), page)),
    changeMember: (organizationId, memberId, decide) =>
      run(() => {
        const all = ofOrganization(organizationId);
        const member = all.find(({ id }) => id === memberId) ?? null;
        const otherOwners = all.filter((other) => other.id !== memberId && isActiveOwner(other)).length;
        const { put, leaves, result } = decide(member, otherOwners);
        if (put !== null) members.set(put.id, put);
        if (leaves) for (const { id, memberId: whose } of places.values()) if (whose === memberId) places.delete(id);
        return result;
      }),
    listPlaces: (workspaceId, page) =>
      run(() =>
        pageOf(
          [...places.values()].filter((place) => place.workspaceId === workspaceId),
          page,
        ).map(placed),
      ),
    updatePlace: (workspaceId, placeId, patch) =>
      run(() => {
        const place = places.get(placeId);
        if (place?.workspaceId !== workspaceId) return null;
        const next = { ...place, ...patch };
        places.set(placeId, next);
        return placed(next);
      }),
    removePlace: (workspaceId, placeId) =>
      run(() => {
        if (places.get(placeId)?.workspaceId === workspaceId) places.delete(placeId);
      }),
  };
}

function pageOf<T extends { readonly createdAt: string; readonly id: string }>(
  all: readonly T[],
  { limit, behind }: MemberPage,
): T[] {
  return all
    .filter((entry) => behind === undefined || oldestFirst(entry, behind) > 0)
    .toSorted(oldestFirst)
    .slice(0, limit);
}
