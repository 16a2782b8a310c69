/** Archives of people's data (docs/privacy.md): one JSON line a record, and the bytes of files in lines behind the records. */
import { ServiceError } from "@service/sdk/protocol";
import { readPieces, SourceBroken, type FilePlace, type FileStore } from "../files/file-store.js";
import type { FileRecord } from "../files/file-record.js";
import type { KeptRecord, ReadScope } from "../store/data.js";
import type { Store } from "../store/store.js";
import { withoutSecrets } from "./without-secrets.js";

export const archiveVersion = 1;

export interface ArchiveHeader {
  readonly kind: "archive";
  readonly version: number;
  readonly scope: ReadScope["kind"];
  /** Null in a copy of everything. */
  readonly organizationId: string | null;
  readonly createdAt: string;
  /** Whether keys, credentials and secrets are in it. */
  readonly withSecrets: boolean;
}

/** A piece of a file's bytes. Pieces of one file follow each other in order. */
export interface BytesLine {
  readonly kind: "fileBytes";
  readonly fileId: string;
  readonly contentId: string;
  readonly base64: string;
  readonly isLast: boolean;
}

/** Counts the lines before it; an archive without it was cut off. */
export interface EndLine {
  readonly kind: "end";
  readonly lines: number;
}

export type ArchiveLine = ArchiveHeader | KeptRecord | BytesLine | EndLine;

export interface ExportOptions {
  readonly scope: ReadScope;
  readonly organizationId: string | null;
  readonly now: string;
  /** Leaves out keys and secrets: for archives that are given to people. @default true */
  readonly withSecrets?: boolean | undefined;
}

interface Source {
  readonly store: Store;
  readonly fileStore: FileStore | null;
}

/** Reads an archive, line by line. At most a page of records or one piece of a file is in memory. */
export async function* readArchive({ store, fileStore }: Source, options: ExportOptions): AsyncGenerator<ArchiveLine> {
  const { scope, organizationId, now: createdAt, withSecrets = true } = options;
  let lines = 0;
  const counted = <Line extends ArchiveLine>(line: Line): Line => {
    lines += 1;
    return line;
  };
  yield counted({
    kind: "archive",
    version: archiveVersion,
    scope: scope.kind,
    organizationId,
    createdAt,
    withSecrets,
  });
  const files: KeptRecord[] = [];
  for await (const entry of store.readData(scope)) {
    const line = withSecrets ? entry : withoutSecrets(entry);
    if (line?.kind === "files") files.push(line);
    else if (line !== null) yield counted(line);
  }
  for (const entry of files) for await (const line of fileLines({ store, fileStore }, entry)) yield counted(line);
  yield { kind: "end", lines };
}

/** A file's record before its bytes. Both or neither, so that a file that is erased meanwhile is not in the archive. */
async function* fileLines({ store, fileStore }: Source, entry: KeptRecord): AsyncGenerator<KeptRecord | BytesLine> {
  const { id, contentId } = entry.record as FileRecord;
  const bytes = contentId === null ? null : ((await fileStore?.read({ fileId: id, contentId })) ?? null);
  const isErased = bytes === null && (await store.getFile(id)) === null;
  if (isErased) return;
  yield entry;
  if (contentId !== null && bytes !== null) yield* bytesLines(id, contentId, bytes);
}

