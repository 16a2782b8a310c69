import type { Quotas } from "@service/sdk/protocol";
import { storedBytes } from "../store/memory-usage.js";
import type { Run } from "../store/memory-shelves.js";
import type { MemoryTables } from "../store/memory-tables.js";
import { isSameOwner, ownerKey } from "../store/owner.js";
import type { SessionRecord } from "../store/records.js";
import { fileNotThere } from "../store/file-not-there.js";
import type { FileMethods, FileRecord } from "./file-record.js";

export interface MemoryFiles {
  readonly methods: FileMethods;
  readonly all: () => Iterable<FileRecord>;
  /** Checks the files and returns the act that adds them to the session. @throws {ServiceApiError} 422. */
  readonly hold: (session: Pick<SessionRecord, "id" | "workspaceId">, fileIds: readonly string[]) => () => void;
}

interface MemoryFilesOptions {
  /** Throws for a missing session. */
  readonly assertSession: (sessionId: string) => void;
  readonly quotasOf: (workspaceId: string) => Quotas | null;
}

/** File records and their sessions, in memory. */
export function memoryFiles(
  run: Run,
  tables: MemoryTables,
  { assertSession, quotasOf }: MemoryFilesOptions,
): MemoryFiles {
  const files = tables.map(
    "files",
    ({ id }) => id,
    ({ id, workspaceId, endUser }) => ({ id, workspace_id: workspaceId, end_user: ownerKey(endUser) }),
  );
  const linkKey = (sessionId: string, fileId: string) => JSON.stringify([sessionId, fileId]);
  const links = tables.map(
    "session_files",
    ({ sessionId, fileId }) => linkKey(sessionId, fileId),
    ({ sessionId, fileId }) => ({ session_id: sessionId, file_id: fileId }),
  );

  const link = (sessionId: string, fileId: string) => links.set(linkKey(sessionId, fileId), { sessionId, fileId });

  function hold({ id, workspaceId }: Pick<SessionRecord, "id" | "workspaceId">, fileIds: readonly string[]) {
    const held = fileIds.map((fileId) => {
      const file = files.get(fileId);
      if (file?.status === "completed" && file.workspaceId === workspaceId) return file;
      throw fileNotThere(fileId);
    });
    return () => {
      for (const file of held) {
        files.set(file.id, { ...file, expiresAt: null });
        link(id, file.id);
      }
    };
  }

  const methods: FileMethods = {
    createFile: (record, admit, sessionId) =>
      run(() => {
        if (sessionId !== undefined) assertSession(sessionId);
        const { workspaceId, endUser } = record;
        const all = [...files.values(), record];
        admit?.(quotasOf(workspaceId))?.({
          workspace: storedBytes(all, { workspaceId, endUser: null }),
          person: endUser === null ? null : storedBytes(all, { workspaceId, endUser }),
        });
        files.set(record.id, record);
        if (sessionId !== undefined) link(sessionId, record.id);
      }),
    getFile: (fileId) => run(() => files.get(fileId) ?? null),
    changeFile: (fileId, decide) =>
      run(() => {
        const file = files.get(fileId);
        if (file === undefined) return null;
        const next = { ...file, ...decide(file) };
        files.set(fileId, next);
        return next;
      }),
    deleteFile: (fileId) => run(() => void files.delete(fileId)),
    listOverdueFiles: (now, limit) =>
      run(() =>
        [...files.values()]
          .filter(({ expiresAt }) => expiresAt !== null && expiresAt <= now)
          .toSorted((a, b) => ((a.expiresAt ?? "") < (b.expiresAt ?? "") ? -1 : 1))
          .slice(0, limit),
      ),
    countUnattachedFiles: (workspaceId, endUser) =>
      run(() => {
        const found = [...files.values()].filter(
          (file) =>
            file.workspaceId === workspaceId &&
            file.status !== "expired" &&
            file.expiresAt !== null &&
            (endUser === undefined || isSameOwner(file.endUser, endUser)),
        );
        return { count: found.length, bytes: found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
      }),
    isFileLinked: (sessionId, fileId) => run(() => links.has(linkKey(sessionId, fileId))),
  };
  return { methods, all: () => files.values(), hold };
}
