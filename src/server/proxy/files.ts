/**
 * Files through the host's origin (`protocol.md` §0.1, 25): announced as the user's own, bytes streamed both ways
 * without being stored, and every address rewritten to the proxy's.
 *
 * A file is readable for the person whose label it has, which the proxy sets on every upload; and for people who may
 * open a session with it and name that session with `?session=`. The response for a foreign id equals that for a
 * missing one.
 */
import { isNotFound } from "../../wire/protocol/api-error.js";
import { fileResourceOf, type FileAsset } from "../../wire/protocol/files.js";
import { isRecord } from "../../wire/protocol/read-fields.js";
import { answers } from "./answers.js";
import type { Body } from "./bodies.js";
import { announcedBody } from "./file-rows.js";
import type { Passage } from "./passage.js";
import { ProxyRefusal } from "./proxy-error.js";
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
    const path = `uploads/${id(ids["uploadId"])}/content${ownQuery(passage)}`;
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
    const path = `uploads/${id(passage.ids["uploadId"])}/complete${ownQuery(passage)}`;
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

/** @throws {ProxyRefusal} (404) when a message names a file that this person may not have. */
export async function assertFilesOf(passage: Passage, body: Body): Promise<void> {
  const { sessionId } = passage.ids;
  const { resources } = isRecord(body["payload"]) ? body["payload"] : body;
  if (sessionId === undefined || !Array.isArray(resources)) return;
  const named = resources.slice(0, maxChecked).flatMap((resource) => fileResourceOf(resource)?.fileId ?? []);
  await Promise.all(
    named.map(async (fileId) => {
      if ((await ownFile(passage, fileId)) ?? (await fileOfSession(passage, fileId, sessionId))) return;
      throw fileNotFound();
    }),
  );
}

/** More than the service accepts in one message; it refuses the rest. */
const maxChecked = 50;

async function openFile(passage: Passage): Promise<FileAsset> {
  const fileId = passage.ids["fileId"] ?? "";
  const own = await ownFile(passage, fileId);
  if (own) return own;
  const session = sessionOf(passage);
  if (session === null) throw fileNotFound();
  await passage.openSession(session);
  const shared = await fileOfSession(passage, fileId, session);
  if (shared) return shared;
  throw fileNotFound();
}

function sessionOf({ request }: Passage): string | null {
  const session = new URL(request.url).searchParams.get("session");
  return session !== null && /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(session) ? session : null;
}

async function ownFile(passage: Passage, fileId: string): Promise<FileAsset | null> {
  const file = await readFile(passage, `files/${id(fileId)}${ownQuery(passage)}`);
  const { service, context } = passage;
  // A server without this query has returned another person's file.
  return file?.endUser?.source === service.source && file.endUser.id === context.user ? file : null;
}

function fileOfSession(passage: Passage, fileId: string, sessionId: string): Promise<FileAsset | null> {
  return readFile(passage, `sessions/${id(sessionId)}/files/${id(fileId)}`);
}

async function readFile({ service, context, request }: Passage, path: string): Promise<FileAsset | null> {
  const asked = { method: "GET", path: `/v1/workspaces/${id(context.workspaceId)}/${path}` };
  try {
    const answer = await service.forward({ ...asked, signal: request.signal });
    return (await readAnswer(answer, asked, answers.file)).value as FileAsset;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

async function sendJson<T>(passage: Passage, path: string, sent: Sent, read: (value: unknown) => T) {
  const { method } = passage.request;
  return readAnswer(await forward(passage, path, sent), { method, path }, read);
}

function ownQuery({ service, context }: Passage): string {
  return `?${new URLSearchParams({ endUserSource: service.source, endUserId: context.user }).toString()}`;
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

function fileNotFound(): ProxyRefusal {
  return new ProxyRefusal(404, "file_not_found", "There is no such file.");
}
