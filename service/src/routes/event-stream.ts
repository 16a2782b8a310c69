import { sseHeaders } from "@service/sdk/protocol";
import { invalid } from "../sessions/api-failure.js";
import { createLogFeed } from "./log-feed.js";
import { pulledStream } from "./pulled-stream.js";
import { inSession, wholeNumber, type Route, type SessionCall } from "./route.js";

/** The live log: the events after the cursor, then every new one, until the client disconnects. */
export const streamRoutes: readonly Route[] = [
  inSession(
    "GET",
    "/events/stream",
    "read",
    { summary: "Follow a session's log live", query: { after: "integer" }, answers: { 200: "event stream" } },
    async (call) => {
      const after = cursorOf(call);
      const { lastSequence } = call.session;
      if (after > lastSequence) {
        throw invalid(
          `The cursor ${after} is beyond the end of the log, ${lastSequence}: it belongs to another session or an older store. Read the log from its start.`,
          400,
          { lastSequence },
        );
      }
      const { world, session, key, request } = call;
      const { store, clock, keys } = world;
      const feed = createLogFeed({ store, clock, sessionId: session.id, after });
      const body = pulledStream({ world, request, feed, watchEnd: (end) => keys.watch(key, end) });
      return new Response(body, { headers: { ...sseHeaders, connection: "keep-alive" } });
    },
  ),
];

function cursorOf({ query, request }: SessionCall): number {
  const after = wholeNumber(query, "after");
  if (after !== undefined) return after;
  const last = request.headers.get("last-event-id");
  return last === null ? 0 : (wholeNumber(new URLSearchParams({ "Last-Event-ID": last }), "Last-Event-ID") ?? 0);
}
