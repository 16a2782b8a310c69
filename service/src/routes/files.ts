/** Files: announced, sent, completed, read and downloaded (`protocol.md` §9.2). */
import {
  begunUploadSchema,
  completedUploadSchema,
  contentHeaders,
  erasureReceiptSchema,
  fileAssetSchema,
  fileDownloadSchema,
  safeFilename,
  type FileAsset,
} from "@service/sdk/protocol";
import * as v from "valibot";
import { eraseScope } from "../data/erase-scope.js";
import type { FileRecord } from "../files/file-record.js";
import { beginUpload, completeUpload, fileNotFound, filesOf, takeContent, uploadNotFound } from "../files/uploads.js";
import { namesTag } from "../http/entity-tag.js";
import { json } from "../http/answers.js";
import { readBody } from "../http/request-body.js";
import { signedAddress } from "../http/signed-address.js";
import { isoNow } from "../world.js";
import { invalid } from "../sessions/api-failure.js";
import { maybeEndUser, trimmedText } from "./bodies.js";
import { causeOf, inSession, inWorkspace, type Route, type WorkspaceCall } from "./route.js";

const sizeWords = "must be a whole number of bytes from 1: an empty file cannot be sent";

export const beginUploadBody = v.object({
  filename: trimmedText(255),
  contentType: v.pipe(
    trimmedText(255),
    v.regex(/^[\w.+-]+\/[\w.+-]+(?:\s*;.*)?$/, "must be a media type such as image/png"),
  ),
  sizeBytes: v.pipe(v.number(sizeWords), v.integer(sizeWords), v.minValue(1, sizeWords)),
  sha256: v.nullish(v.pipe(v.string(), v.toLowerCase(), v.regex(/^[\da-f]{64}$/, "must be a SHA-256 in hex")), null),
  endUser: maybeEndUser,
});

/** Limits a file to those of one person. */
const ofPerson = { endUserSource: "text", endUserId: "text" } as const;

/** How long a download address works (ms). */
const downloadLifeMs = 900_000;

