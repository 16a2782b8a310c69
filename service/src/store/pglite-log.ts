/** Finds a hole in the write-ahead log of a data folder: PostgreSQL ends its recovery there without a word. */
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

const pageBytes = 8_192;
/** A killed process may leave the beginning of a record that it did not end (bytes). */
const unfinishedBytes = 65_536;

/**
 * Position of the last page that was written, in bytes since the log began; 0 for a log without pages. A page names its own
 * position, so that what a reused file has of earlier times is left out.
 */
export async function lastLogPage(databasePath: string): Promise<number> {
  const folder = join(databasePath, "pg_wal");
  const names = await readdir(folder).catch(() => []);
  let last = 0;
  for (const name of names.filter((one) => /^[0-9A-F]{24}$/.test(one))) {
    last = Math.max(last, await lastPageOf(join(folder, name), name));
  }
  return last;
}

async function lastPageOf(path: string, name: string): Promise<number> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const begin = Number.parseInt(name.slice(8, 16), 16) * 2 ** 32 + Number.parseInt(name.slice(16), 16) * size;
    const header = Buffer.alloc(16);
    for (let offset = size - pageBytes; offset >= 0; offset -= pageBytes) {
      await file.read(header, 0, header.length, offset);
      if (header.readUInt16LE(0) !== 0 && header.readBigUInt64LE(8) === BigInt(begin + offset)) return begin + offset;
    }
    return 0;
  } finally {
    await file.close();
  }
}

/** Whether the log continued after the place at which recovery ended. @param position as PostgreSQL prints it: `0/1A2B3C` */
export function hasLogHole(lastPage: number, position: string): boolean {
  const [high = "0", low = "0"] = position.split("/");
  const recovered = Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
  return lastPage > recovered + unfinishedBytes;
}
