/** The network between two sides. Each planned fault affects the next request of its kind. */
import type { Clock } from "../../../src/foundation/clock.js";
import { faultFetch, type Fault } from "../../../src/testing/fault-fetch.js";

/** Purpose of a request. */
export type Aim = "write" | "read" | "stream";

export type WireFault =
  | Fault
  /** The server gets the request, and an intermediary answers instead of it. */
  | { readonly kind: "answer-instead"; readonly status: number; readonly html?: boolean }
  /** An intermediary answers, and the request never reaches the server. */
  | { readonly kind: "refuse-with"; readonly status: number; readonly html?: boolean; readonly retryAfter?: number }
  /** The response is delayed. */
  | { readonly kind: "late-answer"; readonly ms: number }
  /** The server gets the request, and its response never arrives. */
  | { readonly kind: "hang" }
  /** After so many bytes the rest of the response is delayed. */
  | { readonly kind: "stall"; readonly after: number; readonly ms: number };

export interface Armed {
  readonly aim: Aim;
  readonly fault: WireFault;
}

export interface Wire {
  readonly fetch: typeof fetch;
  readonly arm: (armed: Armed) => void;
  readonly heal: () => void;
  /** Number of faults that affected a request. */
  readonly met: () => number;
}

export interface WireOptions {
  readonly clock: Clock;
  readonly send: typeof fetch;
  readonly onRequest?: (told: string) => void;
}

export function wire({ clock, send, onRequest }: WireOptions): Wire {
  let armed: Armed[] = [];
  let met = 0;
  return {
    met: () => met,
    arm: (fault) => void armed.push(fault),
    heal: () => void (armed = []),
    async fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : input, "https://app.test");
      const method = (init?.method ?? (input instanceof Request ? input.method : "GET")).toUpperCase();
      const aim = aimOf(method, url);
      const at = armed.findIndex((each) => each.aim === aim && (!ordered.has(each.fault.kind) || isNumbered(url)));
      const [found] = at < 0 ? [] : armed.splice(at, 1);
      if (found) met += 1;
      const line = `${method} ${url.pathname}${url.search} ${found?.fault.kind ?? ""}`;
      try {
        const answer = await (found ? meet(found.fault, { clock, send }, input, init) : send(input, init));
        onRequest?.(`${line} ${answer.status}`);
        return answer;
      } catch (error) {
        onRequest?.(`${line} ${(error as Error).name}`);
        throw error;
      }
    },
  };
}

/** No network reorders or repeats frames, so these need a stream whose reader sees it by the number of each frame. */
const ordered: ReadonlySet<string> = new Set(["swap-frames", "duplicate-frame"]);

/** Whether each frame of the stream has the number after that of the frame before. */
function isNumbered(url: URL): boolean {
  return url.pathname.endsWith("/stream");
}

function aimOf(method: string, url: URL): Aim {
  if (method !== "GET") return "write";
  return url.searchParams.has("follow") || url.pathname.endsWith("/stream") ? "stream" : "read";
}

type OnWay = Exclude<WireFault, Fault>;
type Way = Pick<WireOptions, "clock" | "send">;
type Meet<F> = (fault: F, way: Way, input: RequestInfo | URL, init: RequestInit | undefined) => Promise<Response>;

const ways: { readonly [Kind in OnWay["kind"]]: Meet<Extract<OnWay, { readonly kind: Kind }>> } = {
  async "answer-instead"(fault, { send }, input, init) {
    await (await send(input, init)).body?.cancel();
    return otherAnswer(fault);
  },
  "refuse-with": async (fault) => otherAnswer(fault),
  async "late-answer"({ ms }, { send, clock }, input, init) {
    const answer = await send(input, init);
    await unlessAborted(signalOf(input, init), (done) => clock.after(ms, () => done(undefined)));
    return answer;
  },
  async hang(_, { send }, input, init) {
    await (await send(input, init)).body?.cancel();
    return unlessAborted<never>(signalOf(input, init), () => () => {});
  },
  stall({ after, ms }, { send, clock }, input, init) {
    const signal = signalOf(input, init);
    const wait = () => unlessAborted(signal, (done) => clock.after(ms, () => done(undefined)));
    return faultFetch(send, () => ({ kind: "rewrite", rewrite: (chunks) => stalled(chunks, after, wait) }))(
      input,
      init,
    );
  },
};

async function* stalled(
  chunks: AsyncIterable<Uint8Array>,
  after: number,
  wait: () => Promise<void>,
): AsyncGenerator<Uint8Array, void, void> {
  let left = after;
  for await (const chunk of chunks) {
    const isHere = left >= 0 && chunk.length > left;
    const first = isHere ? chunk.subarray(0, left) : chunk;
    if (first.length > 0) yield first;
    left -= chunk.length;
    if (!isHere) continue;
    await wait();
    yield chunk.subarray(first.length);
  }
}

function meet(fault: WireFault, way: Way, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (fault.kind in ways) return ways[fault.kind as OnWay["kind"]](fault as never, way, input, init);
  return faultFetch(way.send, () => fault as Fault, { clock: way.clock })(input, init);
}

function signalOf(input: RequestInfo | URL, init: RequestInit | undefined): AbortSignal | null | undefined {
  return init?.signal ?? (input instanceof Request ? input.signal : undefined);
}

function otherAnswer(fault: {
  readonly status: number;
  readonly html?: boolean;
  readonly retryAfter?: number;
}): Response {
  const { status, html, retryAfter } = fault;
  const body = html
    ? "<html>Something is wrong.</html>"
    : JSON.stringify({ error: { code: "of_the_way", message: "No." } });
  const type = html ? "text/html" : "application/json";
  return new Response(body, {
    status,
    headers: { "content-type": type, ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }) },
  });
}

function unlessAborted<T = void>(
  signal: AbortSignal | null | undefined,
  start: (done: (value: T) => void) => () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = start(resolve as (value: T) => void);
    const onAbort = () => {
      stop();
      reject(signal?.reason as Error);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();
  });
}
