/** Limits and storage of files. */
export interface Files {
  readonly store: FileStore;
  readonly maxSizeBytes: number;
}

/** Where the bytes of files are; records of them are the `Store`'s. */
export interface FileStore {
  /**
   * Stores a stream as one content, with bounded memory. When it rejects, nothing is stored.
   *
   * @throws {FileTooLong} as soon as more than `sizeLimit` bytes have arrived; {SourceBroken} when the stream fails;
   *   {ContentForgotten} when the content was removed, or not kept, during the write.
   */
  write(place: FilePlace, bytes: ReadableStream<Uint8Array>, sizeLimit: number): Promise<WrittenFile>;
  /** Null when there is none. Cancelling the stream releases it. */
  read(place: FilePlace): Promise<ReadableStream<Uint8Array> | null>;
  /** Forgets one content; nothing happens when there is none. */
  remove(place: FilePlace): Promise<void>;
  /** Forgets every content of a file but this one; null forgets all. */
  keepOnly(fileId: string, contentId: string | null): Promise<void>;
}

/** Each try to send a file writes a content of its own, so that two at once do not mix. */
export interface FilePlace {
  readonly fileId: string;
  readonly contentId: string;
}

export interface WrittenFile {
  readonly sizeBytes: number;
  /** Lower-case hex; null where the platform has no digest (a page on plain http). */
  readonly sha256: string | null;
}

export class FileTooLong extends Error {
  constructor(sizeLimit: number) {
    super(`More than ${sizeLimit} bytes came.`);
    this.name = "FileTooLong";
  }
}

/** The sender of the bytes disconnected; the cause is the stream's own error. */
export class SourceBroken extends Error {
  constructor(cause: unknown) {
    super(`The bytes broke off: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "SourceBroken";
  }
}

/** The content is no longer needed: its file was completed with other bytes, or has expired. */
export class ContentForgotten extends Error {
  constructor() {
    super("The content was forgotten while it was on its way.");
    this.name = "ContentForgotten";
  }
}

/** Bytes in memory as a stream, in the form that pages and Node share. */
export function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      if (bytes.byteLength > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}

/** Passes a stream's pieces to `take`; stops at the limit. */
export async function readPieces(
  bytes: ReadableStream<Uint8Array>,
  sizeLimit: number,
  take: (piece: Uint8Array) => void | Promise<void>,
): Promise<number> {
  const reader = bytes.getReader();
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new SourceBroken(cause);
      });
      if (done) return size;
      size += value.byteLength;
      if (size > sizeLimit) throw new FileTooLong(sizeLimit);
      await take(value);
    }
  } catch (error) {
    // Not awaited: a source that never settles its cancel must not delay the failure.
    reader.cancel(error).catch(() => undefined);
    throw error;
  }
}
