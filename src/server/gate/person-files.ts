/**
 * Which files a person may read and name in a message, through both doors: the person's own by their label, which the
 * session proxy sets on every upload, and those of a session that the person may open. The response for a foreign id
 * equals that for a missing one, after the same requests to the service.
 */
import { isNotFound } from "../../wire/protocol/api-error.js";
import { fileResourceOf, type FileAsset } from "../../wire/protocol/files.js";
import type { EndUser } from "../../wire/protocol/session.js";
import { DoorRefusal } from "./refusal.js";

/** Reads the files of a workspace for one person. */
export interface FileReader {
  readonly workspaceId: string;
  /** The label of the person's own files. */
  readonly owner: EndUser;
  /** Reads a file by its path in the API, query included. @throws {ServiceApiError} what the service refused. */
  readonly read: (path: string) => Promise<FileAsset>;
}

/** @throws {DoorRefusal} (404) when a message names a file that this person may not have. `sessionId`: null without one. */
export async function assertFilesOf(
  reader: FileReader,
  resources: readonly unknown[],
  sessionId: string | null,
): Promise<void> {
  const named = resources.slice(0, maxChecked).flatMap((resource) => fileResourceOf(resource)?.fileId ?? []);
  await Promise.all(
    named.map(async (fileId) => {
      if (await ownFile(reader, fileId)) return;
      if (sessionId === null || !(await fileOfSession(reader, fileId, sessionId))) throw fileNotFound();
    }),
  );
}

/** More than the service accepts in one message; it refuses the rest. */
const maxChecked = 50;

/** The person's own file; null for a missing one. */
export async function ownFile(reader: FileReader, fileId: string): Promise<FileAsset | null> {
  const { owner } = reader;
  const file = await readFile(reader, `files/${encodeURIComponent(fileId)}${ownQuery(owner)}`);
  // A server without this query has returned another person's file.
  return file?.endUser?.source === owner.source && file.endUser.id === owner.id ? file : null;
}

/** A file of the session; null for a missing one. */
export function fileOfSession(reader: FileReader, fileId: string, sessionId: string): Promise<FileAsset | null> {
  return readFile(reader, `sessions/${encodeURIComponent(sessionId)}/files/${encodeURIComponent(fileId)}`);
}

/** The query that finds only this person's files. */
export function ownQuery({ source, id }: EndUser): string {
  return `?${new URLSearchParams({ endUserSource: source, endUserId: id }).toString()}`;
}

export function fileNotFound(): DoorRefusal {
  return new DoorRefusal(404, "This file doesn't exist or was removed.", { code: "file_not_found" });
}

async function readFile({ workspaceId, read }: FileReader, path: string): Promise<FileAsset | null> {
  try {
    return await read(`/v1/workspaces/${encodeURIComponent(workspaceId)}/${path}`);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
