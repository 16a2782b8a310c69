/** One HTTP/1.1 exchange over a raw socket, for requests that client libraries refuse to send. */
import { connect } from "node:net";

export interface RawAnswer {
  /** Null when the server closed the connection without an answer. */
  readonly status: number | null;
  readonly head: string;
  /** The decoded body; of a stream only its beginning. */
  readonly body: string;
  /** All bytes received. */
  readonly bytes: string;
}

/** How long a server may stay silent before the exchange counts as hanging (ms). No test measures it. */
const patience = 30_000;

/**
 * Sends the pieces and reads one response. Always closes the connection.
 *
 * @param ends whether to half-close the connection, so that the server does not wait for the rest of a request.
 */
export function exchange(port: number, pieces: readonly (string | Uint8Array)[], ends: boolean): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    let bytes = "";
    const silence = setTimeout(
      () => finish(new Error(`No answer within ${patience} ms to ${String(pieces[0])}`)),
      patience,
    );
    function finish(fault?: Error): void {
      clearTimeout(silence);
      socket.destroy();
      if (fault) reject(fault);
      else resolve(answerOf(bytes));
    }
    socket.setEncoding("latin1");
    socket.setNoDelay(true);
    socket.on("data", (piece) => {
      bytes += String(piece);
      if (isWhole(bytes)) finish();
    });
    socket.once("end", () => finish());
    // A server that refuses a request may reset the connection while the rest is being sent.
    socket.once("error", () => finish());
    for (const piece of pieces) socket.write(typeof piece === "string" ? Buffer.from(piece, "latin1") : piece);
    if (ends) socket.end();
  });
}

function isWhole(bytes: string): boolean {
  const { status, head, rest } = split(bytes);
  if (status === null) return false;
  if (status === 204 || status === 304 || /^content-type: text\/event-stream/im.test(head)) return true;
  const [, length] = /^content-length: (\d+)\r?$/im.exec(head) ?? [];
  if (length !== undefined) return rest.length >= Number(length);
  return /^transfer-encoding: chunked\r?$/im.test(head) && rest.endsWith("0\r\n\r\n");
}

function split(bytes: string): { readonly status: number | null; readonly head: string; readonly rest: string } {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return { status: null, head: "", rest: "" };
  const head = bytes.slice(0, end);
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(head) ?? [];
  // An interim response precedes the real one.
  if (status === "100") return split(bytes.slice(end + 4));
  return { status: status === undefined ? null : Number(status), head, rest: bytes.slice(end + 4) };
}

function answerOf(bytes: string): RawAnswer {
  const { status, head, rest } = split(bytes);
  const isChunked = /^transfer-encoding: chunked\r?$/im.test(head);
  return { status, head, body: isChunked ? unchunk(rest) : rest, bytes };
}

function unchunk(text: string): string {
  let body = "";
  for (let rest = text; ;) {
    const [line, size] = /^([0-9a-f]+)\r\n/i.exec(rest) ?? [];
    if (line === undefined || size === undefined || Number.parseInt(size, 16) === 0) return body;
    const length = Number.parseInt(size, 16);
    body += rest.slice(line.length, line.length + length);
    rest = rest.slice(line.length + length + 2);
  }
}
