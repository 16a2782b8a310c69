/** Members, and their places in workspaces. */
import { sql } from "kysely";
import type { Queries, SqlContext } from "../store/sql-context.js";
import type { Room } from "../store/room.js";
import { lockName } from "../store/sql-lock.js";
import { doc, searchable } from "../store/sql-rows.js";
import { isActiveOwner, type MemberMethods, type MemberPage, type MemberRecord } from "./member-record.js";
import type { PlacedMember, WorkspaceMemberRecord } from "./member-record.js";

export function memberMethods({ run, transact }: SqlContext): MemberMethods {
  return {
    addMember: (given, wanted, room) =>
      transact(async (trx) => {
        const member = await ensureMember(trx, given, room);
        const place: WorkspaceMemberRecord = { ...wanted, memberId: member.id };
        const added = await trx
          .insertInto("workspace_members")
          .values(placeRow(place))
          .onConflict((conflict) => conflict.columns(["workspace_id", "member_id"]).doNothing())
          .returning("id")
          .executeTakeFirst();
        if (added !== undefined) return { member, place, created: true };
        const known = await trx
          .selectFrom("workspace_members")
          .select("doc")
          .where("workspace_id", "=", searchable(place.workspaceId))
          .where("member_id", "=", searchable(member.id))
          .executeTakeFirst();
        // Removed concurrently.
        return { member, place: known?.doc ?? place, created: false };
      }),

    listMembers: (organizationId, { limit, behind }) =>
      run(async (db) => {
        let list = db.selectFrom("members").select("doc").where("organization_id", "=", searchable(organizationId));
        if (behind) list = list.where(sql<boolean>`(created_at, id) > (${behind.createdAt}, ${searchable(behind.id)})`);
        const rows = await list.orderBy("created_at").orderBy("id").limit(limit).execute();
        return rows.map((row) => row.doc);
      }),

    changeMember: (organizationId, memberId, decide) =>
      transact(async (trx) => {
        // In the order of their ids, so that two changes wait for each other and not both at once.
        const locked = await trx
          .selectFrom("members")
          .select("doc")
          .where("organization_id", "=", searchable(organizationId))
          .where((is) => is.or([is("is_owner", "=", true), is("id", "=", searchable(memberId))]))
          .orderBy("id")
          .forUpdate()
          .execute();
        const known = locked.map((row) => row.doc);
        const member = known.find(({ id }) => id === memberId) ?? null;
        const otherOwners = known.filter((other) => other.id !== memberId && isActiveOwner(other)).length;
        const { put, leaves, result } = decide(member, otherOwners);
        if (put !== null) {
          await trx
            .updateTable("members")
            .set({ is_owner: isActiveOwner(put), doc: doc(put) })
            .where("id", "=", searchable(put.id))
            .execute();
        }
        if (leaves) await trx.deleteFrom("workspace_members").where("member_id", "=", searchable(memberId)).execute();
        return result;
      }),

    ...placeMethods({ run, transact }),
  };
}

async function ensureMember(trx: Queries, given: MemberRecord, room: Room): Promise<MemberRecord> {
  const organizationId = searchable(given.organizationId);
  await lockName(trx, "members", organizationId);
  const all = trx.selectFrom("members").where("organization_id", "=", organizationId);
  const known = await all.select("doc").where("subject", "=", searchable(given.subjectId)).executeTakeFirst();
  if (known !== undefined) return known.doc;
  const { count } = await all.select(({ fn }) => fn.countAll().as("count")).executeTakeFirstOrThrow();
  room(Number(count));
  await trx.insertInto("members").values(memberRow(given)).execute();
  return given;
}

function placeMethods({
  run,
  transact,
}: Pick<SqlContext, "run" | "transact">): Pick<MemberMethods, "listPlaces" | "updatePlace" | "removePlace"> {
  return {
    listPlaces: (workspaceId, page) => run((db) => placesOf(db, workspaceId, page)),
    updatePlace: (workspaceId, placeId, patch) =>
      transact(async (trx) => {
        const row = await trx
          .selectFrom("workspace_members as place")
          .innerJoin("members as member", "member.id", "place.member_id")
          .select(["place.doc as place", "member.doc as member"])
          .where("place.id", "=", searchable(placeId))
          .where("place.workspace_id", "=", searchable(workspaceId))
          .forUpdate("place")
          .executeTakeFirst();
        if (row === undefined) return null;
        const place: WorkspaceMemberRecord = { ...row.place, ...patch };
        await trx
          .updateTable("workspace_members")
          .set({ doc: doc(place) })
          .where("id", "=", searchable(placeId))
          .execute();
        return { place, member: row.member };
      }),
    removePlace: (workspaceId, placeId) =>
      run(async (db) => {
        await db
          .deleteFrom("workspace_members")
          .where("id", "=", searchable(placeId))
          .where("workspace_id", "=", searchable(workspaceId))
          .execute();
      }),
  };
}

function placesOf(db: Queries, workspaceId: string, { limit, behind }: MemberPage): Promise<PlacedMember[]> {
  let list = db
    .selectFrom("workspace_members as place")
    .innerJoin("members as member", "member.id", "place.member_id")
    .select(["place.doc as place", "member.doc as member"])
    .where("place.workspace_id", "=", searchable(workspaceId));
  if (behind) {
    list = list.where(sql<boolean>`(place.created_at, place.id) > (${behind.createdAt}, ${searchable(behind.id)})`);
  }
  return list.orderBy("place.created_at").orderBy("place.id").limit(limit).execute();
}

export function memberRow(member: MemberRecord) {
  return {
    id: searchable(member.id),
    organization_id: searchable(member.organizationId),
    subject: searchable(member.subjectId),
    is_owner: isActiveOwner(member),
    created_at: member.createdAt,
    doc: doc(member),
  };
}

export function placeRow(place: WorkspaceMemberRecord) {
  return {
    id: searchable(place.id),
    workspace_id: searchable(place.workspaceId),
    member_id: searchable(place.memberId),
    created_at: place.createdAt,
    doc: doc(place),
  };
}
