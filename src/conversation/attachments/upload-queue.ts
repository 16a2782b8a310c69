/**
 * Uploads the waiting files, three at once: each is announced, sent and completed. A file is kept until it is complete
 * or dropped. Offline all wait, and continue automatically afterwards; so does an upload that nothing answered.
 */
import type { Attachment } from "./attachment.js";
import type { AttachmentMove } from "./move-attachment.js";
import { typeOf } from "./taken-file.js";
import { toHex } from "../../foundation/hex.js";
import { toError } from "../../foundation/to-error.js";
import type { BeginUploadBody, BegunUpload, FileAsset, FileResource } from "../../wire/protocol/files.js";

/** The three calls of an upload, as the session SDK has them. */
export interface UploadCalls {
  readonly begin: (body: BeginUploadBody, signal: AbortSignal) => Promise<BegunUpload>;
  readonly send: (
    begun: BegunUpload,
    content: Blob,
    options: { readonly signal: AbortSignal; readonly onProgress: (sentBytes: number) => void },
  ) => Promise<void>;
  readonly complete: (uploadId: string, signal: AbortSignal) => Promise<FileAsset>;
}

/** Whether the page has a network, and a call when it has one again. */
export interface Network {
  readonly isOnline: () => boolean;
  readonly onOnline: (run: () => void) => () => void;
}

export interface UploadQueueOptions {
  readonly calls: UploadCalls;
  readonly network: Network | undefined;
  /** State of each file; the queue moves files, and finds waiting ones here. */
  readonly list: () => readonly Attachment[];
  readonly move: (id: string, change: AttachmentMove) => void;
}

export interface UploadQueue {
  readonly hold: (id: string, file: File) => void;
  /** Stops its upload; the file stays, to be begun again. */
  readonly stop: (id: string) => void;
  /** Stops its upload and lets the file go. */
  readonly drop: (id: string) => void;
  /** Begins what waits, as far as there is room. */
  readonly startNext: () => void;
  readonly dispose: () => void;
}

const atOnce = 3;

export function createUploadQueue({ calls, network, list, move }: UploadQueueOptions): UploadQueue {
  const files = new Map<string, File>();
  const uploads = new Map<string, AbortController>();
  /** Files whose upload failed because nothing answered. */
  const unanswered = new Set<string>();
  let stopListening: (() => void) | undefined;
  let isOver = false;

  function startNext(): void {
    if (isOver) return;
    if (network && !network.isOnline()) return waitForNetwork(network);
    for (const { id, status } of list()) {
      if (uploads.size >= atOnce) return;
      const file = files.get(id);
      if (status === "queued" && file) void upload(id, file);
    }
  }

  async function upload(id: string, file: File): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    uploads.set(id, controller);
    unanswered.delete(id);
    move(id, { type: "start" });
    try {
      const onProgress = (sentBytes: number) => signal.aborted || move(id, { type: "progress", sentBytes });
      const resource = await uploadFile(calls, file, { signal, onProgress });
      if (signal.aborted) return;
      files.delete(id);
      move(id, { type: "complete", resource });
    } catch (cause) {
      if (!signal.aborted) fail(id, cause);
    } finally {
      if (uploads.get(id) === controller) uploads.delete(id);
      startNext();
    }
  }

  function fail(id: string, cause: unknown): void {
    move(id, failureOf(cause, network?.isOnline() === false));
    if (!network || !isUnanswered(cause)) return;
    unanswered.add(id);
    listenTo(network);
  }

  function waitForNetwork(given: Network): void {
    for (const { id } of list()) {
      // The upload starts again later, so this one ends here.
      stop(id);
      move(id, { type: "disconnect" });
    }
    if (list().some(({ status }) => status === "offline")) listenTo(given);
  }

  /** Tries again what lacked the network once it is back. */
  function listenTo({ isOnline, onOnline }: Network): void {
    stopListening ??= onOnline(() => {
      if (!isOnline()) return;
      stopListening?.();
      stopListening = undefined;
      for (const { id, status } of list()) {
        if (status === "offline" || (status === "failed" && unanswered.has(id))) move(id, { type: "retry" });
      }
      unanswered.clear();
      startNext();
    });
  }

  function stop(id: string): void {
    uploads.get(id)?.abort();
    uploads.delete(id);
  }

  return {
    hold: (id, file) => void files.set(id, file),
    stop,
    drop(id) {
      stop(id);
      files.delete(id);
      unanswered.delete(id);
    },
    startNext,
    dispose() {
      isOver = true;
      stopListening?.();
      uploads.forEach((_, id) => stop(id));
      files.clear();
      unanswered.clear();
    },
  };
}

/** A refusal that a retry cannot change is marked as refused. */
function failureOf(cause: unknown, isOffline: boolean): AttachmentMove {
  const error = toError(cause);
  const { status, code } = error as { readonly status?: unknown; readonly code?: unknown };
  if (error instanceof UnreadableFile) return { type: "refuse", problem: "unreadable", error };
  // An intermediary with a lower limit answers 413, too.
  if (status === 413 || code === "file_too_large") return { type: "refuse", problem: "too-large", error };
  return isOffline ? { type: "disconnect" } : { type: "fail", error };
}

/** Whether no server answered: the storage's own requests fail with a `TypeError`. */
function isUnanswered(cause: unknown): boolean {
  return cause instanceof TypeError || (cause as { readonly status?: unknown } | null)?.status === 0;
}

/** The browser cannot read the file: it is a folder, or was moved since it was chosen. */
class UnreadableFile extends Error {}

/** Uploads one file: announces it, sends its bytes, completes it, and returns its reference. A retry starts over. */
async function uploadFile(
  calls: UploadCalls,
  file: File,
  options: { readonly signal: AbortSignal; readonly onProgress: (sentBytes: number) => void },
): Promise<FileResource> {
  const { signal } = options;
  await file.slice(0, 1).arrayBuffer().catch(unreadable);
  const sha256 = await sha256Of(file);
  signal.throwIfAborted();
  const body = {
    filename: file.name.slice(-255),
    contentType: typeOf(file),
    sizeBytes: file.size,
    ...(sha256 && { sha256 }),
  };
  const begun = await calls.begin(body, signal);
  await calls.send(begun, file, options);
  const { id, filename, sizeBytes, contentType: type } = await calls.complete(begun.uploadId, signal);
  return { kind: "file", fileId: id, filename, contentType: type, sizeBytes };
}

function unreadable(cause: unknown): never {
  throw new UnreadableFile("The browser could not read the file. A folder cannot be uploaded.", { cause });
}

/** More than this is not read whole for its digest; the size is checked all the same (bytes). */
const largestHashed = 33_554_432;

/** SHA-256 in lower-case hex; undefined on plain http, which has no digest, and for content too large for memory. */
export async function sha256Of(content: Blob): Promise<string | undefined> {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;
  if (!subtle || content.size > largestHashed) return undefined;
  const digest = new Uint8Array(await subtle.digest("SHA-256", await content.arrayBuffer()));
  return toHex(digest);
}
