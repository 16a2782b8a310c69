/**
 * The body of a request, read on demand by a host's function or the door itself. Each gets the whole body; together
 * they read it once, within one limit of size and time.
 */
import { createBodyPieces, type BodyLimits, type BodyPieces } from "./body-pieces.js";
import type { DoorRefusal } from "./refusal.js";

type Bytes = Uint8Array<ArrayBuffer>;

export interface LazyBody {
  /** The request again, with a body of its own to read. Reading beyond a limit fails as `bytes` does. */
  copy(): Request;
  /**
   * The whole body; undefined when there is none, or it is empty.
   *
   * @throws {DoorRefusal} (413) `body_too_large`, (408) `body_timeout`, (400) `invalid_body` when it breaks off, (500)
   *   `body_already_read` when the host read it before the door was called.
   */
  bytes(): Promise<Bytes | undefined>;
  /**
   * The body as a stream of any size that is not stored, for a route that forwards it instead of reading `bytes`. It
   * fails with 408 when it makes no progress for the body's whole time limit.
   */
  passing(): ReadableStream<Uint8Array> | null;
  /** The failure of reading, for any reader; a host's function may have wrapped it. */
  readonly failure: DoorRefusal | undefined;
}

/** Default body limit of both doors (bytes). */
export const defaultBodyLimit = 1_048_576;

/** Default time limit of a body (ms). */
export const defaultBodyTimeout = 30_000;

export function lazyBody(request: Request, limits: BodyLimits): LazyBody {
  const pieces = createBodyPieces(request, limits);
  return {
    copy() {
      if (!hasBody(request)) return request.clone();
      const { url, method, headers, signal } = request;
      return new Request(url, { method, headers, signal, body: replay(pieces), duplex: "half" } as RequestInit);
    },
    async bytes() {
      const all: Bytes[] = [];
      for (let piece = await pieces.piece(0); piece; piece = await pieces.piece(all.length)) all.push(piece);
      return join(all);
    },
    passing: () => (hasBody(request) ? passOn(pieces) : null),
    get failure() {
      return pieces.failure;
    },
  };
}

function replay(pieces: BodyPieces): ReadableStream<Uint8Array> {
  let at = 0;
  return pulled(async () => (await pieces.piece(at++))?.slice());
}

function passOn(pieces: BodyPieces): ReadableStream<Uint8Array> {
  return pulled(
    () => pieces.passing(),
    (reason) => pieces.cancel(reason),
  );
}

/** A stream that pulls a piece only when its reader does. */
function pulled(
  next: () => Promise<Uint8Array | undefined>,
  cancel?: (reason: unknown) => Promise<void>,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await next();
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
      ...(cancel && { cancel }),
    },
    { highWaterMark: 0 },
  );
}

/** Asks the headers first: some servers begin to read as soon as a request's body is looked at. */
function hasBody(request: Request): boolean {
  if (request.method === "GET" || request.method === "HEAD") return false;
  const length = request.headers.get("content-length");
  if (length !== null || request.headers.has("transfer-encoding")) return length !== "0";
  return request.body !== null;
}

function join(pieces: readonly Bytes[]): Bytes | undefined {
  const size = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (size === 0) return undefined;
  if (pieces.length === 1) return pieces[0];
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}
