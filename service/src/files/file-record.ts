import type { EndUser } from "@service/sdk/protocol";

/** A file and its upload: one record, whose id is both the file's and the upload's. */
export interface FileRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** `expired` keeps telling why for a day. */
  readonly status: "pending" | "completed" | "expired";
  readonly filename: string;
  readonly contentType: string;
  /** As announced; what comes must have it. */
  readonly sizeBytes: number;
  /** As announced; of a completed file, as found where nothing was. */
  readonly sha256: string | null;
  /** Whose it is; null for one that an agent or a host made for nobody in particular. */
  readonly endUser: EndUser | null;
  /** Names the bytes in the file store; null while none have come whole. */
  readonly contentId: string | null;
  /** Of those bytes. */
  readonly contentSha256: string | null;
  /** When a pending upload ends, a completed file that no session holds goes, or an expired one is forgotten; else null. */
  readonly expiresAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface FileUsage {
  readonly count: number;
  readonly bytes: number;
}

/** A file that an agent has made. */
export interface MadeFile {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** What every store keeps of files; their bytes are a `FileStore`'s. */
export interface FileMethods {
  createFile(record: FileRecord): Promise<void>;
  getFile(fileId: string): Promise<FileRecord | null>;
  /**
   * Holds the record for itself, calls `decide` once and writes what it returns over it; null writes nothing. Gives the
   * record after that, or null when there is none (`decide` is then not called). An error of `decide` comes out as it is.
   */
  changeFile(fileId: string, decide: (file: FileRecord) => Partial<FileRecord> | null): Promise<FileRecord | null>;
  deleteFile(fileId: string): Promise<void>;
  /** Those whose `expiresAt` is not after `now`, the most overdue first. */
  listOverdueFiles(now: string, limit: number): Promise<FileRecord[]>;
  /**
   * Files of the workspace that no session holds yet, announced or completed: of one person, of nobody's (null), or all of
   * them (undefined). Their bytes are those that were announced.
   */
  countUnattachedFiles(workspaceId: string, endUser: EndUser | null | undefined): Promise<FileUsage>;
  /**
   * Notes that a session holds these files; again changes nothing.
   *
   * @throws {ServiceError} `session_missing` when there is no such session.
   */
  linkFiles(sessionId: string, fileIds: readonly string[]): Promise<void>;
  /** Whether a session holds the file. */
  isFileLinked(sessionId: string, fileId: string): Promise<boolean>;
}
