import { readArchive, writeArchive, type ArchiveLine } from "../../src/data/archive.js";
import { archiveStream, parseArchive } from "../../src/data/archive-lines.js";
import type { FileStore } from "../../src/files/file-store.js";
import { streamOf } from "../../src/files/file-store.js";
import type { ReadScope } from "../../src/store/data.js";
import type { Store } from "../../src/store/store.js";
import { ana, recordsOf } from "./contract/data.js";

export interface Place {
  readonly store: Store;
  readonly fileStore: FileStore;
}

/** Two workspaces with one record of each kind, and a file of several pieces. */
export async function fillPlace({ store, fileStore }: Place): Promise<void> {
  await store.writeData(recordsOf({ prefix: "one", mark: 'canary "one" \u0000 ü', workspaceId: "w1", endUser: ana }));
  await store.writeData(recordsOf({ prefix: "two", mark: "two", workspaceId: "w2" }));
  const place = { fileId: "one-file", contentId: "one-content" };
  await fileStore.write(place, streamOf(new Uint8Array(600_000).map((_, at) => at % 251)), Infinity);
}

export async function linesOf(place: Place, scope: ReadScope = { kind: "everything" }, withSecrets = true) {
  const lines: ArchiveLine[] = [];
  const options = { scope, organizationId: "o", now: "2026-01-01T00:00:00.000Z", withSecrets };
  for await (const line of readArchive(place, options)) lines.push(line);
  return lines;
}

/** The records of an archive, and the bytes of each of its files, whatever pieces they are in. */
export function contentOf(lines: readonly ArchiveLine[]) {
  const bytes = new Map<string, string>();
  for (const line of lines) {
    if (line.kind !== "fileBytes") continue;
    bytes.set(line.fileId, (bytes.get(line.fileId) ?? "") + Buffer.from(line.base64, "base64").toString("latin1"));
  }
  return { records: lines.filter((line) => "record" in line), bytes };
}

/** Copies an archive through its bytes, cut anywhere. */
export async function copyInto(to: Place, lines: readonly ArchiveLine[], organizationId?: string) {
  const source = (async function* () {
    yield* lines;
  })();
  return writeArchive(to, parseArchive(cut(archiveStream(source))), { organizationId });
}

async function* cut(bytes: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes as unknown as AsyncIterable<Uint8Array>) {
    const middle = Math.floor(piece.length / 3);
    yield piece.subarray(0, middle);
    yield piece.subarray(middle);
  }
}
