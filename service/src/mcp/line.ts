/**
 * The transport to one server, for one call: requests with its headers, through their own sockets, and only to
 * allowed addresses.
 *
 * It uses `node:http` instead of `fetch`, because an address must be checked where it is used: two look-ups of a name
 * may return two addresses.
 */
import { lookup as lookUp, type LookupAddress } from "node:dns";
import * as http from "node:http";
import * as https from "node:https";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { Readable } from "node:stream";
import { dialRule } from "./dial-rule.js";
import { invalidAnswer, McpFault } from "./mcp-fault.js";
import type { McpServer } from "./mcp-server.js";

export interface LineOptions {
  /** Whether servers may lie in private networks. */
  readonly privateNetworks: boolean;
  /** Whether servers may be on this machine. @default true */
  readonly loopback?: boolean | undefined;
  /** All the addresses of a name. */
  readonly lookup?: typeof lookUp | undefined;
  /** Called with the body of a request whose answer has ended. @default nothing */
  readonly onAnswered?: ((body: unknown) => void) | undefined;
}

export interface Line {
  fetch(input: string | URL, init?: RequestInit): Promise<Response>;
  /** The first failure, however the transport reported it. */
  readonly fault: McpFault | null;
  /** Closes open sockets. */
  close(): void;
}

/** Size limit of one response (bytes). */
export const mostAnswerBytes = 4_194_304;

export function openLine(server: McpServer, options: LineOptions): Line {
  const secure = new https.Agent({ keepAlive: true });
  const plain = new http.Agent({ keepAlive: true });
  let fault: McpFault | null = null;
  const fail = (what: McpFault): McpFault => (fault ??= what);

  async function fetchServer(input: string | URL, init: RequestInit = {}): Promise<Response> {
    // Nothing is listened for between calls: a stream is only resumed, never opened for that.
    const isResumed = new Headers(init.headers).has("last-event-id");
    if (init.method === "GET" && !isResumed) return new Response(null, { status: 405 });
    const url = new URL(input);
    const mayDial = dialRule(url.hostname, { ...options, loopback: options.loopback ?? true });
    // A literal address is dialled without a look-up.
    const literal = url.hostname.replaceAll(/^\[|\]$/g, "");
    if (isIP(literal) !== 0 && !mayDial(literal)) throw fail(addressRefused(server));
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...lowerCase(server.headers) };
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const isSecure = url.protocol === "https:";
      const request = (isSecure ? https : http).request(url, {
        method: init.method ?? "POST",
        headers,
        agent: isSecure ? secure : plain,
        lookup: judgedLookup(options.lookup ?? lookUp, mayDial, () => addressRefused(server)),
        ...(init.signal && { signal: init.signal }),
      });
      request.on("response", resolve);
      request.on("error", (error) => reject(error instanceof McpFault ? fail(error) : error));
      request.end(init.body);
    });
    const status = answer.statusCode ?? 0;
    if (init.method !== "DELETE" && status >= 400) {
      answer.destroy();
      throw fail(statusFault(server, status));
    }
    if (withoutContent.has(status) && requestIdOf(init.body) !== undefined) {
      answer.destroy();
      throw fail(invalidAnswer(server));
    }
    return responseOf(answer, {
      tooMuch: () => fail(tooLarge(server)),
      ended: () => options.onAnswered?.(init.body),
    });
  }

  return {
    fetch: fetchServer,
    get fault() {
      return fault;
    },
    close() {
      secure.destroy();
      plain.destroy();
    },
  };
}

/** Statuses that answer a notification, and never a request: it has a result. */
const withoutContent: ReadonlySet<number> = new Set([202, 204]);

/** The id of a request in the protocol. Undefined for a notification and for another body. */
export function requestIdOf(body: unknown): unknown {
  return typeof body === "string" ? (JSON.parse(body) as { readonly id?: unknown }).id : undefined;
}

/** Looks a name up and checks every address; the socket gets only these. */
export function judgedLookup(
  lookup: typeof lookUp,
  mayDial: (address: string) => boolean,
  refusal: () => Error & NodeJS.ErrnoException,
): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = (error === null ? found : []) as LookupAddress[];
      const [first] = addresses;
      if (error !== null || first === undefined) return callback(error, "");
      if (!addresses.every(({ address }) => mayDial(address))) return callback(refusal(), "");
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

interface Bounds {
  readonly tooMuch: () => McpFault;
  readonly ended: () => void;
}

function responseOf(answer: http.IncomingMessage, { tooMuch, ended }: Bounds): Response {
  const headers = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const status = answer.statusCode ?? 0;
  if ([204, 205, 304].includes(status)) {
    answer.resume();
    return new Response(null, { status, headers });
  }
  let size = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      size += bytes.byteLength;
      if (size > mostAnswerBytes) throw tooMuch();
      controller.enqueue(bytes);
    },
    flush: ended,
  });
  const body = Readable.toWeb(answer) as ReadableStream<Uint8Array>;
  return new Response(body.pipeThrough(bounded), { status, headers });
}

function lowerCase(headers: McpServer["headers"]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function statusFault(server: McpServer, status: number): McpFault {
  if (status === 401) {
    const isBare = Object.keys(server.headers).length === 0;
    return new McpFault(
      "mcp_auth_needed",
      `${server.name} did not accept the session's credentials (401). They may have expired: the host must send fresh ones.`,
      isBare ? "missing_connection" : "expired",
    );
  }
  if (status === 403) {
    return new McpFault(
      "mcp_auth_needed",
      `${server.name} does not let the session's credentials do this (403). The host must send others.`,
      "insufficient_scope",
    );
  }
  return new McpFault("mcp_transport_unavailable", `${server.name} could not answer (${status}). Try again later.`);
}

function addressRefused(server: McpServer): McpFault {
  return new McpFault(
    "mcp_address_refused",
    `${server.name} lies in a private network, which this service reaches only when it is started with mcp.privateNetworks.`,
  );
}

function tooLarge(server: McpServer): McpFault {
  return new McpFault(
    "mcp_answer_too_large",
    `${server.name} answered with more than ${mostAnswerBytes} bytes. Ask it for less.`,
  );
}
