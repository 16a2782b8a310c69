import type { Actor } from "@service/sdk/protocol";

/** Scope of a key, and its creator. */
export interface KeyScope {
  /** Null for a key of the organization. @default null, also in records of an older version */
  readonly workspaceId?: string | null;
  /** The person who created the key. @default null, also in records of an older version */
  readonly createdBy?: Actor | null;
}
