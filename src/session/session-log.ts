/**
 * Loads a session's log a page at a time, newest first, and follows it live from where the newest page ends. Every event
 * comes once, in order; what they mean is for who takes them.
 */
import { createBackOff } from "../foundation/back-off.js";
import { isServiceError } from "../foundation/base-error.js";
import type { SessionEvent } from "../protocol/session-event.js";
import type { Session } from "../protocol/session.js";
import { waitOrWake, type Wake } from "../sse/wait-or-wake.js";
import type { ServiceClient, SessionRef } from "./service-client.js";
import { streamSessionEvents } from "./stream-session-events.js";

export interface LogPage {
  readonly events: readonly SessionEvent[];
  readonly hasOlder: boolean;
}

export interface SessionLogOptions {
  readonly client: ServiceClient;
  readonly ref: SessionRef;
  readonly wake?: Wake | undefined;
}

/** Raw events a page; a page of merged ones is shorter. */
const pageLimit = 1_000;
/** How many pages are read at most to reach the head of a turn. */
const mostReads = 2;
const boundaries: ReadonlySet<string> = new Set(["user.message", "session.created"]);

/**
 * Reads the events below `before`, newest first, cut at the head to where something begins, so that no view starts in the
 * middle of an answer.
 */
export async function readPageBefore(
  { client, ref }: SessionLogOptions,
  before: number,
  signal: AbortSignal,
): Promise<LogPage> {
  let events: readonly SessionEvent[] = [];
  for (let reads = 1; ; reads += 1) {
    const query = {
      before: events[0]?.sequence ?? before,
      limit: pageLimit,
      compact: true,
      payloadMode: "full",
    } as const;
    const page = await client.listEvents(ref, query, { signal });
    events = [...page.events, ...events];
    if (!page.hasMore) return { events, hasOlder: false };
    const head = events.findIndex(({ type }) => boundaries.has(type));
    if (head >= 0) return { events: events.slice(head), hasOlder: true };
    // A turn longer than that is shown from its middle.
    if (reads >= mostReads || page.events.length === 0) return { events, hasOlder: page.events.length > 0 };
  }
}

/** Reads the session and the newest page of its log, trying as long as the network is what fails. */
export async function readNewest(
  options: SessionLogOptions,
  signal: AbortSignal,
  onRetry: () => void,
): Promise<{ readonly session: Session; readonly page: LogPage } | null> {
  const { client, ref } = options;
  const backOff = createBackOff({ random: client.random });
  while (!signal.aborted) {
    try {
      const reads = [
        client.getSession(ref, { signal }),
        readPageBefore(options, Number.MAX_SAFE_INTEGER, signal),
      ] as const;
      const [session, page] = await Promise.all(reads);
      return { session, page };
    } catch (error) {
      if (signal.aborted) return null;
      if (!isServiceError(error) || !error.retryable) throw error;
      onRetry();
      await waitOrWake(backOff.next(), { clock: client.clock, wake: options.wake, signal });
    }
  }
  return null;
}

/** The events after `after`, live. */
export function followLog(
  options: SessionLogOptions,
  after: number,
  signal: AbortSignal,
  onState: (state: "connecting" | "live" | "reconnecting") => void,
): AsyncGenerator<SessionEvent, void, void> {
  return streamSessionEvents(options.client, options.ref, { after, signal, onState, wake: options.wake });
}
