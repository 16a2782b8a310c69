/**
 * The one folder that a machine offers. Every path is resolved with its links and must lie inside; then it is opened part by
 * part, and no part may be a link any more, so that a link that is swapped in between is refused instead of followed.
 *
 * On Linux each part is opened relative to the folder before it, through `/proc/self/fd`. Elsewhere the resolved path is
 * opened and compared with what it resolves to afterwards. Hard links are files of their own: one inside the folder is
 * readable, whatever other name it has. Writing replaces the name inside and leaves the other one alone.
 */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { lstat, mkdir, open, opendir, realpath, rename, unlink, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { faultOf, FolderFault, outside, partsOf } from "./folder-paths.js";

export { FolderFault } from "./folder-paths.js";

/** Bytes of one read. */
export const maxReadBytes = 32_768;
/** Bytes of one write. */
export const maxWriteBytes = 262_144;
/** Entries of one listing. */
export const maxEntries = 500;

export interface ListedFile {
  readonly name: string;
  readonly type: "file" | "folder" | "link" | "other";
  /** Only of files. */
  readonly sizeBytes?: number;
}

export interface Folder {
  /** Its real path. */
  readonly path: string;
  list(path: string): Promise<{ readonly entries: readonly ListedFile[]; readonly hasMore: boolean }>;
  read(path: string, offset: number): Promise<ReadFile>;
  /** Makes missing folders. */
  write(path: string, content: string): Promise<{ readonly bytes: number; readonly created: boolean }>;
}

export interface ReadFile {
  readonly content: string;
  readonly sizeBytes: number;
  /** Where the rest begins; null at the end. */
  readonly nextOffset: number | null;
}

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_CREAT, O_EXCL, O_WRONLY } = constants;
const hasProc = process.platform === "linux";

/** @throws {FolderFault} `folder_missing` when it is none. */
export async function openFolder(path: string): Promise<Folder> {
  const root = await realpath(path).catch(() => null);
  if (root === null || !(await lstat(root)).isDirectory()) {
    throw new FolderFault("folder_missing", `${path} is no folder.`);
  }
  return {
    path: root,

    async list(asked) {
      const parts = await partsOf(root, asked);
      const folder = await openFolderAt(root, parts);
      try {
        return await listOpened(placeOf(folder, join(root, ...parts)));
      } finally {
        await folder.close();
      }
    },

    async read(asked, offset) {
      const parts = await partsOf(root, asked);
      const file = await openFile(root, parts, asked);
      try {
        return await readOpened(file, asked, offset);
      } finally {
        await file.close();
      }
    },

    async write(asked, content) {
      const bytes = Buffer.from(content, "utf8");
      if (bytes.length > maxWriteBytes) {
        throw new FolderFault("file_too_large", `The content takes ${bytes.length} bytes, at most ${maxWriteBytes}.`);
      }
      const parts = await partsOf(root, asked, true);
      const name = parts.at(-1);
      if (name === undefined) throw new FolderFault("not_a_file", "The path names the folder itself, not a file.");
      const folder = await openFolderAt(root, parts.slice(0, -1), true);
      try {
        const created = await replace(placeOf(folder, join(root, ...parts.slice(0, -1))), name, bytes);
        // Outside Linux the folder is opened by its path, which may have changed.
        await assertStill(folder, join(root, ...parts.slice(0, -1)));
        return { bytes: bytes.length, created };
      } finally {
        await folder.close();
      }
    },
  };
}

/** A path through which an open folder is reached, wherever its name leads by now. */
function placeOf(folder: FileHandle, path: string): string {
  return hasProc ? `/proc/self/fd/${folder.fd}` : path;
}

