/** Uploads a file's bytes with progress, which `fetch` does not report. */
import { ServiceApiError } from "../wire/protocol/api-error.js";
import type { CallOptions, ServiceConnection } from "./service-connection.js";
import { onAbort } from "../foundation/on-abort.js";

/** A file that is to be uploaded. */
export interface UploadRequest {
  readonly method: "PUT";
  readonly url: string;
  readonly headers: Headers;
  readonly body: Blob;
  readonly signal: AbortSignal | null;
}

/** Makes one request and reports the bytes sent; rejects when the signal aborts or there is no response. */
export type Upload = (request: UploadRequest, onProgress: (sentBytes: number) => void) => Promise<Response>;

interface BytesToSend extends CallOptions {
  readonly putUrl: string;
  readonly putPath?: string | undefined;
  readonly requiredHeaders: Readonly<Record<string, string>>;
  readonly content: Blob;
  readonly onProgress?: ((sentBytes: number) => void) | undefined;
  readonly upload?: Upload | undefined;
}

export async function sendBytes(connection: ServiceConnection, options: BytesToSend): Promise<void> {
  const { content, requiredHeaders, onProgress = () => {}, signal, actor } = options;
  const upload = options.upload ?? (connection.isPlain && hasXhr() ? xhrUpload : undefined);
  const send: typeof fetch | undefined =
    upload &&
    ((input, init) =>
      upload(
        {
          method: "PUT",
          url: addressOf(input),
          headers: new Headers(init?.headers),
          body: content,
          signal: init?.signal ?? null,
        },
        onProgress,
      ));
  // The service's own path uses the connection, which has its base URL and headers.
  const path = options.putPath ?? options.putUrl;
  const isOurs = path.startsWith("/");
  const request = { method: "PUT", path, content, headers: requiredHeaders, signal, actor } as const;
  const response = await (isOurs
    ? connection.open({ ...request, ...(send && { send }) })
    : (send ?? fetch)(options.putUrl, {
        method: "PUT",
        headers: requiredHeaders,
        body: content,
        signal: signal ?? null,
        redirect: "error",
      }));
  await response.body?.cancel().catch(() => {});
  if (!response.ok) {
    throw new ServiceApiError(`The storage answered the upload with ${response.status}. Start a new upload.`, {
      status: response.status,
      code: "upload_refused",
    });
  }
  onProgress(content.size);
}

function hasXhr(): boolean {
  return typeof XMLHttpRequest !== "undefined";
}

function addressOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : String(input);
}

/** The default in a browser. */
export const xhrUpload: Upload = ({ method, url, headers, body, signal }, onProgress) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, url);
    request.responseType = "text";
    headers.forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.addEventListener("progress", ({ loaded }) => onProgress(Math.min(loaded, body.size)));
    request.addEventListener("load", () => resolve(answerOf(request)));
    request.addEventListener("error", () => reject(new TypeError("The connection was lost while the file was sent.")));
    request.addEventListener("abort", () =>
      reject((signal?.reason as Error | undefined) ?? new TypeError("The upload was given up.")),
    );
    request.addEventListener("loadend", onAbort(signal ?? undefined, abort));
    request.send(body);
  });

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r\n/)) {
    const at = line.indexOf(":");
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  const hasBody = ![204, 205, 304].includes(request.status);
  return new Response(hasBody ? request.responseText : null, { status: request.status, headers });
}
