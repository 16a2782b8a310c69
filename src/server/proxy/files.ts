/**
 * Files through the host's origin (`protocol.md` §0.1, 25): announced as the user's own, bytes streamed both ways
 * without being stored, and every address rewritten to the proxy's.
 *
 * A person reads their own files, and with `?session=` those of a session that they may open (`gate/person-files.ts`).
 */
import {
  assertFilesOf,
  fileNotFound,
  fileOfSession,
  ownFile,
  ownQuery,
  type FileReader,
} from "../gate/person-files.js";
import type { FileAsset } from "../../wire/protocol/files.js";
import { isRecord } from "../../wire/protocol/read-fields.js";
import { answers } from "./answers.js";
import type { Body } from "./bodies.js";
import { announcedBody } from "./file-rows.js";
import type { Passage } from "./passage.js";
import type { FileSpecial } from "./proxy-route.js";
import { forwardFile as forward, passBytes, type Sent } from "./file-bytes.js";
import { readAnswer } from "./send-on.js";

export const fileSpecials: Record<FileSpecial, (passage: Passage) => Promise<Response>> = {
  async "begin-upload"(passage) {
    const { context, service } = passage;
    const body = { ...announcedBody(passage.body), endUser: { source: service.source, id: context.user } };
    const { value } = await sendJson(passage, "uploads", { body: JSON.stringify(body) }, answers.begunUpload);
    const { fileId, uploadId, expiresAt, maxSizeBytes } = value;
    const putUrl = `/v1/workspaces/${context.workspaceId}/files/uploads/${encodeURIComponent(uploadId)}/content`;
    // The proxy sets the headers of the bytes by itself.
    const requiredHeaders = { "content-type": "application/octet-stream" };
    return json(passage, { fileId, uploadId, putUrl, requiredHeaders, expiresAt, maxSizeBytes });
  },

  async upload(passage) {
    const { request, ids, lazy } = passage;
    const length = request.headers.get("content-length");
    const path = `uploads/${id(ids["uploadId"])}/content${queryOf(passage)}`;
    const bytes = lazy.passing();
    const over = new AbortController();
    try {
      const answer = await forward(passage, path, {
        ...(bytes && { bytes }),
        headers: { "content-type": "application/octet-stream", ...(length !== null && { "content-length": length }) },
        signal: AbortSignal.any([request.signal, over.signal]),
      });
      // The service saw an incomplete body; only the proxy has the cause.
      if (lazy.failure) throw lazy.failure;
      await readAnswer(answer, { method: "PUT", path }, null);
    } finally {
      // The rest of a refused upload is not forwarded.
      over.abort();
    }
    return new Response(null, { status: 204, headers: passage.headers });
  },

  async "complete-upload"(passage) {
    const path = `uploads/${id(passage.ids["uploadId"])}/complete${queryOf(passage)}`;
    const { value } = await sendJson(passage, path, { body: "{}" }, answers.completedUpload);
    return json(passage, { file: shown(value.file) });
  },

  file: async (passage) => json(passage, shown(await openFile(passage))),

  async "file-url"(passage) {
    const { id: fileId } = await openFile(passage);
    const session = sessionOf(passage);
    const query = session === null ? "" : `?session=${session}`;
    const url = `/v1/workspaces/${passage.context.workspaceId}/files/${id(fileId)}/content${query}`;
    return json(passage, { url, expiresAt: null });
  },

  "file-content": async (passage) => passBytes(passage, await openFile(passage)),
};

/** @throws {DoorRefusal} (404) when a message names a file that this person may not have. */
export async function assertMessageFiles(passage: Passage, body: Body): Promise<void> {
  const { sessionId } = passage.ids;
  const { resources } = isRecord(body["payload"]) ? body["payload"] : body;
  if (sessionId === undefined || !Array.isArray(resources)) return;
  await assertFilesOf(readerOf(passage), resources, sessionId);
}

async function openFile(passage: Passage): Promise<FileAsset> {
  const fileId = passage.ids["fileId"] ?? "";
  const reader = readerOf(passage);
  const own = await ownFile(reader, fileId);
  if (own) return own;
  const session = sessionOf(passage);
  if (session === null) throw fileNotFound();
  await passage.openSession(session);
  const shared = await fileOfSession(reader, fileId, session);
  if (shared) return shared;
  throw fileNotFound();
}

function sessionOf({ request }: Passage): string | null {
  const session = new URL(request.url).searchParams.get("session");
  return session !== null && /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(session) ? session : null;
}

function readerOf({ service, context, request }: Passage): FileReader {
  return {
    workspaceId: context.workspaceId,
    owner: { source: service.source, id: context.user },
    async read(path) {
      const asked = { method: "GET", path };
      const answer = await service.forward({ ...asked, signal: request.signal });
      return (await readAnswer(answer, asked, answers.file)).value as FileAsset;
    },
  };
}

async function sendJson<T>(passage: Passage, path: string, sent: Sent, read: (value: unknown) => T) {
  const { method } = passage.request;
  return readAnswer(await forward(passage, path, sent), { method, path }, read);
}

function queryOf({ service, context }: Passage): string {
  return ownQuery({ source: service.source, id: context.user });
}

function id(text: string | undefined): string {
  return encodeURIComponent(text ?? "");
}

/** A file for a browser, without its owner. */
function shown(file: object): object {
  return { ...file, endUser: undefined };
}

function json({ headers }: Passage, value: object): Response {
  const answer = Response.json(value, { headers });
  answer.headers.set("cache-control", "no-store");
  return answer;
}
