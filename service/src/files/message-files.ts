/** Files in messages: what a person attaches, and what an agent makes. */
import { fileResourceOf, isServiceError, type FileResource } from "@service/sdk/protocol";
import type { SessionRecord } from "../store/records.js";
import { fileNotThere } from "../store/file-not-there.js";
import type { MadeFile } from "./file-record.js";
import { streamOf } from "./file-store.js";
import { assertFew, factsOf } from "./named-files.js";
import { completeUpload, filesOf, newUpload, takeContent, tooLarge, type FilesWorld } from "./uploads.js";

/**
 * The message with validated files, completed with name, type and size; the session keeps `files` once it takes the message.
 * Resources that are not files are unchanged. A repeated message has the files of the first one, also those that were
 * erased since.
 *
 * @throws {ServiceApiError} 422 for too many, and for one that is missing, incomplete or in another workspace.
 */
export async function withFiles<T extends { readonly resources?: readonly unknown[] | undefined }>(
  world: FilesWorld,
  session: Pick<SessionRecord, "id" | "workspaceId">,
  message: T,
  clientEventId: string | null,
): Promise<T & { readonly files: readonly string[] }> {
  const { resources = [] } = message;
  const files = resources.flatMap((resource) => fileIdOf(resource) ?? []);
  if (resources.length === 0) return { ...message, files };
  assertFew(files);
  try {
    const told = await Promise.all(resources.map((resource) => tell(world, session.workspaceId, resource)));
    return { ...message, resources: told, files };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const first = await filesOfFirst(world, session.id, clientEventId);
    if (first === null) throw error;
    const inFirst = (resource: unknown) => first.find((one) => fileIdOf(one) === fileIdOf(resource));
    return { ...message, resources: resources.map((resource) => inFirst(resource) ?? resource), files };
  }
}

/** The files of the message that was sent with this id before; null if there is none. */
async function filesOfFirst({ store }: FilesWorld, sessionId: string, clientEventId: string | null) {
  const { result } = await store.changeSession(sessionId, { clientEventId }, ({ prior }) => ({
    change: null,
    result: prior,
  }));
  if (result?.type !== "user.message") return null;
  const { resources = [] } = result.payload as { readonly resources?: readonly unknown[] };
  return resources.filter((resource) => fileIdOf(resource) !== null);
}

const fileIdOf = (resource: unknown): string | null => fileResourceOf(resource)?.fileId ?? null;

async function tell(world: FilesWorld, workspaceId: string, resource: unknown): Promise<unknown> {
  if ((resource as { readonly kind?: unknown } | null)?.kind !== "file") return resource;
  const fileId = fileIdOf(resource) ?? "";
  const file = fileId === "" ? null : await world.store.getFile(fileId);
  if (file?.workspaceId === workspaceId && file.status === "completed")
    return { ...(resource as object), ...factsOf(file) };
  throw fileNotThere(fileId);
}

/**
 * Stores an agent's file for the session. Its record is written before its bytes, like an upload's, so that the
 * remains of a crash are swept.
 */
export async function saveFile(world: FilesWorld, session: SessionRecord, made: MadeFile): Promise<FileResource> {
  const { maxSizeBytes } = filesOf(world);
  const { filename, contentType, bytes } = made;
  if (bytes.byteLength > maxSizeBytes) throw tooLarge(bytes.byteLength, maxSizeBytes);
  const { organizationId, workspaceId, endUser } = session;
  const announced = { filename, contentType, sizeBytes: bytes.byteLength, sha256: null, endUser };
  const record = newUpload(world, { organizationId, workspaceId }, announced);
  await world.store.createFile(record, undefined, session.id);
  await takeContent(world, record, streamOf(bytes.slice()));
  await completeUpload(world, record.id);
  await world.store.changeFile(record.id, () => ({ expiresAt: null }));
  return { kind: "file", fileId: record.id, ...factsOf(record) };
}

/** The bytes of a file of the session; null when the session has no such file, or its bytes are deleted. */
export async function readFile(
  { store, files }: FilesWorld,
  session: Pick<SessionRecord, "id" | "workspaceId">,
  fileId: string,
): Promise<Uint8Array | null> {
  const file = await store.getFile(fileId);
  if (files === null || file?.workspaceId !== session.workspaceId || file.status !== "completed") return null;
  if (!(await store.isFileLinked(session.id, fileId))) return null;
  const bytes = await files.store.read({ fileId, contentId: file.contentId ?? "" });
  return bytes === null ? null : new Uint8Array(await new Response(bytes).arrayBuffer());
}
