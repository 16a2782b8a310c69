/** The session API as a door: the newest page of the log, then its stream from there. */
import { control, sendEvent, steer } from "../api/routes/events.js";
import type { ServiceConnection, SessionRef } from "../api/service-connection.js";
import { streamEventBatches } from "../api/stream-session-events.js";
import type { DecisionResponse } from "../conversation/decisions/decision.js";
import type { Door, DoorTools, OnState } from "../conversation/door.js";
import type { OutboxEntry } from "../conversation/outbox/outbox-entry.js";
import { messageExtras } from "../conversation/send-rules.js";
import type { ServerTime } from "../foundation/server-time.js";
import type { StreamSlots } from "../foundation/stream-slots.js";
import type { SessionEventInput } from "../wire/protocol/session-bodies.js";
import type { SessionEvent } from "../wire/protocol/session-event.js";
import { isForeignAnswer } from "../wire/protocol/api-error.js";
import { isWithoutStream } from "../wire/http/without-stream.js";
import { isWorthAnotherTry } from "../wire/sse/wait-or-wake.js";
import { createSessionBeside, type SessionBesideOptions } from "./session-beside.js";
import { readNewer, readNewest, type SessionLogOptions } from "./session-log.js";
import { createSessionPages } from "./session-pages.js";
import { watchHttp } from "../wire/http/http.js";

export interface SessionDoorOptions extends SessionBesideOptions, Pick<SessionLogOptions, "pageLimit"> {
  readonly serverTime: ServerTime;
  /** Shares the page's connections among its streams. */
  readonly streams?: StreamSlots | undefined;
}

export type SessionDoor = Door &
  Pick<ReturnType<typeof createSessionPages>, "pageAround"> &
  Pick<ReturnType<typeof createSessionBeside>, "verbs">;

export function openSessionDoor(options: SessionDoorOptions, tools: DoorTools): SessionDoor {
  const { ref, fold, newId } = options;
  const { signal, wake, took, reach } = tools;
  const client = watchHttp(options.client, { reach, serverTime: options.serverTime });
  const reading = { ...options, client, wake };
  const beside = createSessionBeside(reading, tools);
  let isRestored = false;
  let polls = false;
  /** Whether the service has ever streamed: then a missing stream is an outage, not a reason to poll. */
  let hasStreamed = false;

  function take(events: readonly SessionEvent[], given: AbortSignal): void {
    for (const event of events) {
      // Some may be in flight when the stream is closed; the next connection repeats them.
      if (given.aborted) return;
      took(fold.take(event));
      beside.told(event.type);
    }
  }

  async function restore(given: AbortSignal, onState: OnState): Promise<boolean> {
    const newest = await readNewest(reading, given, (waitMs) => onState("reconnecting", waitMs));
    if (!newest || given.aborted) return false;
    const { session, page } = newest;
    took(fold.takeNewest(session, page));
    const mayHideSome = page.hasOlder && session.status !== "idle";
    if (mayHideSome || fold.log().isQueueUnknown) beside.verbs.refreshQueue();
    return true;
  }

  return {
    ...createSessionPages(reading, fold),
    verbs: beside.verbs,
    withdraw: beside.withdraw,
    can: { name: "The session API", extras: messageExtras },
    isPolled: () => polls,
    isRetryable: (error) => isWorthAnotherTry(error) || (isRestored && isForeignAnswer(error)),
    async follow(given, onState) {
      isRestored ||= await restore(given, onState);
      if (!isRestored || given.aborted) return;
      const onStream: typeof onState = (state, waitMs) => {
        if (state === "live") {
          hasStreamed = true;
          polls = false;
        }
        if (!polls || state !== "connecting") onState(state, waitMs);
      };
      const stream = {
        ...reading,
        after: fold.log().position,
        signal: given,
        onState: onStream,
        hasStreamed,
        canPoll: true,
        pace: tools.nextFrame,
      };
      try {
        for await (const events of streamEventBatches(client, ref, stream)) take(events, given);
      } catch (error) {
        if (hasStreamed || !isWithoutStream(error)) throw error;
        polls = true;
      }
    },
    forget() {
      const { position } = fold.log();
      fold.reset();
      isRestored = false;
      return position;
    },
    async read(given) {
      const events = await readNewer(reading, fold.log().position, given);
      take(events, given);
      return events.length > 0;
    },
    async send(entry, given) {
      const { sequence } = await postMessage(client, ref, entry, given);
      return { turnId: null, sequence };
    },
    hasTold: (_, { sequence }) => sequence !== undefined && sequence <= fold.log().cursor,
    respond: (id, response, key) => sendEvent(client, ref, decisionEvent(id, response, key), { signal }),
    async stop(turnId) {
      // Not as an event: those count as writes, and a person who has none left must still be able to stop.
      await control(client, ref, { action: "interrupt", clientEventId: newId(), turnId }, { signal });
    },
  };
}

function postMessage(
  client: ServiceConnection,
  ref: SessionRef,
  { text, clientEventId, delivery, ...entry }: OutboxEntry,
  signal: AbortSignal,
): Promise<SessionEvent> {
  const { resources, annotations, model, reasoningEffort, latencyMode } = entry;
  const message = { text, resources, annotations, model, reasoningEffort, latencyMode };
  if (delivery !== "steer") {
    return sendEvent(client, ref, { type: "user.message", clientEventId, payload: message }, { signal });
  }
  return steer(client, ref, { ...message, clientEventId }, { signal }).then(({ accepted }) => accepted);
}

/** A decision as the session API takes it. */
export function decisionEvent(id: string, response: DecisionResponse, clientEventId: string): SessionEventInput {
  if (response.kind === "question") {
    const payload = { requestId: id, response: response.submission };
    return { type: "user.humanInputResponse", clientEventId, payload };
  }
  const { decision, message } = response;
  const payload = { approvalId: id, decision, ...(message !== undefined && { message }) };
  return { type: "user.approvalDecision", clientEventId, payload };
}
