import type { ChangeMemberBody, ServiceApiError } from "@service/sdk/protocol";
import { conflict, notFound } from "../sessions/api-failure.js";
import { isActiveOwner, type ChangedMember, type MemberRecord } from "./member-record.js";

/** How many changes a member remembers by their `operationId`. */
const maxOperations = 20;

/** Decides a change of a member's role or status (`protocol.md` §9.7). Refusals are values, as a store may retry. */
export function changeMember(
  member: MemberRecord | null,
  otherOwners: number,
  body: ChangeMemberBody,
  now: string,
): ChangedMember<MemberRecord | ServiceApiError> {
  const refuse = (result: ServiceApiError) => ({ put: null, leaves: false, result });
  if (member === null) return refuse(notFound("The organization has no such member."));
  const { expectedAuthorizationRevision, operationId, reason } = body;
  const content = JSON.stringify([body.kind, body.kind === "change_role" ? body.role : null]);
  const known = member.operations.find(({ id }) => id === operationId);
  if (known?.content === content) return { put: null, leaves: false, result: member };
  if (known !== undefined) {
    return refuse(
      conflict(
        `The operationId "${operationId}" was used for another change of this member. Use a fresh id.`,
        "IDEMPOTENCY_KEY_REUSED",
      ),
    );
  }
  const current = { authorizationRevision: member.authorizationRevision, role: member.role, status: member.status };
  if (expectedAuthorizationRevision !== member.authorizationRevision) {
    return refuse(conflict("The member was changed meanwhile. Read it again.", "MEMBER_CHANGED", { current }));
  }
  const changed = { ...member, ...fieldsOf(body, member) };
  if (isActiveOwner(member) && !isActiveOwner(changed) && otherOwners === 0) {
    return refuse(
      conflict("This is the organization's last owner. Make somebody else an owner first.", "LAST_OWNER", { current }),
    );
  }
  const put: MemberRecord = {
    ...changed,
    reason: reason ?? null,
    authorizationRevision: member.authorizationRevision + 1,
    operations: [...member.operations, { id: operationId, content }].slice(-maxOperations),
    updatedAt: now,
  };
  return { put, leaves: body.kind === "offboard", result: put };
}

function fieldsOf(body: ChangeMemberBody, member: MemberRecord): Partial<MemberRecord> {
  switch (body.kind) {
    case "change_role":
      return { role: body.role };
    case "suspend":
      // A revoked member stays revoked.
      return { status: member.status === "revoked" ? "revoked" : "suspended" };
    case "reactivate":
      return { status: "active" };
    case "offboard":
      return { status: "revoked" };
    default:
      return body satisfies never;
  }
}
