import type { EndUser } from "@service/sdk/protocol";
import type { AdmitFile } from "../store/usage.js";

/** A file and its upload: one record, whose id is both the file's and the upload's. */
export interface FileRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** `expired` stays readable for a day. */
  readonly status: "pending" | "completed" | "expired";
  readonly filename: string;
  readonly contentType: string;
  /** The announced size; the upload must have it. */
  readonly sizeBytes: number;
  /** As announced; for a completed file without an announced type, as detected. */
  readonly sha256: string | null;
  /** Its owner; null for a file without a person. */
  readonly endUser: EndUser | null;
  /** Id of the bytes in the file store; null until an upload is complete. */
  readonly contentId: string | null;
  /** Digest of those bytes. */
  readonly contentSha256: string | null;
  /**
   * When a pending upload expires, an unattached completed file is deleted, or an expired record is removed; else
   * null.
   */
  readonly expiresAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface FileUsage {
  readonly count: number;
  readonly bytes: number;
}

/** A file that an agent created. */
export interface MadeFile {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** File records in every store; the bytes are in a `FileStore`. */
export interface FileMethods {
  /**
   * @param admit may refuse by throwing. @default admits it
   * @param sessionId is the session that makes the file and has it from the start. @throws {ServiceError} `session_missing`.
   */
  createFile(record: FileRecord, admit?: AdmitFile, sessionId?: string): Promise<void>;
  getFile(fileId: string): Promise<FileRecord | null>;
  /**
   * Locks the record, calls `decide` once and merges its result; null writes nothing. Returns the new record, or null
   * when there is none (`decide` is then not called). An error of `decide` is rethrown unchanged.
   */
  changeFile(fileId: string, decide: (file: FileRecord) => Partial<FileRecord> | null): Promise<FileRecord | null>;
  deleteFile(fileId: string): Promise<void>;
  /** Records whose `expiresAt` is not after `now`, the most overdue first. */
  listOverdueFiles(now: string, limit: number): Promise<FileRecord[]>;
  /**
   * Files of the workspace without a session, announced or completed: of one person, without a person (null), or all
   * (undefined). Counts the announced bytes.
   */
  countUnattachedFiles(workspaceId: string, endUser: EndUser | null | undefined): Promise<FileUsage>;
  /** Whether the file belongs to the session. */
  isFileLinked(sessionId: string, fileId: string): Promise<boolean>;
}
