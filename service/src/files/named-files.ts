/** Files that are named at the creation of a session, which keeps them from then on. */
import { fileResourceOf, maxFilesPerMessage, type FileResource } from "@service/sdk/protocol";
import { invalid } from "../sessions/api-failure.js";
import { filesOfCreation } from "../sessions/send-message.js";
import type { SessionRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import type { FileRecord } from "./file-record.js";

/** @throws {ServiceApiError} 422 for more files than go with a message. */
export function assertFew(ids: readonly string[]): void {
  if (ids.length <= maxFilesPerMessage) return;
  throw invalid(`The message names ${ids.length} files; a message has at most ${maxFilesPerMessage}. Send some later.`);
}

export interface NamedFiles {
  /** The resources, files with their name, type and size. */
  readonly resources: readonly unknown[];
  /** The files among them, for the first message. */
  readonly ofMessage: readonly unknown[];
  /** For the change that adds them to the session, which refuses a file that is not there. */
  readonly files: readonly string[];
}

/** The files that the creation of a session names. @throws {ServiceApiError} 422 for too many. */
export async function namedFiles(
  store: Pick<Store, "getFile">,
  workspaceId: string,
  resources: readonly unknown[],
): Promise<NamedFiles> {
  const files = resources.filter(isFile).map((resource) => fileResourceOf(resource)?.fileId ?? "");
  assertFew(files);
  const naming = resources.map(async (resource) => {
    const file = isFile(resource) ? await store.getFile(fileResourceOf(resource)?.fileId ?? "") : null;
    return file?.workspaceId === workspaceId ? { ...(resource as object), ...factsOf(file) } : resource;
  });
  const named = await Promise.all(naming);
  return { resources: named, ofMessage: named.filter(isFile), files };
}

function isFile(resource: unknown): boolean {
  return (resource as { readonly kind?: unknown } | null)?.kind === "file";
}

/** The files of a session's creation that it still has, for a child session that gets the same ones. */
export async function heldFiles(store: Store, session: SessionRecord): Promise<string[]> {
  const ids = filesOfCreation(session);
  const held = await Promise.all(ids.map((fileId) => store.isFileLinked(session.id, fileId)));
  return ids.filter((_, at) => held[at]);
}

/** The facts of a file in a message. */
export function factsOf({ filename, contentType, sizeBytes }: FileRecord): Omit<FileResource, "kind" | "fileId"> {
  return { filename, contentType, sizeBytes };
}
