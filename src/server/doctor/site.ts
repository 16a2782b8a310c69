/**
 * Sends requests to the host as a page would, each with a time limit. A missing response is a result too: nothing
 * throws. `explain` interprets the responses.
 */
import { within } from "../../foundation/within.js";
import { header } from "../../wire/protocol/headers.js";
import type { Settings } from "./settings.js";

export interface Ask {
  readonly method?: "GET" | "POST";
  /** The whole address. */
  readonly url: string;
  readonly body?: unknown;
  readonly accept?: string;
  /** Whose headers go along. */
  readonly as?: "first" | "other" | "nobody";
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** No response: the network failed, or the time limit passed. */
export interface Unreached {
  readonly status: 0;
  /** Completes a sentence: "… could not be reached (ECONNREFUSED)". */
  readonly problem: string;
  readonly isLate: boolean;
}

/** A response that was read to its end; the body of a stream is cancelled. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined when the body is not JSON, or is too long. */
  readonly json: unknown;
}

/** A streamed answer that has begun. */
export interface Opened {
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array>;
  readonly leave: () => void;
}

export interface Site {
  /** Reads an answer whole. */
  read(ask: Ask): Promise<Answer | Unreached>;
  /** Opens a stream; any other response is read to its end. */
  open(ask: Ask, withinMs?: number): Promise<Opened | Answer | Unreached>;
}

export const eventStream = "text/event-stream";

const isStream = (headers: Headers): boolean => headers.get("content-type")?.startsWith(eventStream) ?? false;

export const isOpened = (answer: Opened | Answer | Unreached): answer is Opened => "leave" in answer;

export function createSite(settings: Settings, conversation: string): Site {
  const { clock, limits } = settings;

  /**
   * Runs `work` with a time limit, then aborts the request. A stream that it opened stays open until it is cancelled.
   */
  async function inTime<T>(ms: number, work: (signal: AbortSignal, leave: () => void) => Promise<T>) {
    const giveUp = new AbortController();
    const signal = AbortSignal.any([giveUp.signal, settings.signal]);
    const leave = () => giveUp.abort();
    try {
      const done = await within(work(signal, leave), ms, clock);
      if (done !== undefined) return done;
      leave();
      return { status: 0, problem: `did not answer within ${inSeconds(ms)}`, isLate: true } as const;
    } catch (error) {
      settings.signal.throwIfAborted();
      return { status: 0, problem: `could not be reached (${reasonOf(error)})`, isLate: false } as const;
    }
  }

  function send(ask: Ask, signal: AbortSignal): Promise<Response> {
    const { method = "GET", url, body, accept = "application/json", as = "first" } = ask;
    const own = { first: settings.headers, other: settings.otherHeaders ?? undefined, nobody: undefined };
    const headers = new Headers(own[as]);
    headers.set(header.conversation, conversation);
    headers.set(header.chatFormat, "native");
    // The handler names its answer so: one that was kept has another's.
    headers.set(header.correlationId, settings.newId());
    headers.set("accept", accept);
    // A proxy compresses for clients that accept it, as browsers do.
    headers.set("accept-encoding", "gzip, deflate, br");
    if (body !== undefined) headers.set("content-type", "application/json");
    for (const [name, value] of Object.entries(ask.headers ?? {})) headers.set(name, value);
    // A sign-in page is no chat, so the way there is not followed.
    const init: RequestInit = { method, headers, signal, redirect: "manual", cache: "no-store" };
    return settings.fetch(url, body === undefined ? init : { ...init, body: JSON.stringify(body) });
  }

  return {
    read: (ask) => inTime(limits.answerMs, async (signal) => readWhole(await send(ask, signal))),
    open: (ask, ms = limits.answerMs) =>
      inTime<Opened | Answer>(ms, async (signal, leave) => {
        const response = await send({ accept: eventStream, ...ask }, signal);
        const { headers, body, status } = response;
        return status === 200 && isStream(headers) && body ? { headers, body, leave } : readWhole(response);
      }),
  };
}

async function readWhole(response: Response): Promise<Answer> {
  const { status, headers } = response;
  if (isStream(headers)) {
    await response.body?.cancel();
    return { status, headers, json: undefined };
  }
  const text = response.body ? await readText(response.body) : "";
  return { status, headers, json: parseJson(text) };
}

/** Longer than any page of messages (characters). An endless body is cut here. */
const longestText = 16_777_216;

async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (text.length < longestText) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A failed fetch hides its reason one level down. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: unknown; message?: unknown }; message?: string };
  for (const reason of [cause?.code, cause?.message, message]) if (typeof reason === "string") return reason;
  return String(error);
}

export function inSeconds(ms: number): string {
  return `${ms < 10_000 ? Math.max(0.1, Math.round(ms / 100) / 10) : Math.round(ms / 1000)} s`;
}
