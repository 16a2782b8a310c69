/** Members of an organization and of its workspaces (`protocol.md` §9.7, §9.8): a directory for the host's own sign-in. */
import {
  organizationMemberPageSchema,
  organizationMemberSchema,
  ServiceApiError,
  workspaceMemberPageSchema,
  workspaceMemberSchema,
  type OrganizationMember,
  type WorkspaceMember,
} from "@service/sdk/protocol";
import { json } from "../http/answers.js";
import { readBody } from "../http/request-body.js";
import { changeMember } from "../members/change-member.js";
import type { MemberRecord, PlacedMember } from "../members/member-record.js";
import { conflict, limitExceeded, notFound } from "../sessions/api-failure.js";
import { isoNow } from "../world.js";
import { addMemberBody, changeMemberBody, changePlaceBody, permissionsOfRole } from "./member-bodies.js";
import { actorOf, inWorkspace, organizationOf, type Route, type WorkspaceCall } from "./route.js";
import { sealedPage } from "./sealed-page.js";

/** Limit for an organization. */
const maxMembers = 10_000;
const membersOfOrganization = "/v1/organizations/:organizationId/members";
const page = { limit: 100, most: 200 };
const query = { limit: "integer", cursor: "text" } as const;

export const memberRoutes: readonly Route[] = [
  {
    method: "GET",
    path: membersOfOrganization,
    access: "manage",
    about: { summary: "List an organization's members", query, answers: { 200: organizationMemberPageSchema } },
    handle: async (call) => {
      const organizationId = organizationOf(call);
      const found = await sealedPage(call, page, (wanted) => call.world.store.listMembers(organizationId, wanted));
      return json({ members: found.page.map(wireMember), nextCursor: found.nextCursor });
    },
  },
  {
    method: "PATCH",
    path: `${membersOfOrganization}/:memberId`,
    access: "manage",
    about: {
      summary: "Change a member's role, suspend, reactivate or offboard a member",
      body: changeMemberBody,
      answers: { 200: organizationMemberSchema },
    },
    handle: async (call) => {
      const organizationId = organizationOf(call);
      const { world, request } = call;
      const body = await readBody(request, changeMemberBody);
      const now = isoNow(world.clock);
      const result = await world.store.changeMember(organizationId, call.param("memberId"), (member, otherOwners) =>
        changeMember(member, otherOwners, body, now),
      );
      if (result instanceof ServiceApiError) throw result;
      return json(wireMember(result));
    },
  },
  inWorkspace(
    "GET",
    "/members",
    "manage",
    { summary: "List the members of a workspace", query, answers: { 200: workspaceMemberPageSchema } },
    async (call) => {
      const { store } = call.world;
      const byPlace = new Map<string, PlacedMember>();
      const found = await sealedPage(call, page, async (wanted) => {
        const placed = await store.listPlaces(call.workspace.id, wanted);
        for (const entry of placed) byPlace.set(entry.place.id, entry);
        return placed.map(({ place }) => place);
      });
      const members = found.page.flatMap(({ id }) => byPlace.get(id) ?? []).map(wirePlaced);
      return json({ members, nextCursor: found.nextCursor });
    },
  ),
  inWorkspace(
    "POST",
    "/members",
    "manage",
    { summary: "Add a member to a workspace", body: addMemberBody, answers: { 201: workspaceMemberSchema } },
    addMember,
  ),
  inWorkspace(
    "PATCH",
    "/members/:memberId",
    "manage",
    {
      summary: "Change what a member may do in a workspace",
      body: changePlaceBody,
      answers: { 200: workspaceMemberSchema },
    },
    async (call) => {
      const { world, workspace, request } = call;
      const { role, permissions } = await readBody(request, changePlaceBody);
      const ofRole = role === undefined ? undefined : permissionsOfRole(role);
      const rights = permissions ?? ofRole;
      const changed = await world.store.updatePlace(workspace.id, call.param("memberId"), {
        ...(role !== undefined && { role }),
        ...(rights !== undefined && { permissions: rights }),
        updatedAt: isoNow(world.clock),
      });
      if (changed === null) throw notFound("The workspace has no such member.");
      return json(wirePlaced(changed));
    },
  ),
  inWorkspace(
    "DELETE",
    "/members/:memberId",
    "manage",
    { summary: "Remove a member from a workspace", answers: { 204: "nothing" } },
    async (call) => {
      await call.world.store.removePlace(call.workspace.id, call.param("memberId"));
      return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
    },
  ),
];

async function addMember({ world, workspace, request, key }: WorkspaceCall): Promise<Response> {
  const { email, role, permissions } = await readBody(request, addMemberBody);
  const { store, newId, clock } = world;
  const { organizationId } = key;
  const dates = { createdAt: isoNow(clock), updatedAt: isoNow(clock) };
  const member: MemberRecord = {
    id: newId(),
    organizationId,
    subjectId: `email:${email}`,
    email,
    role: "member",
    status: "active",
    authorizationRevision: 1,
    reason: null,
    operations: [],
    ...dates,
  };
  const rights = permissions ?? permissionsOfRole(role);
  const place = { id: newId(), workspaceId: workspace.id, memberId: member.id, role, permissions: rights };
  const added = await store.addMember(member, { ...place, createdBy: actorOf(request), ...dates }, (count) => {
    if (count < maxMembers) return;
    throw limitExceeded(`The organization has ${maxMembers} members, the most it may have.`);
  });
  if (added.created) return json(wirePlaced(added), 201);
  throw conflict("The workspace has this member. Change the member instead.", "conflict", {
    current: { memberId: added.place.id },
  });
}

function wireMember(member: MemberRecord): OrganizationMember & { readonly reason: string | null } {
  const { operations: _, ...told } = member;
  return told;
}

function wirePlaced({ place, member }: PlacedMember): WorkspaceMember {
  const { organizationId, subjectId, email, status } = member;
  return { ...place, organizationId, subjectId, email, status };
}
