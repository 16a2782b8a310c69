/** A request's body, read whole but never beyond a limit, and the request again for whoever else wants to read it. */

/** The bytes; undefined when there is no body, null when it is larger than `limit` bytes. No more than that is read. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | undefined | null> {
  if (hasNoStream(request)) return readWhole(request.clone(), limit);
  if (!request.body) return undefined;
  if (Number(request.headers.get("content-length") ?? 0) > limit) {
    letGo(request.body.cancel());
    return null;
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return join(pieces, size);
    size += value.byteLength;
    if (size > limit) {
      letGo(reader.cancel());
      return null;
    }
    pieces.push(value);
  }
}

/** The same request with a body that was read already. */
export function withBody(request: Request, body: Uint8Array<ArrayBuffer> | undefined): Request {
  if (body === undefined) return request.clone();
  return new Request(request.url, { method: request.method, headers: request.headers, signal: request.signal, body });
}

/** Some browsers, where a handler may run for a demonstration, do not give the body of a request as a stream. */
function hasNoStream(request: { readonly body?: Request["body"] }): boolean {
  return request.body === undefined;
}

async function readWhole(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | undefined | null> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.byteLength > limit) return null;
  return bytes.byteLength === 0 ? undefined : bytes;
}

function join(pieces: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}

/** Not waited for: a body that was cloned is cancelled only once its copies are. */
function letGo(cancelled: Promise<void>): void {
  cancelled.catch(() => {});
}
