/** Files from their announcement to their end, above both stores (`protocol.md` §9.2). */
import { savedName, ServiceApiError, type EndUser } from "@service/sdk/protocol";
import { conflict, invalid, limitExceeded, notFound } from "../sessions/api-failure.js";
import { isoNow, type World } from "../world.js";
import type { FileRecord } from "./file-record.js";
import {
  ContentForgotten,
  FileTooLong,
  SourceBroken,
  type FilePlace,
  type Files,
  type WrittenFile,
} from "./file-store.js";

export type FilesWorld = Pick<World, "store" | "clock" | "newId" | "files">;

/** How long an upload may take from its announcement to its completion, and how long an expired record stays (ms). */
export const uploadLifeMs = 3_600_000;
const expiredLifeMs = 86_400_000;
/** How long an unattached completed file stays (ms). */
export const unattachedLifeMs = 86_400_000;
/** Limit of one person's unattached files, so that no person exhausts the workspace's. */
const personQuota = { count: 200, bytes: 1_073_741_824 };
/** Limit for files without a label. */
const unlabelledQuota = { count: 1_000, bytes: 10_737_418_240 };
/** Limit for a whole workspace. */
const workspaceQuota = { count: 10_000, bytes: 107_374_182_400 };

export interface Announced {
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string | null;
  readonly endUser: EndUser | null;
}

interface Place {
  readonly organizationId: string;
  readonly workspaceId: string;
}

/** @throws {ServiceApiError} 413 for a size over the service's limit, 503 where files are disabled. */
export async function beginUpload(world: FilesWorld, place: Place, announced: Announced): Promise<FileRecord> {
  const { store } = world;
  const { maxSizeBytes } = filesOf(world);
  if (announced.sizeBytes > maxSizeBytes) throw tooLarge(announced.sizeBytes, maxSizeBytes);
  await sweepFiles(world);
  return oneByOne(world, async () => {
    await assertQuota(world, place.workspaceId, announced);
    const record = newUpload(world, place, announced);
    await store.createFile(record);
    return record;
  });
}

/** Announcements of this process, one after another, so that concurrent ones count each other. */
const announcing = new WeakMap<object, Promise<unknown>>();

function oneByOne<T>({ store }: FilesWorld, run: () => Promise<T>): Promise<T> {
  const made = (announcing.get(store) ?? Promise.resolve()).then(run, run);
  announcing.set(store, made);
  return made;
}

/** @throws {ServiceApiError} 429 when too many files, or bytes, wait to be attached. */
async function assertQuota({ store }: FilesWorld, workspaceId: string, announced: Announced): Promise<void> {
  const { endUser, sizeBytes } = announced;
  const checks = [
    [await store.countUnattachedFiles(workspaceId, endUser), endUser === null ? unlabelledQuota : personQuota],
    [await store.countUnattachedFiles(workspaceId, undefined), workspaceQuota],
  ] as const;
  for (const [{ count, bytes }, most] of checks) {
    if (count < most.count && bytes + sizeBytes <= most.bytes) continue;
    throw limitExceeded(
      `${count} files of ${bytes} bytes are in no message yet; at most ${most.count} of ${most.bytes} bytes may be. Send some, or wait a day.`,
    );
  }
}

