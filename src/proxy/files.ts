/**
 * Files through the host's origin (`protocol.md` §0.1, 25): announced as the user's own, bytes streamed both ways
 * without being held, and every address told as one of the proxy's.
 *
 * Who may have a file: the person whose label it carries, which the proxy puts on every upload; and whoever may open a
 * session that holds it, naming that session with `?session=`. A guessed id is answered as one that never was.
 */
import {
  begunUploadSchema,
  contentHeaders,
  fileAssetSchema,
  fileResourceOf,
  type FileAsset,
} from "../protocol/files.js";
import { readBody } from "../protocol/read-body.js";
import { isRecord } from "../protocol/read-fields.js";
import { actorOf } from "./authorize.js";
import type { Body } from "./bodies.js";
import { announcedBody } from "./file-rows.js";
import type { Passage } from "./passage.js";
import { ProxyRefusal } from "./proxy-error.js";
import type { FileSpecial } from "./proxy-route.js";
import { errorCode } from "./send-on.js";

export const fileSpecials: Record<FileSpecial, (passage: Passage) => Promise<Response>> = {
  async "begin-upload"(passage) {
    const { context, service } = passage;
    const body = { ...announcedBody(passage.body), endUser: { source: service.source, id: context.user } };
    const answer = await forward(passage, "uploads", { body: JSON.stringify(body) });
    if (!answer.ok) return refused(passage, answer);
    const begun = readBody(begunUploadSchema, await answer.json(), "a begun upload");
    const { fileId, uploadId, requiredHeaders, expiresAt, maxSizeBytes } = begun;
    const putUrl = `/v1/workspaces/${context.workspaceId}/files/uploads/${encodeURIComponent(uploadId)}/content`;
    return json(passage, { fileId, uploadId, putUrl, requiredHeaders, expiresAt, maxSizeBytes });
  },

  async upload(passage) {
    const { request, ids, lazy } = passage;
    const length = request.headers.get("content-length");
    const bytes = lazy.passing();
    const answer = await forward(passage, `uploads/${id(ids["uploadId"])}/content${ownQuery(passage)}`, {
      ...(bytes && { bytes }),
      headers: { "content-type": "application/octet-stream", ...(length !== null && { "content-length": length }) },
    });
    // The service has seen a body that broke off; why it did, is known here.
    if (lazy.failure) throw lazy.failure;
    if (!answer.ok) return refused(passage, answer);
    await answer.body?.cancel();
    return new Response(null, { status: 204, headers: passage.headers });
  },

  async "complete-upload"(passage) {
    const { ids } = passage;
    const answer = await forward(passage, `uploads/${id(ids["uploadId"])}/complete${ownQuery(passage)}`, {
      body: "{}",
    });
    if (!answer.ok) return refused(passage, answer);
    const value: unknown = await answer.json();
    return json(passage, { file: shown(readBody(fileAssetSchema, isRecord(value) ? value["file"] : null, "a file")) });
  },

  file: async (passage) => json(passage, shown(await openFile(passage))),

  async "file-url"(passage) {
    const { id: fileId } = await openFile(passage);
    const session = sessionOf(passage);
    const query = session === null ? "" : `?session=${session}`;
    const url = `/v1/workspaces/${passage.context.workspaceId}/files/${id(fileId)}/content${query}`;
    return json(passage, { url, expiresAt: null });
  },

  async "file-content"(passage) {
    const { request, headers } = passage;
    const file = await openFile(passage);
    const tag = request.headers.get("if-none-match");
    const answer = await forward(
      passage,
      `${id(file.id)}/content`,
      tag === null ? {} : { headers: { "if-none-match": tag } },
    );
    const isUnchanged = answer.status === 304;
    if (!answer.ok && !isUnchanged) return refused(passage, answer);
    const passed = new Headers([...headers, ...Object.entries(contentHeaders(file))]);
    // Of a body that was packed on the way, the length is the packed one's; here it is unpacked.
    const hasLength = !isUnchanged && !answer.headers.has("content-encoding");
    for (const name of hasLength ? ["etag", "content-length"] : ["etag"]) {
      const value = answer.headers.get(name);
      if (value !== null) passed.set(name, value);
    }
    return new Response(isUnchanged ? null : answer.body, { status: answer.status, headers: passed });
  },
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

/** More than the service takes in one message; it refuses what is behind. */
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
  // A server that does not know the question has told of somebody else's.
  return file?.endUser?.source === service.source && file.endUser.id === context.user ? file : null;
}

function fileOfSession(passage: Passage, fileId: string, sessionId: string): Promise<FileAsset | null> {
  return readFile(passage, `sessions/${id(sessionId)}/files/${id(fileId)}`);
}

async function readFile({ service, context, request }: Passage, path: string): Promise<FileAsset | null> {
  const answer = await service.forward({
    method: "GET",
    path: `/v1/workspaces/${id(context.workspaceId)}/${path}`,
    signal: request.signal,
  });
  if (answer.ok) return readBody(fileAssetSchema, await answer.json(), "a file") as FileAsset;
  await answer.body?.cancel();
  if (answer.status === 404) return null;
  throw new ProxyRefusal(502, "upstream_unavailable", "The service could not tell of the file. Try again.");
}

interface Sent {
  readonly body?: string;
  readonly bytes?: ReadableStream<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
}

function forward({ service, context, request }: Passage, path: string, sent: Sent): Promise<Response> {
  const isWrite = request.method !== "GET";
  return service.forward({
    method: request.method,
    path: `/v1/workspaces/${id(context.workspaceId)}/files/${path}`,
    signal: request.signal,
    ...(isWrite && { actor: actorOf(service.source, context) }),
    ...sent,
  });
}

function ownQuery({ service, context }: Passage): string {
  return `?${new URLSearchParams({ endUserSource: service.source, endUserId: context.user }).toString()}`;
}

function id(text: string | undefined): string {
  return encodeURIComponent(text ?? "");
}

/** What a browser is told of a file; whose it is, is none of its business. */
function shown(file: object): object {
  return { ...file, endUser: undefined };
}

async function refused({ headers, hide, visit }: Passage, answer: Response): Promise<Response> {
  const passed = new Headers(headers);
  passed.set("content-type", "application/json; charset=utf-8");
  passed.set("cache-control", "no-store");
  const text = await answer.text();
  visit.note({ code: errorCode(text) });
  return new Response(hide(text), { status: answer.status, headers: passed });
}

function json({ headers }: Passage, value: object): Response {
  const answer = Response.json(value, { headers });
  answer.headers.set("cache-control", "no-store");
  return answer;
}

function fileNotFound(): ProxyRefusal {
  return new ProxyRefusal(404, "file_not_found", "There is no such file.");
}
