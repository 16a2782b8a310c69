import { sseHeaders, type ParsedCursor } from "@service/sdk/protocol";
import { invalid } from "../sessions/api-failure.js";
import { createLogFeed } from "./log-feed.js";
import { assertRoom, pulledStream } from "./pulled-stream.js";
import { cursor, inSession, type Route, type SessionCall } from "./route.js";

/** The live log: the events after the cursor, then every new one, until the client disconnects. */
export const streamRoutes: readonly Route[] = [
  inSession(
    "GET",
    "/events/stream",
    "read",
    { summary: "Follow a session's log live", query: { after: "cursor" }, answers: { 200: "event stream" } },
    async (call) => {
      const { name, cursor: given } = cursorOf(call);
      const { sequence: after, eventId } = given;
      const { lastSequence } = call.session;
      if (after > lastSequence && eventId === null) {
        throw invalid(
          `"${name}" is ${after}, beyond the end of the log, ${lastSequence}: the cursor belongs to another session or an older store. Read the log from its start.`,
          400,
          { field: name, lastSequence },
        );
      }
      const { world, session, key, request } = call;
      const { store, clock, keys, tails, settings, metrics } = world;
      const { heartbeatMs } = settings;
      // Compared before the answer begins, so that the refusal is an HTTP status.
      if (eventId !== null) await store.readEvents(session.id, { after, afterId: eventId, limit: 1 });
      assertRoom(world);
      const feed = createLogFeed({
        store,
        tails,
        clock,
        heartbeatMs,
        sessionId: session.id,
        after: { sequence: after, id: eventId },
        onDelivery: (ms) => metrics?.delivered(ms),
      });
      const body = pulledStream({ world, request, feed, watchEnd: (end) => keys.watch(key, end) });
      return new Response(body, { headers: { ...sseHeaders, connection: "keep-alive" } });
    },
  ),
];

/** The cursor of the query, else of the header; the log's start without either. */
function cursorOf({ query, request }: SessionCall): { readonly name: string; readonly cursor: ParsedCursor } {
  const after = cursor(query, "after");
  if (after !== undefined) return { name: "after", cursor: after };
  const name = "Last-Event-ID";
  const last = request.headers.get(name);
  const given = last === null ? undefined : cursor(new URLSearchParams({ [name]: last }), name);
  return { name, cursor: given ?? { sequence: 0, eventId: null } };
}