/** Addresses of bytes are signed: they work without the key until they expire. */
export const fileRoutes: readonly Route[] = [
  inWorkspace(
    "POST",
    "/files/uploads",
    "write",
    { summary: "Announce a file to upload", body: beginUploadBody, answers: { 201: begunUploadSchema } },
    async (call) => {
      const { world, workspace, request } = call;
      const announced = await readBody(request, beginUploadBody);
      const { id: workspaceId, organizationId } = workspace;
      const file = await beginUpload(world, { workspaceId, organizationId }, announced);
      const pathname = `/v1/workspaces/${workspaceId}/files/uploads/${file.id}/content`;
      const put = await signedAddress(call, "PUT", pathname, file.expiresAt ?? isoNow(world.clock));
      return json(
        {
          fileId: file.id,
          uploadId: file.id,
          putUrl: put.url,
          putPath: put.path,
          requiredHeaders: { "content-type": "application/octet-stream" },
          expiresAt: file.expiresAt,
          maxSizeBytes: filesOf(world).maxSizeBytes,
        },
        201,
      );
    },
  ),

  inWorkspace(
    "PUT",
    "/files/uploads/:uploadId/content",
    "write",
    { summary: "Send the bytes of an upload", query: ofPerson, body: "bytes", answers: { 204: "nothing" } },
    async (call) => {
      const file = await uploadOf(call);
      const { body, headers } = call.request;
      const claimed = headers.get("content-length");
      if (body === null || (claimed !== null && Number(claimed) !== file.sizeBytes)) {
        await body?.cancel();
        throw invalid(
          `${file.sizeBytes} bytes were announced and ${claimed ?? "none"} are to come. Send the whole file.`,
        );
      }
      await takeContent(call.world, file, body);
      return new Response(null, { status: 204 });
    },
  ),

  inWorkspace(
    "POST",
    "/files/uploads/:uploadId/complete",
    "write",
    { summary: "Complete an upload", query: ofPerson, answers: { 200: completedUploadSchema } },
    async (call) => {
      const { id } = await uploadOf(call);
      return json({ file: wireFile(await completeUpload(call.world, id)) });
    },
  ),

  inWorkspace(
    "GET",
    "/files/:fileId",
    "read",
    { summary: "Read a file's record", query: ofPerson, answers: { 200: fileAssetSchema } },
    async (call) => json(wireFile(await fileOf(call))),
  ),

  inWorkspace(
    "DELETE",
    "/files/:fileId",
    "write",
    { summary: "Erase a file", query: ofPerson, answers: { 200: erasureReceiptSchema } },
    async (call) => {
      const { id } = await fileOf(call);
      const cause = causeOf(call);
      const counts = await eraseScope(call.world, call.workspace, { kind: "file", fileId: id }, cause);
      return json({ scope: "file", erased: counts, erasedAt: cause.now });
    },
  ),

  inWorkspace(
    "POST",
    "/files/:fileId/download-url",
    "read",
    { summary: "Make a download address for a file", query: ofPerson, answers: { 200: fileDownloadSchema } },
    async (call) => {
      const { id, workspaceId } = await completedOf(call);
      const expiresAt = new Date(call.world.clock.now() + downloadLifeMs).toISOString();
      const address = await signedAddress(call, "GET", `/v1/workspaces/${workspaceId}/files/${id}/content`, expiresAt);
      return json({ ...address, expiresAt });
    },
  ),

  inWorkspace(
    "GET",
    "/files/:fileId/content",
    "read",
    { summary: "Download a file", query: ofPerson, answers: { 200: "bytes", 304: "nothing" } },
    async (call) => contentAnswer(call, await completedOf(call)),
  ),

  /** Whether this session has the file: the right of people who share the session but not the label. */
  inSession(
    "GET",
    "/files/:fileId",
    "read",
    { summary: "Read the record of a file that the session holds", query: ofPerson, answers: { 200: fileAssetSchema } },
    async (call) => {
      const file = await completedOf(call);
      if (await call.world.store.isFileLinked(call.session.id, file.id)) return json(wireFile(file));
      throw fileNotFound();
    },
  ),
];

async function uploadOf(call: WorkspaceCall): Promise<FileRecord> {
  filesOf(call.world);
  const file = await find(call, call.param("uploadId"));
  if (file === null) throw uploadNotFound();
  return file;
}

async function fileOf(call: WorkspaceCall): Promise<FileRecord> {
  const file = await find(call, call.param("fileId"));
  if (file === null) throw fileNotFound();
  return file;
}

async function completedOf(call: WorkspaceCall): Promise<FileRecord> {
  const file = await fileOf(call);
  if (file.status !== "completed") throw fileNotFound();
  return file;
}

/** Asked for one person (`endUserSource`, `endUserId`), only theirs is there. */
async function find({ world, workspace, query }: WorkspaceCall, fileId: string): Promise<FileRecord | null> {
  const file = await world.store.getFile(fileId);
  if (file?.workspaceId !== workspace.id) return null;
  const [source, id] = [query.get("endUserSource"), query.get("endUserId")];
  if (source === null && id === null) return file;
  return file.endUser?.source === source && file.endUser?.id === id ? file : null;
}

async function contentAnswer({ world, request }: WorkspaceCall, file: FileRecord): Promise<Response> {
  const etag = `"${file.contentId}"`;
  const headers = { ...contentHeaders(file), etag };
  if (namesTag(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const place = { fileId: file.id, contentId: file.contentId ?? "" };
  const bytes = await filesOf(world).store.read(place);
  if (bytes === null) throw fileNotFound();
  return new Response(bytes, { headers: { ...headers, "content-length": String(file.sizeBytes) } });
}

function wireFile(file: FileRecord): FileAsset {
  const { id, workspaceId, status, filename, contentType, sizeBytes, sha256, endUser, createdAt, updatedAt } = file;
  const safe = safeFilename(filename);
  return {
    id,
    workspaceId,
    status,
    filename,
    safeFilename: safe,
    contentType,
    sizeBytes,
    sha256,
    endUser,
    createdAt,
    updatedAt,
  };
}
