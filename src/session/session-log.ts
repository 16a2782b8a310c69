/**
 * Loads a session's log page by page, newest first, and follows it from the end of the newest page. Delivers every
 * event once, in order.
 */
import { createBackOff } from "../foundation/back-off.js";
import type { Cursor } from "../wire/protocol/event-cursor.js";
import { lastSequenceOf, type SessionEvent } from "../wire/protocol/session-event.js";
import type { Session } from "../wire/protocol/session.js";
import { cleanCuts } from "../timeline/clean-cuts.js";
import { askedWait, isWorthAnotherTry, waitOrWake, type Wake } from "../wire/sse/wait-or-wake.js";
import { listEvents } from "../api/routes/events.js";
import { getSession } from "../api/routes/sessions.js";
import type { ServiceConnection, SessionRef } from "../api/service-connection.js";

export interface LogPage {
  readonly events: readonly SessionEvent[];
  readonly hasOlder: boolean;
}

export interface SessionLogOptions {
  readonly client: ServiceConnection;
  readonly ref: SessionRef;
  readonly wake?: Wake | undefined;
  /** How many raw events a page has. @default 1_000 */
  readonly pageLimit?: number | undefined;
}

/** Raw events a page; a page of merged ones is shorter. */
export const pageEvents = 1_000;
/** How many pages are read at most to reach the head of a turn. */
const mostReads = 2;
/**
 * The remainder of the log is read too when it is at most this share of a page: its events may have no rows, such as
 * the creation of the session, and "Load older" would then show nothing.
 */
const remnant = 1 / 20;

/**
 * Reads the events below `before`, newest first, cut at the head to where a turn begins, so that no view starts in the
 * middle of an answer.
 */
export async function readPageBefore(
  { client, ref, pageLimit = pageEvents }: SessionLogOptions,
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
    const page = await listEvents(client, ref, query, { signal });
    events = [...page.events, ...events];
    if (!page.hasMore || page.events.length === 0) return { events, hasOlder: false };
    const turn = cleanCuts(events)[0];
    if (turn === undefined && reads < mostReads) continue;
    // A longer turn is shown from its middle, if possible from a message.
    const head = turn ?? Math.max(0, events.findIndex(isMessage));
    const left = (events[head]?.sequence ?? 1) - 1;
    if (left > pageLimit * remnant) return { events: events.slice(head), hasOlder: true };
  }
}

const isMessage = ({ type }: SessionEvent): boolean => type === "user.message";

/**
 * Reads the events after these and up to `until`, oldest first. Continues to the end of the last turn if that is near:
 * a turn without its end would look as if it ran.
 */
export async function readPageBehind(
  { client, ref, pageLimit = pageEvents }: SessionLogOptions,
  known: readonly SessionEvent[],
  until: number,
  signal: AbortSignal,
): Promise<readonly SessionEvent[]> {
  const read: SessionEvent[] = [];
  for (let reads = 0; ; reads += 1) {
    const last = read.at(-1) ?? known.at(-1);
    const after = last ? lastSequenceOf(last) : 0;
    const hasEnd = reads > 0 && cleanCuts([...known, ...read]).some((cut) => cut > known.length);
    if ((hasEnd || reads >= mostReads) && until - after > pageLimit * remnant) break;
    const query = { after, before: until + 1, direction: "after", limit: pageLimit, compact: true } as const;
    const page = await listEvents(client, ref, { ...query, payloadMode: "full" }, { signal });
    read.push(...page.events);
    if (!page.hasMore || page.events.length === 0) break;
  }
  return read;
}

/** Reads the session and the newest page of its log. Retries network failures without a limit. */
export async function readNewest(
  options: SessionLogOptions,
  signal: AbortSignal,
  onRetry: (waitMs: number) => void,
): Promise<{ readonly session: Session; readonly page: LogPage } | null> {
  const { client, ref } = options;
  const backOff = createBackOff({ random: client.random });
  while (!signal.aborted) {
    try {
      const reads = [
        getSession(client, ref, { signal }),
        readPageBefore(options, Number.MAX_SAFE_INTEGER, signal),
      ] as const;
      const [session, page] = await Promise.all(reads);
      return { session, page };
    } catch (error) {
      if (signal.aborted) return null;
      if (!isWorthAnotherTry(error)) throw error;
      const asked = askedWait(error);
      const wait = Math.max(backOff.next(), asked);
      onRetry(wait);
      await waitOrWake(wait, { clock: client.clock, wake: options.wake, signal, isAsked: asked > 0 });
    }
  }
  return null;
}

/** The events after this cursor, at most one page. */
export async function readNewer(
  { client, ref, pageLimit = pageEvents }: SessionLogOptions,
  after: Cursor,
  signal: AbortSignal,
): Promise<readonly SessionEvent[]> {
  return (await listEvents(client, ref, { after, limit: pageLimit, payloadMode: "full" }, { signal })).events;
}
