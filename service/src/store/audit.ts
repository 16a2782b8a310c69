import type { Actor } from "@service/sdk/protocol";

/** What was done with people's data, by whom and when. No entry names the person whose data it was. */
export interface AuditRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly action: "erased" | "exported";
  /** `memory` is one entry of a memory, `retention` what the workspace's own setting removed. */
  readonly scope: "session" | "file" | "person" | "workspace" | "memory" | "retention";
  /** The id of the session, file or memory. */
  readonly subjectId: string | null;
  /** `personDigest` of the person whose data it was; null for data of nobody in particular. */
  readonly personDigest: string | null;
  /** What asked for it: `api_key:<id>`, or `service` for a retention setting. */
  readonly by: string;
  /** The person whom the key's holder named; null for nobody, for the very person, and after that person was erased. */
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
  /** Only what comes behind this one in the list's order. */
  readonly behind?: { readonly createdAt: string; readonly id: string } | undefined;
}

/** Entries are added and never changed, but for `forgetActors`. */
export interface AuditMethods {
  addAudit(record: AuditRecord): Promise<void>;
  /** Newest first (`createdAt`, then `id`, both descending). */
  listAudit(query: AuditQuery): Promise<AuditRecord[]>;
  /** Removes the names of those who acted: of one person in the organization, or of everybody in a workspace. */
  forgetActors(
    of:
      | { readonly organizationId: string; readonly actorDigest: string }
      | { readonly organizationId: string; readonly workspaceId: string },
  ): Promise<void>;
}
