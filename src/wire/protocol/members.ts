import * as v from "valibot";
import type { Actor } from "./decisions.js";

/** Members of an organization and of its workspaces (`protocol.md` §9.7, §9.8). */

export type OrganizationRole = "owner" | "admin" | "member";

/** A person of an organization. */
export interface OrganizationMember {
  readonly id: string;
  readonly organizationId: string;
  /** @example "email:ana@acme.example" */
  readonly subjectId: string;
  readonly email?: string | null | undefined;
  readonly role: OrganizationRole;
  readonly status: "provisioning" | "active" | "suspended" | "revoked";
  /** Grows by one with every change; a change names the one that it saw. */
  readonly authorizationRevision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** One page of an organization's people. */
export interface OrganizationMemberPage {
  readonly members: readonly OrganizationMember[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Body of `PATCH …/members/:id`. Idempotent by `operationId`. */
export type ChangeMemberBody = (
  | { readonly kind: "change_role"; readonly role: OrganizationRole }
  | { readonly kind: "suspend" | "reactivate" | "offboard" }
) & {
  readonly expectedAuthorizationRevision: number;
  /** 1 to 200 characters. */
  readonly operationId: string;
  readonly reason?: string | undefined;
};

/** A person of a workspace. */
export interface WorkspaceMember {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** The organization's member. */
  readonly memberId: string;
  readonly subjectId: string;
  readonly email?: string | null | undefined;
  readonly role: "admin" | "member";
  readonly permissions: readonly string[];
  /** The organization's member's. */
  readonly status: OrganizationMember["status"];
  readonly createdBy?: Actor | null | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** One page of a workspace's people. */
export interface WorkspaceMemberPage {
  readonly members: readonly WorkspaceMember[];
  readonly nextCursor: string | null;
}

/** Body that adds a person to a workspace. */
export interface AddWorkspaceMemberBody {
  readonly email: string;
  /** @default "member" */
  readonly role?: "admin" | "member";
  /** @default those of the role */
  readonly permissions?: readonly string[];
}

/** Body that changes the role or status of a workspace's member. */
export type ChangeWorkspaceMemberBody = Partial<Omit<AddWorkspaceMemberBody, "email">>;

const text = v.string();
const maybeText = v.nullish(text, null);
const status = v.picklist(["provisioning", "active", "suspended", "revoked"]);

/** Schema of `OrganizationMember`. */
export const organizationMemberSchema = v.looseObject({
  id: text,
  organizationId: text,
  subjectId: text,
  email: maybeText,
  role: v.picklist(["owner", "admin", "member"]),
  status,
  authorizationRevision: v.number(),
  createdAt: text,
  updatedAt: text,
});

/** Schema of `OrganizationMemberPage`. */
export const organizationMemberPageSchema = v.looseObject({
  members: v.array(organizationMemberSchema),
  nextCursor: maybeText,
});

/** Schema of `WorkspaceMember`. */
export const workspaceMemberSchema = v.looseObject({
  id: text,
  organizationId: text,
  workspaceId: text,
  memberId: text,
  subjectId: text,
  email: maybeText,
  role: v.picklist(["admin", "member"]),
  permissions: v.array(text),
  status,
  createdAt: text,
  updatedAt: text,
});

/** Schema of `WorkspaceMemberPage`. */
export const workspaceMemberPageSchema = v.looseObject({
  members: v.array(workspaceMemberSchema),
  nextCursor: maybeText,
});