export function newUpload({ clock, newId }: FilesWorld, place: Place, announced: Announced): FileRecord {
  const now = isoNow(clock);
  return {
    ...place,
    ...announced,
    filename: savedName(announced.filename),
    id: newId(),
    status: "pending",
    contentId: null,
    contentSha256: null,
    expiresAt: later(clock.now(), uploadLifeMs),
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Takes the bytes of a pending upload. They may be sent again until it is completed; the last whole ones count.
 *
 * @throws {ServiceApiError} 409 when it is not pending any more, 422 when size or hash are not as announced.
 */
export async function takeContent(
  world: FilesWorld,
  file: FileRecord,
  bytes: ReadableStream<Uint8Array>,
): Promise<FileRecord> {
  const { newId } = world;
  const { store: contents } = filesOf(world);
  assertPending(world, file);
  const place = { fileId: file.id, contentId: newId() };
  const written = await contents.write(place, bytes, file.sizeBytes).catch(async (error: unknown) => {
    if (error instanceof FileTooLong) throw wrongSize(file.sizeBytes, "more");
    if (error instanceof ContentForgotten) await assertStillPending(world, file.id);
    throw error instanceof SourceBroken ? invalid(`${error.message}. Send all of them again.`, 400) : error;
  });
  try {
    assertAsAnnounced(file, written);
    return await settleContent(world, place, written);
  } catch (error) {
    await contents.remove(place);
    throw error;
  }
}

async function assertStillPending(world: FilesWorld, fileId: string): Promise<void> {
  const now = await world.store.getFile(fileId);
  if (now === null) throw uploadNotFound();
  assertPending(world, now);
}

/** For two concurrent uploads the later one counts, and only the earlier one's bytes are deleted. */
async function settleContent(
  world: FilesWorld,
  { fileId, contentId }: FilePlace,
  { sha256 }: WrittenFile,
): Promise<FileRecord> {
  let replaced: string | null = null;
  const changed = await world.store.changeFile(fileId, (now) => {
    assertPending(world, now);
    replaced = now.contentId;
    return { contentId, contentSha256: sha256, updatedAt: isoNow(world.clock) };
  });
  if (changed === null) throw uploadNotFound();
  if (replaced !== null) await filesOf(world).store.remove({ fileId, contentId: replaced });
  return changed;
}

function assertAsAnnounced(file: FileRecord, { sizeBytes, sha256 }: WrittenFile): void {
  if (sizeBytes !== file.sizeBytes) throw wrongSize(file.sizeBytes, `only ${sizeBytes}`);
  if (file.sha256 === null || sha256 === null || sha256 === file.sha256) return;
  throw invalid("The bytes have another SHA-256 than was announced: they were changed on the way. Send them again.");
}

/** Idempotent. @throws {ServiceApiError} 409 when no bytes have arrived, or after the expiry. */
export async function completeUpload(world: FilesWorld, fileId: string): Promise<FileRecord> {
  const completed = await world.store.changeFile(fileId, (file) => {
    if (file.status === "completed") return null;
    assertPending(world, file);
    if (file.contentId === null) {
      throw conflict("This upload has no bytes. Send them to its `putUrl`, then complete it.", "not_uploaded");
    }
    const sha256 = file.sha256 ?? file.contentSha256;
    const expiresAt = later(world.clock.now(), unattachedLifeMs);
    return { status: "completed", sha256, expiresAt, updatedAt: isoNow(world.clock) };
  });
  if (completed === null) throw uploadNotFound();
  // Removes the remains of a crash; nothing more can be added.
  await filesOf(world).store.keepOnly(fileId, completed.contentId);
  return completed;
}

/**
 * Expires uploads that were never completed and deletes their bytes. Called at the start, every hour and
 * before each announcement.
 */
export async function sweepFiles(world: FilesWorld): Promise<void> {
  const { store, clock, files } = world;
  if (files === null) return;
  for (const { id } of await store.listOverdueFiles(isoNow(clock), 100)) {
    // The record first: one that was completed by a process whose clock is behind keeps its bytes.
    const file = await store.changeFile(id, (known) => expire(known, clock.now()));
    // One that a message took meanwhile stays.
    if (file === null || file.status === "completed") continue;
    await files.store.keepOnly(id, null);
    if ((file.expiresAt ?? "") <= isoNow(clock)) await store.deleteFile(id);
  }
}

function expire(file: FileRecord, now: number): Partial<FileRecord> | null {
  const isOverdue = file.expiresAt !== null && file.expiresAt <= later(now, 0);
  if (file.status === "expired" || !isOverdue) return null;
  return { status: "expired", contentId: null, expiresAt: later(now, expiredLifeMs), updatedAt: later(now, 0) };
}

export function filesOf({ files }: Pick<World, "files">): Files {
  if (files !== null) return files;
  throw new ServiceApiError("This service keeps no files. Start it with `fileUploads` enabled.", {
    status: 503,
    code: "files_disabled",
    retryable: false,
  });
}

export function uploadNotFound(): ServiceApiError {
  return notFound("There is no such upload in this workspace: it never was, or ended long ago. Begin a new one.");
}

export function fileNotFound(): ServiceApiError {
  return notFound("There is no such file in this workspace.");
}

function assertPending({ clock }: FilesWorld, { status, expiresAt }: FileRecord): void {
  if (status === "completed") throw conflict("The upload is complete and takes nothing more.", "already_completed");
  if (status === "pending" && (expiresAt ?? "") > isoNow(clock)) return;
  throw conflict("The upload has expired. Start a new upload and send the bytes again.", "upload_expired");
}

export function tooLarge(size: number, limit: number): ServiceApiError {
  return new ServiceApiError(`The file has ${size} bytes; at most ${limit} are accepted. Send a smaller file.`, {
    status: 413,
    code: "file_too_large",
    details: { limit, size },
  });
}

function wrongSize(expected: number, came: string): ServiceApiError {
  return invalid(`${expected} bytes were announced and ${came} came. Send exactly what was announced, or begin anew.`);
}

function later(now: number, ms: number): string {
  return new Date(now + ms).toISOString();
}
