import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { FileStore } from "../../src/files/file-store.js";

export const streamOf = (...pieces: readonly string[]) => new Blob([...pieces]).stream() as ReadableStream<Uint8Array>;
export const textOf = async (stream: ReadableStream<Uint8Array> | null) => stream && new Response(stream).text();
export const a = { fileId: "f1", contentId: "a" };
const b = { fileId: "f1", contentId: "b" };

/** Contract of every file store. `open` returns an empty one. */
export function fileStoreContract(name: string, open: () => Promise<FileStore>): void {
  describe(`${name} keeps files`, () => {
    let store: FileStore;
    beforeEach(async () => {
      store = await open();
    });

    it("returns written bytes, with their size and digest", async () => {
      const sha256 = createHash("sha256").update("hello").digest("hex");
      expect(await store.write(a, streamOf("hel", "lo"), 5)).toEqual({ sizeBytes: 5, sha256 });
      expect(await textOf(await store.read(a))).toBe("hello");
      expect(await store.read(b)).toBeNull();
      expect(await store.read({ fileId: "f2", contentId: "a" })).toBeNull();
    });

    it("stops at the first byte over the limit, cancels the source and stores nothing", async () => {
      let cancelled = false;
      const source = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(4)),
        cancel: () => {
          cancelled = true;
        },
      });
      await expect(store.write(a, source, 7)).rejects.toMatchObject({ name: "FileTooLong" });
      expect(cancelled).toBe(true);
      expect(await store.read(a)).toBeNull();
    });

    it("keeps nothing of a source that breaks off", async () => {
      let pulls = 0;
      const source = new ReadableStream<Uint8Array>({
        pull(controller) {
          pulls += 1;
          if (pulls === 1) controller.enqueue(new Uint8Array(4));
          else controller.error(new Error("the sender left"));
        },
      });
      await expect(store.write(a, source, 10)).rejects.toThrow("the sender left");
      expect(await store.read(a)).toBeNull();
    });

    it("forgets one content, all but one, or all of a file", async () => {
      for (const contentId of ["a", "b", "c"]) await store.write({ fileId: "f1", contentId }, streamOf(contentId), 1);
      await store.write({ fileId: "f2", contentId: "a" }, streamOf("x"), 1);
      await store.remove(a);
      await store.remove(a);
      expect(await store.read(a)).toBeNull();
      await store.keepOnly("f1", "b");
      expect(await store.read({ fileId: "f1", contentId: "c" })).toBeNull();
      expect(await textOf(await store.read(b))).toBe("b");
      await store.keepOnly("f1", null);
      expect(await store.read(b)).toBeNull();
      expect(await textOf(await store.read({ fileId: "f2", contentId: "a" }))).toBe("x");
    });
  });
}
