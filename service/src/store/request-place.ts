/** The records that are read for each request before it is admitted. */
import type { ApiKeyRecord, SessionRecord, WorkspaceRecord } from "./records.js";

/** The names that a request has for its key, workspace and session. */
export interface RequestPlace {
  /** The SHA-256 of its token. */
  readonly keyHash: string;
  /** @default none */
  readonly workspaceId?: string | undefined;
  /** @default none */
  readonly sessionId?: string | undefined;
}

/** Each is null when it is not there. They need not belong together. */
export interface FoundForRequest {
  /** Also when it was revoked or has expired. */
  readonly key: ApiKeyRecord | null;
  readonly workspace: WorkspaceRecord | null;
  readonly session: SessionRecord | null;
}
