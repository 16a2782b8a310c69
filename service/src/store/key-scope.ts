import type { Actor } from "@service/sdk/protocol";

/** What a key admits to, and who made it. */
export interface KeyScope {
  /** Null for a key of the organization. @default null, also in records of an older version */
  readonly workspaceId?: string | null;
  /** The person who created the key. @default null, also in records of an older version */
  readonly createdBy?: Actor | null;
}
