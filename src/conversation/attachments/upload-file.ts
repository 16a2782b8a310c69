import type { BeginUploadBody, BegunUpload, FileAsset, FileResource } from "../../wire/protocol/files.js";
import { sha256Of } from "./sha256.js";

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

/** Type of a file without one. */
export const unknownType = "application/octet-stream";

/** The browser cannot read the file: it is a folder, or was moved since it was chosen. */
export class UnreadableFile extends Error {}

/** Uploads one file: announces it, sends its bytes, completes it, and returns its reference. A retry starts over. */
export async function uploadFile(
  calls: UploadCalls,
  file: File,
  options: { readonly signal: AbortSignal; readonly onProgress: (sentBytes: number) => void },
): Promise<FileResource> {
  const { signal } = options;
  await file.slice(0, 1).arrayBuffer().catch(unreadable);
  const sha256 = await sha256Of(file);
  signal.throwIfAborted();
  const contentType = file.type === "" ? unknownType : file.type;
  const body = { filename: file.name.slice(-255), contentType, sizeBytes: file.size, ...(sha256 && { sha256 }) };
  const begun = await calls.begin(body, signal);
  await calls.send(begun, file, options);
  const { id, filename, sizeBytes, contentType: type } = await calls.complete(begun.uploadId, signal);
  return { kind: "file", fileId: id, filename, contentType: type, sizeBytes };
}

function unreadable(cause: unknown): never {
  throw new UnreadableFile("The browser could not read the file. A folder cannot be uploaded.", { cause });
}