async function* bytesLines(
  fileId: string,
  contentId: string,
  bytes: ReadableStream<Uint8Array>,
): AsyncGenerator<BytesLine> {
  const reader = bytes.getReader();
  const facts = { kind: "fileBytes", fileId, contentId } as const;
  try {
    let { done, value } = await reader.read();
    if (done) yield { ...facts, base64: "", isLast: true };
    while (!done && value !== undefined) {
      const next = await reader.read();
      yield { ...facts, base64: toBase64(value), isLast: next.done };
      ({ done, value } = next);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

export interface Imported {
  /** Records that were added. */
  readonly added: number;
  /** Records that were there. */
  readonly kept: number;
  /** Files whose bytes were written. */
  readonly files: number;
}

const recordsAtOnce = 200;

/**
 * Writes an archive into a store. Existing records and bytes do not change, so an interrupted import can be repeated.
 *
 * @param options.organizationId takes the place of the archive's organization. @default the archive's own
 * @throws {ServiceError} `archive_invalid` when the lines are no archive of a version that this service reads, or were cut off.
 */
export async function writeArchive(
  { store, fileStore }: Source,
  lines: AsyncIterable<ArchiveLine>,
  options: { readonly organizationId?: string | undefined } = {},
): Promise<Imported> {
  const reader = lines[Symbol.asyncIterator]();
  const header = (await reader.next()).value as ArchiveLine | undefined;
  assertHeader(header);
  const move = moving(header.organizationId, options.organizationId);
  let total = { added: 0, kept: 0, files: 0 };
  let waiting: KeptRecord[] = [];
  let count = 1;

  async function flush(): Promise<void> {
    const added = await store.writeData(waiting);
    total = { ...total, added: total.added + added, kept: total.kept + waiting.length - added };
    waiting = [];
  }

  for (let next = await reader.next(); ; next = await reader.next()) {
    if (next.done === true)
      throw invalid("The archive was cut off: its last line is missing. Nothing is lost; import it whole.");
    const line = next.value;
    if (line.kind === "end") {
      if (line.lines !== count) throw invalid(`The archive has ${count} lines and ${line.lines} were written.`);
      await flush();
      return total;
    }
    count += 1;
    if (line.kind === "fileBytes") {
      await flush();
      const taken = await takeFile(fileStore, line, reader);
      count += taken.lines - 1;
      if (taken.isWritten) total = { ...total, files: total.files + 1 };
    } else if (line.kind === "archive") {
      throw invalid("The archive has a second beginning. Import one archive at a time.");
    } else {
      waiting.push(move(line));
      if (waiting.length >= recordsAtOnce) await flush();
    }
  }
}

/** Writes the bytes of one file, unless they are there. */
async function takeFile(
  fileStore: FileStore | null,
  first: BytesLine,
  rest: AsyncIterator<ArchiveLine>,
): Promise<{ readonly lines: number; readonly isWritten: boolean }> {
  const place = { fileId: first.fileId, contentId: first.contentId };
  let line: BytesLine | null = first;
  let lines = 0;
  const bytes = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (line === null) return controller.close();
      lines += 1;
      const piece = fromBase64(line.base64);
      if (piece.byteLength > 0) controller.enqueue(piece);
      const next: IteratorResult<ArchiveLine> | null = line.isLast ? null : await rest.next();
      line = next === null ? null : nextPiece(next, first);
      if (line === null) controller.close();
    },
  });
  if (fileStore === null) throw invalid("The archive has files, and this service keeps none.");
  const present = await fileStore.read(place);
  await present?.cancel();
  try {
    if (present === null) await writeFile(fileStore, place, bytes);
    else await readPieces(bytes, Infinity, () => undefined);
  } catch (error) {
    throw error instanceof SourceBroken ? error.cause : error;
  }
  return { lines, isWritten: present === null };
}

async function writeFile(fileStore: FileStore, place: FilePlace, bytes: ReadableStream<Uint8Array>): Promise<void> {
  // An interrupted import may have left a part of the content.
  await fileStore.remove(place);
  await fileStore.write(place, bytes, Infinity);
}

function nextPiece(next: IteratorResult<ArchiveLine>, { fileId, contentId }: BytesLine): BytesLine {
  const line = next.done === true ? undefined : next.value;
  if (line?.kind === "fileBytes" && line.fileId === fileId && line.contentId === contentId) return line;
  throw invalid(`The bytes of file ${fileId} were cut off.`);
}

function assertHeader(line: ArchiveLine | undefined): asserts line is ArchiveHeader {
  if (line?.kind !== "archive") throw invalid("This is no archive: its first line is not the archive's header.");
  if (line.version !== archiveVersion) {
    throw invalid(`The archive is of version ${String(line.version)}; this service reads version ${archiveVersion}.`);
  }
}

/** Puts another organization in the place of the archive's, wherever a record names it. */
function moving(from: string | null, to: string | undefined): (line: KeptRecord) => KeptRecord {
  if (from === null || to === undefined || from === to) return (line) => line;
  return ({ kind, record }) => ({
    kind,
    record: JSON.parse(JSON.stringify(record), (name, value: unknown) =>
      name === "organizationId" && value === from ? to : value,
    ) as unknown,
  });
}

export function invalid(message: string): ServiceError {
  return new ServiceError(message, { code: "archive_invalid" });
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
