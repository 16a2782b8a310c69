/**
 * The page's `fetch` for the kit: answers the session API from a prepared log, and passes the bytes of the harness's
 * answer on as the session's live stream, without parsing or buffering.
 */
import { beginTurn, eventWriter, historyLog, sessionRecord, turnIdOf } from "./log.mjs";

export interface HistoryMessage {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly text: string;
}

interface LogEvent {
  readonly sequence: number;
  readonly payload: { readonly coalescedUntil?: number };
}

const startedAt = Date.UTC(2026, 0, 5, 9, 0, 0);
const json = (text: string, status = 200, headers: Record<string, string> = {}) =>
  new Response(text, { status, headers: { "content-type": "application/json", ...headers } });

/** State of a service: the log, and its page size. */
export function prepareLog(history: readonly HistoryMessage[], wholeLog: boolean) {
  const events = historyLog(history, startedAt) as readonly LogEvent[];
  const last = events.at(-1);
  const lastSequence = last ? (last.payload.coalescedUntil ?? last.sequence) : 0;
  const cache = new Map<string, { readonly text: string; readonly hasMore: boolean }>();
  /** The newest events below a sequence, at most `limit` raw ones. */
  function page(before: number, limit: number) {
    const key = `${before}/${limit}`;
    const known = cache.get(key);
    if (known) return known;
    const end = events.findIndex((event) => event.sequence >= before);
    const below = end < 0 ? events : events.slice(0, end);
    const floor = Math.min(before, lastSequence + 1) - limit;
    const start = wholeLog ? 0 : below.findIndex((event) => event.sequence >= floor);
    const made = { text: JSON.stringify(below.slice(start)), hasMore: start > 0 };
    cache.set(key, made);
    return made;
  }
  // The newest page is prepared as text, as it would arrive from the network.
  page(Number.MAX_SAFE_INTEGER, 1_000);
  return { page, lastSequence, events, record: JSON.stringify(sessionRecord(lastSequence, startedAt)) };
}

export type Log = ReturnType<typeof prepareLog>;

/** The stream of the harness's answer: asked for with the first message, and open after it has ended. */
export function postedStream(apiUrl: string) {
  let post: (body: string) => void = () => {};
  const posted = new Promise<ReadableStreamDefaultReader<Uint8Array>>((resolve) => {
    post = (body) => {
      // The harness ends its answer; a followed stream stays open.
      void fetch(apiUrl, { method: "POST", body }).then((response) => resolve(response.body!.getReader()));
    };
  });
  const live = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await (await posted).read();
        if (done) await new Promise(() => {});
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  return { live, post };
}

export function replayFetch(log: Log, apiUrl: string): typeof fetch {
  const { live, post } = postedStream(apiUrl);
  return async (input, init) => {
    const request = new URL(input instanceof Request ? input.url : String(input), location.href);
    const path = request.pathname.replace(/^.*\/sessions\/[^/]+/, "");
    const method = init?.method ?? (input instanceof Request ? input.method : "GET");
    if (path === "/events/stream") {
      return new Response(live, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
    }
    if (path === "/events" && method === "POST") {
      const text = input instanceof Request ? await input.text() : (init?.body as string);
      const { payload, clientEventId } = JSON.parse(text) as { payload: { text: string }; clientEventId: string };
      const { lastSequence } = log;
      post(JSON.stringify({ text: payload.text, clientEventId, lastSequence, startedAt }));
      const write = eventWriter(lastSequence, startedAt);
      const [message] = beginTurn(write, turnIdOf(lastSequence + 1), payload.text, clientEventId);
      return json(JSON.stringify(message), 202);
    }
    if (path === "/events") {
      const before = Number(request.searchParams.get("before") ?? Number.MAX_SAFE_INTEGER);
      const { text, hasMore } = log.page(before, Number(request.searchParams.get("limit") ?? 500));
      return json(text, 200, { "x-service-has-more": String(hasMore) });
    }
    if (path === "") return json(log.record);
    return json(JSON.stringify({ error: { code: "not_found", message: "The bench has no such route." } }), 404);
  };
}
