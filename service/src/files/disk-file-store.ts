/**
 * Files on disk, below one folder that this process has to itself: `<file>/<content>`, mode 0600. A content appears
 * under its name once it is whole and on the disk; what a crash left half written is removed at the next start.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { storeFull } from "../store/store.js";
import { readPieces, type FileStore } from "./file-store.js";

/** Opens the folder, or makes it. */
export async function openDiskFileStore(path: string): Promise<FileStore> {
  const incoming = join(path, "incoming");
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const folderOf = (fileId: string) => join(path, nameOf(fileId));

  return {
    async write({ fileId, contentId }, bytes, sizeLimit) {
      const draft = join(incoming, randomUUID());
      try {
        const written = await writeDraft(draft, bytes, sizeLimit);
        await mkdir(folderOf(fileId), { recursive: true, mode: 0o700 });
        await rename(draft, join(folderOf(fileId), nameOf(contentId)));
        return written;
      } catch (error) {
        await rm(draft, { force: true });
        throw (error as NodeJS.ErrnoException).code === "ENOSPC" ? storeFull(error) : error;
      }
    },
    async read({ fileId, contentId }) {
      try {
        const file = await open(join(folderOf(fileId), nameOf(contentId)), "r");
        return Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    remove: ({ fileId, contentId }) => rm(join(folderOf(fileId), nameOf(contentId)), { force: true }),
    async keepOnly(fileId, contentId) {
      const folder = folderOf(fileId);
      if (contentId === null) return rm(folder, { recursive: true, force: true });
      const kept = nameOf(contentId);
      const names = await readdir(folder).catch(() => []);
      for (const name of names) if (name !== kept) await rm(join(folder, name), { force: true });
    },
  };
}

async function writeDraft(draft: string, bytes: ReadableStream<Uint8Array>, sizeLimit: number) {
  const hash = createHash("sha256");
  const file = await open(draft, "wx", 0o600);
  try {
    const sizeBytes = await readPieces(bytes, sizeLimit, async (piece) => {
      hash.update(piece);
      await file.writeFile(piece);
    });
    await file.sync();
    return { sizeBytes, sha256: hash.digest("hex") };
  } finally {
    await file.close();
  }
}

/** Ids are our own; a name that could lead elsewhere is a fault of ours. */
function nameOf(id: string): string {
  if (/^[\w-]{1,100}$/.test(id)) return id;
  throw new Error(`"${id}" is no name of a file here.`);
}
