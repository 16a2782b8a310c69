import { sseHeaders, writeComment, writeFrame, type SessionEvent } from "@service/sdk/protocol";
import { isStillValid } from "../http/authenticate.js";
import { invalid } from "../sessions/api-failure.js";
import { inSession, wholeNumber, type Route, type SessionCall } from "./route.js";

/** A comment is sent after this long without a byte (ms); access is looked at again as often. */
export const heartbeatMs = 15_000;
/** A reader that takes nothing for this long is dropped (ms). */
export const stalledMs = 30_000;

const pageSize = 100;

/** The log as it grows: what follows the cursor, then everything that is written, until the reader goes. */
export const streamRoutes: readonly Route[] = [
  inSession("GET", "/events/stream", "read", async (call) => {
    const after = cursorOf(call);
    const { lastSequence } = call.session;
    if (after > lastSequence) {
      throw invalid(
        `The cursor ${after} is beyond the end of the log, ${lastSequence}: it belongs to another session or an older store. Read the log from its start.`,
        400,
        { lastSequence },
      );
    }
    return new Response(eventStream(call, after), { headers: { ...sseHeaders, connection: "keep-alive" } });
  }),
];

function cursorOf({ query, request }: SessionCall): number {
  const after = wholeNumber(query, "after");
  if (after !== undefined) return after;
  const last = request.headers.get("last-event-id");
  return last === null ? 0 : (wholeNumber(new URLSearchParams({ "Last-Event-ID": last }), "Last-Event-ID") ?? 0);
}

/**
 * Pulled by the reader: nothing is read from the store before the reader has room, and at most one page is held, so a
 * reader that never reads costs a page and is dropped after a while.
 */
function eventStream({ world, session, key, request }: SessionCall, after: number): ReadableStream<Uint8Array> {
  const { store, clock, closing } = world;
  const encoder = new TextEncoder();
  let cursor = after;
  let isAnnounced = false;
  let hint: (() => void) | null = null;
  let isHinted = true;
  let end = (_error?: unknown): void => undefined;

  const unwatch = store.watchSession(session.id, () => {
    isHinted = true;
    hint?.();
  });

  /** Resolves with what to send next: frames, or a heartbeat when nothing came for a while. */
  async function next(): Promise<string> {
    for (;;) {
      isHinted = false;
      const { events } = await store.readEvents(session.id, { after: cursor, limit: pageSize });
      if (events.length > 0) return frames(events);
      if (!isAnnounced) {
        isAnnounced = true;
        return writeComment("connected");
      }
      if (!isHinted && !(await hintWithin(heartbeatMs))) return writeComment("heartbeat");
    }
  }

  function frames(events: readonly SessionEvent[]): string {
    cursor = events.at(-1)?.sequence ?? cursor;
    return events
      .map((event) => writeFrame({ id: String(event.sequence), event: event.type, data: JSON.stringify(event) }))
      .join("");
  }

  function hintWithin(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (isHint: boolean) => {
        hint = null;
        cancel();
        resolve(isHint);
      };
      const cancel = clock.after(ms, () => done(false));
      hint = () => done(true);
    });
  }

  let checkedAt = clock.now();
  let cancelStall: (() => void) | null = null;

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isEnded = false;
        end = (error) => {
          if (isEnded) return;
          isEnded = true;
          unwatch();
          cancelStall?.();
          hint?.();
          closing.removeEventListener("abort", close);
          request.signal.removeEventListener("abort", close);
          if (error === undefined) controller.close();
          else controller.error(error);
        };
        const close = () => end();
        closing.addEventListener("abort", close);
        request.signal.addEventListener("abort", close);
        if (closing.aborted) close();
      },
      async pull(controller) {
        cancelStall?.();
        cancelStall = null;
        try {
          const text = await next();
          if (clock.now() - checkedAt >= heartbeatMs) {
            checkedAt = clock.now();
            if (!(await isStillValid(world, key))) return end();
          }
          controller.enqueue(encoder.encode(text));
          // Pulled again when the reader took it, which takes this timer back.
          cancelStall = clock.after(stalledMs, () => end(new Error("The reader took nothing for too long.")));
        } catch (error) {
          end(error);
        }
      },
      cancel: () => end(),
    },
    { highWaterMark: 0 },
  );
}
