/** Files: begun, sent, completed, read and downloaded. */
import { ServiceError } from "../../foundation/base-error.js";
import { ServiceApiError } from "../../wire/protocol/api-error.js";
import {
  begunUploadSchema,
  completedUploadSchema,
  fileAssetSchema,
  fileDownloadSchema,
  type BeginUploadBody,
  type BegunUpload,
  type FileAsset,
  type FileDownload,
} from "../../wire/protocol/files.js";
import { readBody } from "../../wire/protocol/read-body.js";
import { get, workspacePath, write, type CallOptions, type ServiceConnection } from "../service-connection.js";
import { sendBytes, type Upload } from "../send-bytes.js";

/** Options of calls about a workspace. */
export interface WorkspaceOptions extends CallOptions {
  /** @default the client's */
  readonly workspaceId?: string | undefined;
}

/** Options of an upload's bytes. */
export interface UploadContentOptions extends CallOptions {
  /** Receives the number of bytes sent, from time to time and once at the end. */
  readonly onProgress?: ((sentBytes: number) => void) | undefined;
  /**
   * Makes the request. @default XMLHttpRequest where it exists and the client was given no `fetch`, as only it
   * reports progress; else the client's `fetch`
   */
  readonly upload?: Upload | undefined;
}

/** Announces a file. @throws {ServiceApiError} 413 `file_too_large` with `{limit, size}`, before a byte is sent. */
export async function beginUpload(
  connection: ServiceConnection,
  body: BeginUploadBody,
  { workspaceId, ...options }: WorkspaceOptions = {},
): Promise<BegunUpload> {
  const value = await write(connection, "POST", filesPath(connection, workspaceId, "uploads"), body, options);
  return readBody(begunUploadSchema, value, "a begun upload");
}

/**
 * Sends the bytes of a begun upload. They may be sent again until it is completed. Has no time limit of its own: give a
 * signal.
 *
 * @throws {ServiceApiError} 409 when it has expired, 422 when size or hash are not as announced.
 */
export async function uploadContent(
  connection: ServiceConnection,
  begun: Pick<BegunUpload, "putUrl" | "putPath" | "requiredHeaders">,
  content: Blob,
  options: UploadContentOptions = {},
): Promise<void> {
  // A caller without types may give another object.
  if (typeof (begun.putPath ?? begun.putUrl) !== "string") {
    throw new ServiceError("uploadContent() needs the upload that beginUpload() returned: it has no `putUrl`.", {
      code: "arguments_invalid",
    });
  }
  await sendBytes(connection, { ...begun, content, ...options });
}

/** Completes an upload. Idempotent. @throws {ServiceApiError} 409 when bytes are missing or the upload has expired. */
export async function completeUpload(
  connection: ServiceConnection,
  uploadId: string,
  { workspaceId, ...options }: WorkspaceOptions = {},
): Promise<FileAsset> {
  const path = filesPath(connection, workspaceId, "uploads", uploadId, "complete");
  const value = await write(connection, "POST", path, {}, options);
  return readBody(completedUploadSchema, value, "a completed upload").file;
}

/** @throws {ServiceApiError} 404 also for another person's file. */
export async function getFile(
  connection: ServiceConnection,
  fileId: string,
  { workspaceId, sessionId, ...options }: FileOptions = {},
): Promise<FileAsset> {
  const path = filesPath(connection, workspaceId, fileId);
  return readBody(
    fileAssetSchema,
    await get(connection, path, { ...options, query: { session: sessionId } }),
    "a file",
  );
}

/** Options of calls about files. */
export interface FileOptions extends WorkspaceOptions {
  /**
   * The session that shows the file. With it, the proxy also admits people who may open the session but do not own the
   * file. @default none
   */
  readonly sessionId?: string | undefined;
}

/**
 * Absolute address of the bytes. It works without the key until `expiresAt`; an address without that time needs the
 * headers of any other request.
 */
export async function fileDownloadUrl(
  connection: ServiceConnection,
  fileId: string,
  { workspaceId, sessionId, ...options }: FileOptions = {},
): Promise<FileDownload> {
  const path = filesPath(connection, workspaceId, fileId, "download-url");
  const value = await write(connection, "POST", path, {}, { ...options, query: { session: sessionId } });
  const { url, path: own = url, expiresAt } = readBody(fileDownloadSchema, value, "a download address");
  return { url: own.startsWith("/") ? connection.baseUrl + own : own, expiresAt };
}

/** Streams the bytes of a file. @throws {ServiceApiError} 404 also for another person's file. */
export async function downloadFile(
  connection: ServiceConnection,
  fileId: string,
  { workspaceId, sessionId, ...options }: FileOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  const path = filesPath(connection, workspaceId, fileId, "content");
  const { body, status } = await connection.open({ method: "GET", path, query: { session: sessionId }, ...options });
  if (body) return body;
  throw new ServiceApiError("The file came without bytes.", { status, code: "response_malformed", retryable: true });
}

function filesPath(
  connection: ServiceConnection,
  workspaceId: string | undefined,
  ...parts: readonly string[]
): string {
  return [workspacePath(connection, workspaceId), "files", ...parts.map(encodeURIComponent)].join("/");
}
