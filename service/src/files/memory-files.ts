import type { Run } from "../store/memory-shelves.js";
import { isSameOwner } from "../store/owner.js";
import type { FileMethods, FileRecord } from "./file-record.js";

/** The files of each session. */
export type FileLinks = Map<string, ReadonlySet<string>>;

/** File records and their sessions, in memory. `assertSession` throws for a missing session. */
export function memoryFiles(run: Run, links: FileLinks, assertSession: (sessionId: string) => void): FileMethods {
  const files = new Map<string, FileRecord>();

  return {
    createFile: (record) => run(() => void files.set(record.id, record)),
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
    linkFiles: (sessionId, fileIds) =>
      run(() => {
        if (fileIds.length > 0) assertSession(sessionId);
        links.set(sessionId, new Set([...(links.get(sessionId) ?? []), ...fileIds]));
      }),
    isFileLinked: (sessionId, fileId) => run(() => links.get(sessionId)?.has(fileId) ?? false),
  };
}