async function openFolderAt(root: string, parts: readonly string[], makes = false): Promise<FileHandle> {
  let at = await open(root, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  let path = root;
  for (const part of parts) {
    const place = join(placeOf(at, path), part);
    path = join(path, part);
    try {
      if (makes) await mkdir(place).catch(ignoreExisting);
      const next = await open(place, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
      await at.close();
      at = next;
    } catch (error) {
      const isLink = (await lstat(place).catch(() => null))?.isSymbolicLink() ?? true;
      await at.close();
      // The system reports a link, which is never followed here, in the same way as a file.
      if (isErrno(error, "ENOTDIR") && !isLink)
        throw new FolderFault("not_a_folder", `${path.slice(root.length + 1)} is no folder.`);
      throw faultOf(error);
    }
  }
  await assertStill(at, path);
  return at;
}

async function openFile(root: string, parts: readonly string[], asked: string): Promise<FileHandle> {
  const name = parts.at(-1);
  if (name === undefined) throw new FolderFault("not_a_file", "The path names a folder, not a file.");
  const folder = await openFolderAt(root, parts.slice(0, -1));
  const path = join(root, ...parts.slice(0, -1));
  try {
    // A pipe without a writer would else block the open for ever.
    const file = await open(join(placeOf(folder, path), name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    if ((await file.stat()).isFile()) {
      await assertStill(file, join(path, name));
      return file;
    }
    await file.close();
    throw new FolderFault("not_a_file", `${asked} is no file.`);
  } catch (error) {
    throw faultOf(error);
  } finally {
    await folder.close();
  }
}

/** Without `/proc`: asserts that the path is still that of the opened file, without a link. */
async function assertStill(opened: FileHandle, path: string): Promise<void> {
  if (hasProc) return;
  const [now, real, own] = [
    await lstat(path).catch(() => null),
    await realpath(path).catch(() => ""),
    await opened.stat(),
  ];
  if (now?.ino === own.ino && now.dev === own.dev && real === path) return;
  await opened.close();
  throw outside();
}

async function listOpened(place: string) {
  const entries: ListedFile[] = [];
  let hasMore = false;
  for await (const entry of await opendir(place)) {
    if (entries.length === maxEntries) {
      hasMore = true;
      break;
    }
    const type = entry.isFile() ? "file" : entry.isDirectory() ? "folder" : entry.isSymbolicLink() ? "link" : "other";
    const facts = type === "file" ? await lstat(join(place, entry.name)).catch(() => null) : null;
    entries.push({ name: entry.name, type, ...(facts && { sizeBytes: facts.size }) });
  }
  return { entries: entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)), hasMore };
}

async function readOpened(file: FileHandle, asked: string, offset: number): Promise<ReadFile> {
  const { size } = await file.stat();
  const { bytesRead, buffer } = await file.read(Buffer.alloc(maxReadBytes), 0, maxReadBytes, offset);
  const bytes = buffer.subarray(0, bytesRead);
  if (bytes.includes(0)) throw new FolderFault("not_text", `${asked} is no text file.`);
  const isEnd = offset + bytesRead >= size;
  const kept = isEnd ? bytes : bytes.subarray(0, wholeCharacters(bytes));
  const next = offset + kept.length;
  return { content: kept.toString("utf8"), sizeBytes: size, nextOffset: isEnd ? null : next };
}

/** How many of the bytes are whole characters of UTF-8. */
function wholeCharacters(bytes: Uint8Array): number {
  let start = bytes.length - 1;
  while (start > 0 && bytes.length - start < 4 && (bytes[start]! & 0xc0) === 0x80) start -= 1;
  const lead = bytes[start] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return start + length > bytes.length && start > 0 ? start : bytes.length;
}

/** Puts a file in the place of a name, all of it or nothing. True when there was none. */
async function replace(place: string, name: string, bytes: Uint8Array): Promise<boolean> {
  const target = join(place, name);
  const known = await lstat(target).catch(() => null);
  if (known !== null && !known.isFile()) throw new FolderFault("not_a_file", `${name} is no file.`);
  const half = join(place, `.${randomUUID()}.part`);
  const file = await open(half, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644).catch((error: unknown) => {
    throw faultOf(error);
  });
  try {
    await file.writeFile(bytes);
    if (known !== null) await file.chmod(known.mode & 0o777);
    await file.sync();
    await file.close();
    await rename(half, target);
    return known === null;
  } catch (error) {
    await file.close().catch(() => undefined);
    await unlink(half).catch(() => undefined);
    throw faultOf(error);
  }
}

function ignoreExisting(error: unknown): void {
  if (!isErrno(error, "EEXIST")) throw error;
}

function isErrno(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
