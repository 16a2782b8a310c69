import * as v from "valibot";
import { actorSchema, type Actor } from "./decisions.js";
import type { EndUser } from "./session.js";

/** Erasing and exporting people's data, the audit of both, and what agents remember of a person (`protocol.md` §9.9). */

/** Scope of an erasure, within one workspace. */
export type ErasureScope =
  | { readonly kind: "session"; readonly sessionId: string }
  | { readonly kind: "file"; readonly fileId: string }
  /** Everything labelled with the person. */
  | { readonly kind: "person"; readonly endUser: EndUser }
  /** The workspace itself with everything in it. */
  | { readonly kind: "workspace" };

/** Scope of an export. */
export type ExportScope = ErasureScope;

/** Counts of the erased records. */
export interface ErasureReceipt {
  readonly scope: ErasureScope["kind"];
  /** How many records of each kind, such as `sessions`, `events` and `files`. Empty when there was nothing. */
  readonly erased: Readonly<Record<string, number>>;
  readonly erasedAt: string;
}

/** Reads the receipt of an erasure. */
export const erasureReceiptSchema = v.looseObject({
  scope: v.picklist(["session", "file", "person", "workspace"]),
  erased: v.record(v.string(), v.number()),
  erasedAt: v.string(),
});

/** An audit entry about people's data. */
export interface AuditEntry {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly action: string;
  readonly scope: string;
  /** The id of the session, file or memory. */
  readonly subjectId: string | null;
  /** Pseudonym of the person concerned; request a person's entries to identify them. */
  readonly personDigest: string | null;
  /** `api_key:<id>`, or `service` for the workspace's own retention. */
  readonly by: string;
  /** The author, where the key's holder named another person than the one concerned. */
  readonly actor: Actor | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly createdAt: string;
}

/** Reads one entry of the audit. */
export const auditEntrySchema = v.looseObject({
  id: v.string(),
  organizationId: v.string(),
  workspaceId: v.string(),
  action: v.string(),
  scope: v.string(),
  subjectId: v.nullish(v.string(), null),
  personDigest: v.nullish(v.string(), null),
  by: v.string(),
  actor: v.nullish(actorSchema, null),
  counts: v.record(v.string(), v.number()),
  createdAt: v.string(),
});

/** One page of the audit of a workspace, newest entry first. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Reads a page of the audit. */
export const auditPageSchema = v.looseObject({
  entries: v.array(auditEntrySchema),
  nextCursor: v.nullish(v.string(), null),
});

/** One fact that an agent was asked to remember. */
export interface Memory {
  readonly id: string;
  /** Whom it is about; null for a fact of the workspace. */
  readonly endUser: EndUser | null;
  /** A word of the agent's, such as `fact` or `preference`. */
  readonly kind: string;
  readonly text: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const endUserSchema = v.looseObject({ source: v.string(), id: v.string() });

/** Reads one thing that is remembered about a person. */
export const memorySchema = v.looseObject({
  id: v.string(),
  endUser: v.nullish(endUserSchema, null),
  kind: v.string(),
  text: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
});

/** How many memories a deletion of all of them removed. */
export interface DeletedMemories {
  readonly deletedMemoryCount: number;
}

/** Reads the answer to a deletion of all memories. */
export const deletedMemoriesSchema = v.looseObject({ deletedMemoryCount: v.number() });

/** Reads the list of memories about a person. */
export const memoryListSchema = v.looseObject({ memories: v.array(memorySchema) });
