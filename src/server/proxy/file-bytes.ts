/** A file's bytes through the proxy, in both directions, as headers of ours describe them. */
import { contentHeaders, type FileAsset } from "../../wire/protocol/files.js";
import { answeredError } from "../../wire/http/http-failure.js";
import { actorOf } from "./authorize.js";
import type { Passage } from "./passage.js";
import { malformed } from "./send-on.js";

export interface Sent {
  readonly body?: string;
  readonly bytes?: ReadableStream<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
  /** @default the request's */
  readonly signal?: AbortSignal;
}

/** @param path under the workspace's `files/` */
export function forwardFile({ service, context, request }: Passage, path: string, sent: Sent): Promise<Response> {
  const isWrite = request.method !== "GET";
  return service.forward({
    method: request.method,
    path: `/v1/workspaces/${encodeURIComponent(context.workspaceId)}/files/${path}`,
    signal: request.signal,
    ...(isWrite && { actor: actorOf(service.source, context) }),
    ...sent,
  });
}

/** Headers are derived from `file`; those of the service's response are ignored. */
export async function passBytes(passage: Passage, file: FileAsset): Promise<Response> {
  const { request, headers } = passage;
  const tag = request.headers.get("if-none-match");
  const path = `${encodeURIComponent(file.id)}/content`;
  const answer = await forwardFile(passage, path, tag === null ? {} : { headers: { "if-none-match": tag } });
  const isUnchanged = answer.status === 304;
  const asked = { method: "GET", path };
  if (!answer.ok && !isUnchanged) throw await answeredError(answer, asked);
  const own = contentHeaders(file);
  const passed = new Headers(headers);
  for (const [name, value] of Object.entries(own)) passed.set(name, value);
  const etag = answer.headers.get("etag") ?? "";
  if (/^(?:W\/)?"[\w.+/=:-]{1,128}"$/.test(etag)) passed.set("etag", etag);
  if (isUnchanged) {
    await answer.body?.cancel().catch(() => {});
    return new Response(null, { status: 304, headers: passed });
  }
  const fault = bytesFault(answer, file, own["content-type"] ?? "");
  if (fault !== null) {
    await answer.body?.cancel().catch(() => {});
    throw malformed(asked, answer, fault);
  }
  // For a compressed body, the length is that of the compressed bytes; here it is decompressed.
  if (!answer.headers.has("content-encoding")) passed.set("content-length", String(file.sizeBytes));
  return new Response(answer.body, { status: 200, headers: passed });
}

/** An intermediary's page in place of the bytes has another type or length. */
function bytesFault({ headers, status }: Response, file: FileAsset, ownType: string): string | null {
  if (status !== 200) return `has the status ${status}`;
  const type = mediaType(headers.get("content-type"));
  const types = ["", "application/octet-stream", ownType, mediaType(file.contentType)];
  if (!types.includes(type)) return `is "${type}" and not the file's bytes`;
  const length = headers.has("content-encoding") ? null : headers.get("content-length");
  return length === null || Number(length) === file.sizeBytes ? null : `has ${length} bytes and not ${file.sizeBytes}`;
}

function mediaType(contentType: string | null): string {
  return (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}
