/** A session's log, and the writes that become part of it. */
import { ServiceApiError } from "../../wire/protocol/api-error.js";
import { readBody } from "../../wire/protocol/read-body.js";
import {
  controlAnswerSchema,
  steerAnswerSchema,
  type ControlAnswer,
  type SteerAnswer,
} from "../../wire/protocol/session-answers.js";
import type { ControlBody, SessionEventInput, SteerBody } from "../../wire/protocol/session-bodies.js";
import type { Cursor } from "../../wire/protocol/event-cursor.js";
import { parseSessionEvent, type SessionEvent } from "../../wire/protocol/session-event.js";
import type { SessionTurn } from "../../wire/protocol/session.js";
import { eventSearch, readEventPage, type EventPage, type EventQuery } from "../event-page.js";
import { sessionPath, withKey, write } from "../service-connection.js";
import type { CallOptions, Keyed, ServiceConnection, SessionRef } from "../service-connection.js";

/** A page of the session's log. */
export async function listEvents(
  connection: ServiceConnection,
  ref: SessionRef,
  query: EventQuery = {},
  options: CallOptions = {},
): Promise<EventPage> {
  const path = sessionPath(connection, ref, "events");
  const answer = await connection.request({ method: "GET", path, ...options, query: eventSearch(query) });
  return readEventPage(answer.value, answer.headers);
}

/**
 * Posts a message, a decision or a control event; resolves with the event as it was written. Without a `clientEventId`
 * one is made, once for the call and all its tries.
 */
export async function sendEvent(
  connection: ServiceConnection,
  ref: SessionRef,
  event: SessionEventInput,
  options: CallOptions = {},
): Promise<SessionEvent> {
  return parseSessionEvent(
    await write(connection, "POST", sessionPath(connection, ref, "events"), withKey(event), options),
  );
}

/** Sends a message that interrupts the running turn and runs before the queue. */
export async function steer(
  connection: ServiceConnection,
  ref: SessionRef,
  body: Keyed<SteerBody>,
  options: CallOptions = {},
): Promise<SteerAnswer> {
  const value = await write(connection, "POST", sessionPath(connection, ref, "steer"), withKey(body), options);
  const { accepted, turn } = readBody(steerAnswerSchema, value, "the answer to a steer");
  return { accepted: parseSessionEvent(accepted), turn: turn as SessionTurn | null };
}

export async function control(
  connection: ServiceConnection,
  ref: SessionRef,
  body: Keyed<ControlBody>,
  options: CallOptions = {},
): Promise<ControlAnswer> {
  const value = await write(connection, "POST", sessionPath(connection, ref, "control"), withKey(body), options);
  return readBody(controlAnswerSchema, value, "the answer to a control");
}

/** Opens the live stream after a cursor. One connection: `streamSessionEvents` is the one that resumes. */
export async function openEventStream(
  connection: ServiceConnection,
  ref: SessionRef,
  options: { readonly after?: Cursor | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<ReadableStream<Uint8Array>> {
  const { after = 0, signal } = options;
  const path = sessionPath(connection, ref, "events", "stream");
  const response = await connection.open({
    method: "GET",
    path,
    query: { after },
    accept: "text/event-stream",
    // Else a browser may let a second tab wait for as long as it writes the first one's stream into its cache.
    cache: "no-store",
    signal,
  });
  const type = response.headers.get("content-type") ?? "";
  if (response.body && /^text\/event-stream\s*(?:;|$)/i.test(type)) return response.body;
  await response.body?.cancel().catch(() => {});
  throw new ServiceApiError(
    `GET ${path} was answered with "${type}" instead of an event stream. Does this address lead to the session API?`,
    { status: response.status, code: "response_malformed", retryable: false },
  );
}
