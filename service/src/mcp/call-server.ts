import { setMaxListeners } from "node:events";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport, StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { isRecord } from "../sessions/is-record.js";
import { pause } from "../pause.js";
import type { Clock } from "../clock.js";
import { unlessAborted } from "../unless-aborted.js";
import { serverVersion } from "../version.js";
import { openLine, requestIdOf, type Line, type LineOptions } from "./line.js";
import { McpFault, invalidAnswer } from "./mcp-fault.js";
import type { McpServer } from "./mcp-server.js";

export interface CallOptions extends LineOptions {
  readonly clock: Clock;
}

/** Connection of a call: every request of the call must end with `signal`. */
export interface OpenServer {
  readonly client: Client;
  readonly request: {
    readonly signal: AbortSignal;
    readonly timeout: number;
    readonly onresumptiontoken: (eventId: string) => void;
  };
}

const timeoutCode: number = ErrorCode.RequestTimeout;
const closedCode: number = ErrorCode.ConnectionClosed;

/** The transport's code for an answer that is neither JSON nor a stream of events. */
const unexpectedType = -1;

/** The transport's words for a stream that is lost. It reports malformed messages through the same listener. */
const brokenStream = /^(SSE stream disconnected|Failed to reconnect|Maximum reconnection attempts)/;

/** How long a server that keeps sessions may take to end one (ms). */
const endMs = 2_000;

/**
 * Connects to a server for one call and disconnects afterwards: no connection stays open between calls, and each call
 * uses the current headers. Everything ends within the server's `timeoutMs`.
 *
 * @throws {McpFault} for a fault of the server or the network.
 * @throws {McpError} for a refusal in the protocol's terms.
 * @throws the signal's reason after an abort.
 */
export async function callServer<T>(
  server: McpServer,
  options: CallOptions,
  signal: AbortSignal,
  call: (open: OpenServer) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const { clock } = options;
  const ending = new AbortController();
  const stop = () => ending.abort(signal.reason);
  // A turn may call 16 servers at once, each with many requests; Node takes more than ten listeners for a leak.
  setMaxListeners(0, signal, ending.signal);
  signal.addEventListener("abort", stop, { once: true });
  const cancelDeadline = clock.after(server.timeoutMs, () => ending.abort(timedOut(server)));
  let isConnected = false;
  const results = new ExpectedResults((isUnreadable) =>
    ending.abort(isUnreadable ? invalidAnswer(server) : new Error("The answer ended without a result.")),
  );
  const line = openLine(server, { ...options, onAnswered: (body) => results.ended(body) });
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    fetch: (input, init) => line.fetch(input, init),
  });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is no event target; the client keeps this listener
  transport.onmessage = (message) => results.received(message);
  const client = new Client({ name: "service-embedded", version: serverVersion });
  // A stream that breaks off leaves its request without an answer for ever. Any other error is about one message.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is no event target
  client.onerror = (error) => {
    if (brokenStream.test(error.message)) ending.abort(error);
    else if (isMalformed(error)) results.unreadable();
  };
  // The client's own timer is a second limit, for a clock that does not advance.
  const request = {
    signal: ending.signal,
    timeout: server.timeoutMs + 1_000,
    onresumptiontoken: () => results.resume(),
  };
  try {
    return await unlessAborted(connectAndCall(), ending.signal);
  } catch (error) {
    signal.throwIfAborted();
    throw faultOf(error, { server, line, results, isConnected, reason: ending.signal.reason });
  } finally {
    cancelDeadline();
    signal.removeEventListener("abort", stop);
    await endSession(transport, clock);
    await client.close();
    line.close();
  }

  async function connectAndCall(): Promise<T> {
    await client.connect(transport, request);
    isConnected = true;
    return call({ client, request });
  }
}

/**
 * The results of a call's requests. The client waits for one until its time is over, also when the answer has ended
 * without it.
 */
class ExpectedResults {
  readonly #ids = new Set<unknown>();
  readonly #missing: (isUnreadable: boolean) => void;
  #refusal: unknown = null;
  #isResumable = false;
  #isUnreadable = false;

  /** @param missing is called when an answer ends without its result, which may be a message that was unreadable. */
  constructor(missing: (isUnreadable: boolean) => void) {
    this.#missing = missing;
  }

  received(message: object): void {
    if (!("id" in message) || "method" in message) return;
    this.#ids.add(message.id);
    if ("error" in message) this.#refusal = message.error;
  }

  /** Whether the server sent this error. The client has codes of its own for faults of the connection, which a server may use. */
  isRefusal({ code }: McpError): boolean {
    return isRecord(this.#refusal) && this.#refusal["code"] === code;
  }

  /** An event of the answer had an id: the client resumes an answer that ends early. */
  resume(): void {
    this.#isResumable = true;
  }

  /** A message was malformed, or had the id of no request. */
  unreadable(): void {
    this.#isUnreadable = true;
  }

  /** The answer to this request body has ended. */
  ended(body: unknown): void {
    const id = requestIdOf(body);
    if (id === undefined) return;
    // The client reads the last bytes first.
    setImmediate(() => {
      if (!this.#isResumable && !this.#ids.has(id)) this.#missing(this.#isUnreadable);
    });
  }
}

/** Most servers keep no session, and then there is nothing to end. */
async function endSession(transport: StreamableHTTPClientTransport, clock: Clock): Promise<void> {
  if (transport.sessionId === undefined) return;
  const late = new AbortController();
  const ended = transport.terminateSession().catch(() => undefined);
  await Promise.race([ended, pause(clock, endMs, late.signal).catch(() => undefined)]);
  late.abort();
}

interface Circumstances {
  readonly server: McpServer;
  readonly line: Line;
  readonly results: ExpectedResults;
  /** Whether the request of the call may have been sent. */
  readonly isConnected: boolean;
  readonly reason: unknown;
}

/** The cause, whatever the layers above it made of it. */
function faultOf(error: unknown, { server, line, results, isConnected, reason }: Circumstances): Error {
  if (reason instanceof McpFault) return reason;
  if (line.fault !== null) return line.fault;
  if (error instanceof McpError && results.isRefusal(error)) return error;
  if (error instanceof McpError && error.code === timeoutCode) return timedOut(server);
  if (error instanceof McpError && error.code !== closedCode) return error;
  if (isMalformed(error)) return invalidAnswer(server);
  return new McpFault(
    "mcp_transport_unavailable",
    isConnected
      ? `The answer of ${server.name} broke off. Whether it did what it was asked is not known.`
      : `${server.name} could not be reached. Try again later.`,
  );
}

/** Whether the server answered, but with something that its request cannot read. */
function isMalformed(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StreamableHTTPError) return error.code === unexpectedType;
  // The client throws plain errors for the last two. A `$ZodError` is one of zod 4, a `RangeError` exhausts the stack.
  return (
    ["ZodError", "$ZodError", "SyntaxError", "RangeError"].includes(error.name) ||
    /^(Received a response for an unknown message ID|Server's protocol version is not supported)/.test(error.message)
  );
}

function timedOut(server: McpServer): McpFault {
  return new McpFault(
    "mcp_transport_timeout",
    `${server.name} did not answer within ${server.timeoutMs} ms. Whether it did what it was asked is not known.`,
  );
}
