/** A file system of a few megabytes in memory, to be filled. */
import { execFile } from "node:child_process";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { user } from "./postgres-server.js";

const run = promisify(execFile);

export interface SmallDisk {
  /** Leaves no byte. */
  fill(): Promise<void>;
  /** Frees the space that `fill` took. */
  empty(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Mounts one over an empty folder.
 *
 * @returns null where this user may not mount.
 */
export async function mountSmallDisk(
  folder: string,
  megabytes: number,
  owner: { uid?: number } = user,
): Promise<SmallDisk | null> {
  const uid = owner.uid ?? process.getuid?.() ?? 0;
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=700,uid=${uid},gid=${uid}`, "tmpfs", folder]);
  } catch {
    return null;
  }
  const filler = join(folder, "filler");
  return {
    async fill() {
      const file = await open(filler, "a");
      try {
        for (const size of [1_048_576, 4_096]) while (await hasRoomFor(size));
      } finally {
        await file.close();
      }

      async function hasRoomFor(size: number): Promise<boolean> {
        return file.write(Buffer.alloc(size, 1)).then(
          ({ bytesWritten }) => bytesWritten === size,
          (error: NodeJS.ErrnoException) => {
            if (error.code !== "ENOSPC") throw error;
            return false;
          },
        );
      }
    },
    empty: () => rm(filler, { force: true }),
    async remove() {
      await run("umount", ["-l", folder]);
    },
  };
}
