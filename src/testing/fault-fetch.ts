/**
 * A network that fails on purpose, at a place that a test names.
 *
 * Wraps any `fetch`; a plan decides the faults of each request. Faults of a body are measured in bytes, so a test can
 * try every place where a stream can break.
 */
import { systemClock, type Clock } from "../foundation/clock.js";
import { rewriteFor, type BodyFault } from "./body-faults.js";
import { chunksOf, pullBody } from "./pull-body.js";

export type { BodyFault } from "./body-faults.js";

/** Faults of a request or its response. */
export type RequestFault =
  /** Waits before it is sent. */
  | { readonly kind: "delay"; readonly ms: number }
  /** Never reaches the server: the network is down. */
  | { readonly kind: "refuse" }
  /** Reaches the server, and its answer gets lost. */
  | { readonly kind: "lose-answer" }
  /** Reaches the server twice; the second answer counts. */
  | { readonly kind: "send-twice" }
  /** Is never answered. */
  | { readonly kind: "no-answer" }
  /** An intermediary answers instead of the server. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    };

/** A fault that `faultFetch` causes. */
export type Fault = RequestFault | BodyFault;

/** A request that `faultFetch` saw. */
export interface SeenRequest {
  /** Counts from 0. */
  readonly index: number;
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
}

/** Faults of this request; several apply in order, none or an empty list is a good network. */
export type FaultPlan = (request: SeenRequest) => Fault | readonly Fault[] | undefined;

/** A `fetch` with faults, and what it has seen. */
export interface FaultFetch {
  (input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
  /** Every request so far. */
  readonly seen: readonly SeenRequest[];
}

/** Wraps `fetch` and causes faults at chosen places. */
export function faultFetch(
  send: typeof fetch,
  plan: FaultPlan,
  options: { readonly clock?: Clock | undefined } = {},
): FaultFetch {
  const { clock = systemClock } = options;
  const seen: SeenRequest[] = [];
  const call = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = input instanceof Request ? input.url : input;
    const request: SeenRequest = {
      index: seen.length,
      method: (init?.method ?? (input instanceof Request ? input.method : "GET")).toUpperCase(),
      url: new URL(url, "http://in-process.test"),
      headers: new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined)),
    };
    seen.push(request);
    const planned = plan(request) ?? [];
    const faults = Array.isArray(planned) ? (planned as readonly Fault[]) : [planned as Fault];
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const plain: Send = () => send(input instanceof Request ? input.clone() : input, init);
    const obstructed = faults.reduceRight((next, fault) => obstruct(next, fault, signal ?? undefined, clock), plain);
    const answer = await obstructed();
    return faults.reduce((response, fault) => rewrite(response, fault, signal ?? undefined), answer);
  };
  return Object.assign(call, { seen });
}

type Send = () => Promise<Response>;

/** The sending of a request with this fault in its way. */
function obstruct(send: Send, fault: Fault, signal: AbortSignal | undefined, clock: Clock): Send {
  if (fault.kind === "status") return async () => statusAnswer(fault);
  if (fault.kind === "refuse") return async () => Promise.reject(new TypeError("fetch failed"));
  return async () => {
    if (fault.kind === "no-answer") await unlessAborted(signal, () => () => {});
    if (fault.kind === "delay") await unlessAborted(signal, (done) => clock.after(fault.ms, done));
    if (fault.kind === "send-twice") await (await send()).body?.cancel();
    const answer = await send();
    if (fault.kind !== "lose-answer") return answer;
    await answer.body?.cancel();
    throw new TypeError("fetch failed");
  };
}

function statusAnswer(fault: Fault & { readonly kind: "status" }): Response {
  const body = fault.body === undefined ? null : JSON.stringify(fault.body);
  return new Response(body, {
    status: fault.status,
    headers: { "content-type": "application/json", ...fault.headers },
  });
}

function rewrite(response: Response, fault: Fault, signal: AbortSignal | undefined): Response {
  const change = rewriteFor(fault);
  const { status, statusText, headers, body } = response;
  if (!change || !body) return response;
  const chunks = chunksOf(body);
  const onAbandon = (reason: unknown) => chunks.cancel(reason);
  const rewritten = releasing(change(chunks), () => chunks.cancel(undefined));
  return new Response(pullBody(rewritten, { signal, onAbandon }), { status, statusText, headers });
}

/** A connection that ended on this side has ended on the other one too. */
async function* releasing(
  chunks: AsyncIterable<Uint8Array>,
  release: () => void,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* chunks;
  } finally {
    release();
  }
}

/** Waits for what `start` starts. @throws the signal's reason. */
function unlessAborted(signal: AbortSignal | undefined, start: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = start(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    const onAbort = () => {
      stop();
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();
  });
}
