/**
 * One request to an integration's API: only to allowed addresses, through its own socket, with a time limit and a
 * bounded response. Redirects are not followed: the response names the target, and calls are sent only to the
 * approved address.
 */
import { lookup as lookUp } from "node:dns";
import * as http from "node:http";
import * as https from "node:https";
import { isIP } from "node:net";
import type { Clock } from "../clock.js";
import { dialRule } from "../mcp/dial-rule.js";
import { judgedLookup } from "../mcp/line.js";
import { serverVersion } from "../version.js";
import type { AddressRules } from "./callable-url.js";
import type { Authentication } from "./credential.js";
import type { FilledRequest } from "./fill-request.js";
import { limits } from "./surface.js";

export interface OutboundOptions {
  readonly clock: Clock;
  /** All the addresses of a name. @default node:dns */
  readonly lookup?: typeof lookUp | undefined;
  /** How long a call may take, connecting included. @default 30_000 (ms) */
  readonly timeoutMs?: number | undefined;
}

export interface OutboundAnswer {
  readonly status: number;
  /** Lower case, without parameters; empty when there is none. */
  readonly contentType: string;
  readonly bytes: Buffer;
}

export type OutboundFaultCode =
  | "integration_address_refused"
  | "integration_unavailable"
  | "integration_timeout"
  | "integration_answer_too_large";

/** The cause of a missing response. Its message quotes neither the address nor the request. */
export class OutboundFault extends Error {
  readonly code: OutboundFaultCode;
  constructor(code: OutboundFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

const defaultTimeoutMs = 30_000;

/** @throws {OutboundFault} and the signal's reason once it has aborted. */
export async function sendOut(
  request: FilledRequest,
  authentication: Authentication,
  rules: AddressRules,
  options: OutboundOptions & { readonly signal: AbortSignal },
): Promise<OutboundAnswer> {
  const { clock, signal, timeoutMs = defaultTimeoutMs } = options;
  signal.throwIfAborted();
  const ending = new AbortController();
  const stop = () => ending.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  let isConnected = false;
  const onConnected = () => (isConnected = true);
  const cancelDeadline = clock.after(timeoutMs, () => ending.abort(timedOut(timeoutMs)));
  try {
    const lookup = options.lookup ?? lookUp;
    return await exchange(withCredential(request, authentication), { rules, lookup, onConnected }, ending.signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OutboundFault) throw error;
    if (ending.signal.reason instanceof OutboundFault) throw ending.signal.reason;
    throw new OutboundFault(
      "integration_unavailable",
      isConnected
        ? "The API's answer broke off. Whether it did what it was asked is not known."
        : "The API could not be reached. Try again later.",
    );
  } finally {
    cancelDeadline();
    signal.removeEventListener("abort", stop);
  }
}

function withCredential(request: FilledRequest, { headers, query }: Authentication): FilledRequest {
  const url = new URL(request.url);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return { ...request, url, headers: { ...request.headers, ...headers } };
}

interface Dialling {
  readonly rules: AddressRules;
  readonly lookup: typeof lookUp;
  /** Called before the first byte of the request is sent. */
  readonly onConnected: () => void;
}

async function exchange(
  { method, url, headers, body }: FilledRequest,
  { rules, lookup, onConnected }: Dialling,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  const mayDial = dialRule(url.hostname, rules);
  // A literal address is dialled without a look-up.
  const literal = url.hostname.replaceAll(/^\[|\]$/g, "");
  if (isIP(literal) !== 0 && !mayDial(literal)) throw addressRefused();
  const isSecure = url.protocol === "https:";
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = (isSecure ? https : http).request(url, {
      method,
      headers: { ...headers, "user-agent": `service-embedded/${serverVersion}`, "accept-encoding": "identity" },
      agent: false,
      lookup: judgedLookup(lookup, mayDial, addressRefused),
      signal,
    });
    request.on("socket", (socket) => socket.once(isSecure ? "secureConnect" : "connect", onConnected));
    request.on("response", resolve);
    request.on("error", reject);
    request.end(body ?? undefined);
  });
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    size += piece.byteLength;
    if (size > limits.documentBytes) {
      answer.destroy();
      throw new OutboundFault(
        "integration_answer_too_large",
        `The API answered with more than ${limits.documentBytes} bytes.`,
      );
    }
    pieces.push(piece);
  }
  const contentType = (answer.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return { status: answer.statusCode ?? 0, contentType, bytes: Buffer.concat(pieces) };
}

function addressRefused(): OutboundFault {
  return new OutboundFault(
    "integration_address_refused",
    "The API lies in a private network or on the service's own machine, which integrations may not call.",
  );
}

function timedOut(timeoutMs: number): OutboundFault {
  return new OutboundFault(
    "integration_timeout",
    `The API did not answer within ${timeoutMs} ms. Whether it did what it was asked is not known.`,
  );
}
