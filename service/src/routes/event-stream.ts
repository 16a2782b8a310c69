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
      const { sequence: after, eventId } = cursorOf(call);
      const { lastSequence } = call.session;
      if (after > lastSequence && eventId === null) {
        throw invalid(
          `"after" is ${after}, beyond the end of the log, ${lastSequence}: the cursor belongs to another session or an older store. Read the log from its start.`,
          400,
          { lastSequence },
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

function cursorOf({ query, request }: SessionCall): ParsedCursor {
  const after = cursor(query, "after");
  if (after !== undefined) return after;
  const last = request.headers.get("last-event-id");
  const given = last === null ? undefined : cursor(new URLSearchParams({ "Last-Event-ID": last }), "Last-Event-ID");
  return given ?? { sequence: 0, eventId: null };
}
