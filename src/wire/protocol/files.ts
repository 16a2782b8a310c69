import { savedName } from "../../foundation/saved-name.js";
import * as v from "valibot";
import type { EndUser } from "./session.js";

export { fileResourceOf, type FileResource } from "./file-resource.js";

/**
 * Files in the HTTP API (`protocol.md` §9.2): begin, upload, complete, then reference in messages and download. An
 * address that begins with a slash is relative to the base URL and needs the headers of every request; any other
 * address is signed, or belongs to a storage provider, and needs only the headers listed with it.
 */

export interface BeginUploadBody {
  /** 1 to 255 characters; a path's last part is kept. */
  readonly filename: string;
  /** A media type such as `image/png`. */
  readonly contentType: string;
  /** Size of the upload, at least 1. */
  readonly sizeBytes: number;
  /** Digest of the bytes, in lower-case hex; checked when they have arrived. */
  readonly sha256?: string | undefined;
  /** The file's owner: a label, as on sessions. A proxy sets it and ignores a browser's. */
  readonly endUser?: EndUser | undefined;
}

/** An upload that was announced, with the address for its bytes. */
export interface BegunUpload {
  readonly fileId: string;
  readonly uploadId: string;
  /** Address for the bytes (PUT); a signed address works without the key. */
  readonly putUrl: string;
  /** The same address under the base URL of the API. Absent if a storage provider receives the bytes. */
  readonly putPath?: string | undefined;
  /** Headers to send with the bytes, unchanged. */
  readonly requiredHeaders: Readonly<Record<string, string>>;
  /** ISO time after which the upload can no longer be completed. */
  readonly expiresAt: string;
  readonly maxSizeBytes: number;
}

/** State of an upload. */
export type UploadStatus = "pending" | "cleanup_pending" | "completed" | "expired" | "failed";

/** A stored file. */
export interface FileAsset {
  readonly id: string;
  readonly workspaceId: string;
  readonly status: UploadStatus | (string & {});
  /** The name as it was given. */
  readonly filename: string;
  /** The name without characters that are unsafe in file systems or headers. */
  readonly safeFilename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string | null;
  readonly endUser?: EndUser | null | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An address that opens a file until it expires. */
export interface FileDownload {
  readonly url: string;
  /** The same address under the base URL of the API. Absent if a storage provider has the files. */
  readonly path?: string | undefined;
  /** ISO time; null for an address that does not expire. */
  readonly expiresAt: string | null;
}

/** Limits of a server for files; not enabled when absent. */
export interface FileLimits {
  readonly enabled: boolean;
  readonly maxSizeBytes: number;
}

/** The most files that one message may name. */
export const maxFilesPerMessage = 20;

/** Schema of `BegunUpload`. */
export const begunUploadSchema = v.looseObject({
  fileId: v.string(),
  uploadId: v.string(),
  putUrl: v.string(),
  putPath: v.optional(v.string()),
  requiredHeaders: v.optional(v.record(v.string(), v.string()), {}),
  expiresAt: v.string(),
  maxSizeBytes: v.optional(v.number(), Number.MAX_SAFE_INTEGER),
});

/** Schema of `FileAsset`. */
export const fileAssetSchema = v.looseObject({
  id: v.string(),
  workspaceId: v.string(),
  status: v.string(),
  filename: v.string(),
  safeFilename: v.optional(v.string(), "file"),
  contentType: v.string(),
  sizeBytes: v.number(),
  sha256: v.nullish(v.string(), null),
  endUser: v.nullish(v.object({ source: v.string(), id: v.string() })),
  createdAt: v.string(),
  updatedAt: v.string(),
});

/** Schema of `CompletedUpload`. */
export const completedUploadSchema = v.looseObject({ file: fileAssetSchema });
/** Schema of `FileDownload`. */
export const fileDownloadSchema = v.looseObject({
  url: v.string(),
  path: v.optional(v.string()),
  expiresAt: v.nullish(v.string(), null),
});

/** Image types that a browser may display inline, as they cannot contain script. Every other type is downloaded. */
export function isShownImage(contentType: string | undefined): boolean {
  return /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/.test(mediaType(contentType));
}

/** Without parameters, which may contain characters that a header cannot. */
export function mediaType(contentType = ""): string {
  return contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/**
 * Headers for a file's bytes. With them a browser can only display an image or save a file; it never runs the bytes
 * as a script, style sheet or page of their origin.
 */
export function contentHeaders(file: Pick<FileAsset, "filename" | "contentType">): Record<string, string> {
  const isImage = isShownImage(file.contentType);
  return {
    "cache-control": "private, no-store",
    "content-disposition": disposition(isImage ? "inline" : "attachment", file.filename),
    "content-security-policy": "default-src 'none'; sandbox",
    "content-type": isImage ? mediaType(file.contentType) : "application/octet-stream",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
  };
}

/** Contains both forms of the name: browsers read the second, other clients the first. */
function disposition(kind: "inline" | "attachment", filename: string): string {
  const whole = savedName(filename);
  const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  const encoded = encodeURIComponent(whole).replace(/['()*]/g, hex);
  return `${kind}; filename="${safeFilename(filename)}"; filename*=UTF-8''${encoded}`;
}

/** The last part of a path, in characters that are safe in file systems and headers. */
export function safeFilename(filename: string): string {
  return savedName(filename).replace(/[^\w .+()-]/g, "_");
}
