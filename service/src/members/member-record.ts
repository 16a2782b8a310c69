import type { Actor, OrganizationRole } from "@service/sdk/protocol";
import type { Room } from "../store/room.js";

/** A person of an organization. The service signs no person in: role and status are for the host's sign-in. */
export interface MemberRecord {
  readonly id: string;
  readonly organizationId: string;
  /** Unique within the organization. */
  readonly subjectId: string;
  readonly email: string;
  readonly role: OrganizationRole;
  readonly status: "active" | "suspended" | "revoked";
  /** Grows by one with every change. */
  readonly authorizationRevision: number;
  /** Why it changed last. */
  readonly reason: string | null;
  /** The newest changes, oldest first, so that a repeat of one changes nothing more. */
  readonly operations: readonly { readonly id: string; readonly content: string }[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A member's place in one workspace. */
export interface WorkspaceMemberRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly memberId: string;
  readonly role: "admin" | "member";
  readonly permissions: readonly string[];
  readonly createdBy: Actor | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface PlacedMember {
  readonly place: WorkspaceMemberRecord;
  readonly member: MemberRecord;
}

export interface MemberPage {
  readonly limit: number;
  /** Only records after this one in the list's order. */
  readonly behind?: { readonly createdAt: string; readonly id: string } | undefined;
}

export interface ChangedMember<T> {
  /** Null writes nothing. */
  readonly put: MemberRecord | null;
  /** Removes the member from every workspace, in the same transaction. */
  readonly leaves: boolean;
  readonly result: T;
}

/** The store's part for members. Lists are oldest first (`createdAt`, then `id`). */
export interface MemberMethods {
  /**
   * Keeps both records in one transaction. A member whose subject the organization has stays as it is, and the place gets that
   * member's id; so does a place that the member has in the workspace, and then `created` is false.
   *
   * @param room gets the members of the organization; called for a new one.
   */
  addMember(
    member: MemberRecord,
    place: WorkspaceMemberRecord,
    room: Room,
  ): Promise<PlacedMember & { readonly created: boolean }>;
  listMembers(organizationId: string, page: MemberPage): Promise<MemberRecord[]>;
  /**
   * Calls `decide` once, inside the transaction. Changes of one organization's owners are serialised.
   *
   * @param decide is pure. `otherOwners` counts the organization's active owners besides this member.
   */
  changeMember<T>(
    organizationId: string,
    memberId: string,
    decide: (member: MemberRecord | null, otherOwners: number) => ChangedMember<T>,
  ): Promise<T>;
  listPlaces(workspaceId: string, page: MemberPage): Promise<PlacedMember[]>;
  /** Null when the workspace has no such place. */
  updatePlace(
    workspaceId: string,
    placeId: string,
    patch: Partial<Pick<WorkspaceMemberRecord, "role" | "permissions">> & { readonly updatedAt: string },
  ): Promise<PlacedMember | null>;
  /** Does nothing when the workspace has no such place. */
  removePlace(workspaceId: string, placeId: string): Promise<void>;
}

export function isActiveOwner({ role, status }: MemberRecord): boolean {
  return role === "owner" && status === "active";
}
