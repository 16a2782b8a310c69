import { expect, it } from "vitest";
import type { FileMethods, FileRecord } from "../../src/files/file-record.js";
import { streamOf, type FilePlace } from "../../src/files/file-store.js";
import { createMemoryFileStore } from "../../src/files/memory-file-store.js";
import { saveFile } from "../../src/files/message-files.js";
import { beginUpload, completeUpload, sweepFiles, takeContent, uploadLifeMs } from "../../src/files/uploads.js";
import { createMemoryStore } from "../../src/store/memory-store.js";
import { manualClock } from "../manual-clock.js";
import { sessionRecord } from "../store/sql-records.js";

function filesWorld() {
  const store = createMemoryStore();
  const contents = createMemoryFileStore();
  const clock = manualClock();
  let ids = 0;
  return { store, contents, clock, newId: () => `id-${(ids += 1)}`, files: { store: contents, maxSizeBytes: 100 } };
}

const hello = new TextEncoder().encode("hello");

it("keeps the bytes of a file that another process completes while it is swept", async () => {
  const world = filesWorld();
  const { store, contents } = world;
  const announced = { filename: "a", contentType: "a/b", sizeBytes: 5, sha256: null, endUser: null };
  const begun = await beginUpload(world, { organizationId: "o", workspaceId: "w" }, announced);
  await takeContent(world, begun, streamOf(hello));
  const ahead = manualClock();
  await ahead.advance(uploadLifeMs);
  const listOverdueFiles: typeof store.listOverdueFiles = async (...asked) => {
    const found = await store.listOverdueFiles(...asked);
    for (const { id } of found) await completeUpload(world, id);
    return found;
  };
  await sweepFiles({ ...world, clock: ahead, store: { ...store, listOverdueFiles } });
  const file = await store.getFile(begun.id);
  expect(file?.status).toBe("completed");
  expect(await contents.read({ fileId: begun.id, contentId: file?.contentId ?? "" })).not.toBeNull();
});

it("sweeps the bytes of an agent's file whose process ended before its record was written", async () => {
  const world = filesWorld();
  const { store, contents, clock } = world;
  // The process dies after the bytes.
  let isWritten = false;
  const untilDeath =
    <A extends readonly unknown[], T>(act: (...asked: A) => Promise<T>) =>
    async (...asked: A) => {
      if (isWritten) throw new Error("The process ended.");
      return act(...asked);
    };
  const watched: typeof contents = {
    ...contents,
    remove: untilDeath((place: FilePlace) => contents.remove(place)),
    async write(...asked) {
      const written = await contents.write(...asked);
      isWritten = true;
      return written;
    },
  };
  const dying = {
    ...store,
    createFile: untilDeath((record: FileRecord) => store.createFile(record)),
    changeFile: untilDeath((...asked: Parameters<FileMethods["changeFile"]>) => store.changeFile(...asked)),
  };
  const made = { filename: "a", contentType: "a/b", bytes: hello };
  const files = { ...world.files, store: watched };
  const { session } = await store.createSession(sessionRecord(), {});
  await expect(saveFile({ ...world, files, store: dying }, session, made)).rejects.toThrow("ended");
  expect(isWritten).toBe(true);
  await clock.advance(uploadLifeMs);
  await sweepFiles(world);
  for (const contentId of ["id-1", "id-2"]) expect(await contents.read({ fileId: "id-1", contentId })).toBeNull();
});
