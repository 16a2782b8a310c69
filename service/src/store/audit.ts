import type { Actor } from "@service/sdk/protocol";

/** An audit entry: action, author and time. No entry names the person whose data it concerns. */
export interface AuditRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly action: "erased" | "exported";
  /** `memory`: one entry of a memory. `retention`: records that the workspace's own setting removed. */
  readonly scope: "session" | "file" | "person" | "workspace" | "memory" | "retention";
  /** The id of the session, file or memory. */
  readonly subjectId: string | null;
  /** `personDigest` of the person concerned; null for data of no person. */
  readonly personDigest: string | null;
  /** The author: `api_key:<id>`, or `service` for a retention setting. */
  readonly by: string;
  /**
   * The person that the key's holder named. Null if none was named, if it is the concerned person, and after that
   * person was erased.
   */
  readonly actor: Actor | null;
  readonly actorDigest: string | null;
  /** How many records of each kind. */
  readonly counts: Readonly<Record<string, number>>;
  readonly createdAt: string;
}

export interface AuditQuery {
  readonly organizationId: string;
  readonly workspaceId?: string | undefined;
  readonly personDigest?: string | undefined;
  readonly limit: number;
  /** Only entries after this one in the list's order. */
  readonly behind?: { readonly createdAt: string; readonly id: string } | undefined;
}

/** Entries are append-only, except for `forgetActors` and for the counts of an unfinished erasure (`eraseData`). */
export interface AuditMethods {
  addAudit(record: AuditRecord): Promise<void>;
  /** Newest first (`createdAt`, then `id`, both descending). */
  listAudit(query: AuditQuery): Promise<AuditRecord[]>;
  /** Removes the names of authors: of one person in the organization, or of all in a workspace except one entry. */
  forgetActors(
    of:
      | { readonly organizationId: string; readonly actorDigest: string }
      | { readonly organizationId: string; readonly workspaceId: string; readonly exceptId: string },
  ): Promise<void>;
}
