import { open, type FileHandle } from "node:fs/promises";
import { vi } from "vitest";

/** Records the inode of each file and folder that is flushed to the disk while `counts` returns true. */
export async function watchFlushes(counts: () => boolean = () => true): Promise<ReadonlySet<number>> {
  const flushed = new Set<number>();
  const probe = await open(new URL(import.meta.url), "r");
  const handles = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  // oxlint-disable-next-line typescript/unbound-method -- called on its handle below
  const { sync } = handles;
  vi.spyOn(handles, "sync").mockImplementation(async function (this: FileHandle) {
    const { ino } = await this.stat();
    if (counts()) flushed.add(ino);
    return sync.call(this);
  });
  return flushed;
}
