/**
 * The page's `fetch` for `ChatConversation`: answers the history from prepared messages, and passes the bytes of the
 * harness's answer on as the followed stream, without parsing or buffering.
 */
import { historyLog, sessionId, turnIdOf, workspaceId, type LogEvent } from "../service-react/log.mjs";
import { postedStream, type HistoryMessage } from "../service-react/replay-fetch.js";

const startedAt = Date.UTC(2026, 0, 5, 9, 0, 0);
/** Messages in a page of the handler. */
const pageSize = 200;

const json = (text: string, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { "content-type": "application/json", ...headers } });

function messageOf({ id, type, sequence, turnId, clientEventId, payload, occurredAt }: LogEvent) {
  const { text } = payload;
  const message = { id, sequence, turnId, text, createdAt: occurredAt };
  if (type === "user.message") return { ...message, role: "user", clientEventId };
  if (type !== "agent.message.completed") return null;
  return { ...message, role: "assistant", parts: [{ type: "text", text }], endedAt: occurredAt };
}

/** State of a handler: the messages, and its page size. */
export function prepareChat(history: readonly HistoryMessage[], wholeHistory: boolean) {
  const messages = historyLog(history, startedAt).flatMap((event) => messageOf(event) ?? []);
  const lastSequence = (messages.at(-1)?.sequence ?? -1) + 1;
  const cache = new Map<number, string>();
  /** The newest messages below a sequence. */
  function page(before: number) {
    const known = cache.get(before);
    if (known !== undefined) return known;
    const below = messages.filter(({ sequence }) => sequence < before);
    const start = wholeHistory ? 0 : Math.max(0, below.length - pageSize);
    const made = JSON.stringify({
      conversation: "bench",
      sessionId,
      workspaceId,
      created: true,
      messages: below.slice(start),
      pending: [],
      queued: [],
      turn: null,
      status: "idle",
      hasOlder: start > 0,
      lastSequence,
      cursor: String(lastSequence),
    });
    cache.set(before, made);
    return made;
  }
  // The newest page is prepared as text, as it would arrive from the network.
  page(Infinity);
  return { page, lastSequence };
}

export type Chat = ReturnType<typeof prepareChat>;

export function chatFetch(chat: Chat, apiUrl: string): typeof fetch {
  const { lastSequence } = chat;
  const { live, post } = postedStream(apiUrl);
  return async (input, init) => {
    const request = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (init?.method === "POST") {
      const { message, clientEventId } = JSON.parse(init.body as string) as Record<string, string>;
      post(JSON.stringify({ text: message, clientEventId, lastSequence }));
      return json("{}", { "x-service-turn-id": turnIdOf(lastSequence + 1) });
    }
    if (request.searchParams.has("follow")) {
      return new Response(live, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
    }
    return json(chat.page(Number(request.searchParams.get("before") ?? Infinity)));
  };
}
