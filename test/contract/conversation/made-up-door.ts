/** A door for tests only: it shows that `Door` is everything that a conversation needs of a door. */
import { connectService } from "../../../src/api/service-connection.js";
import { control, openEventStream, sendEvent, steer } from "../../../src/api/routes/events.js";
import { deleteQueuedTurn, getQueue } from "../../../src/api/routes/queue.js";
import { createConversation } from "../../../src/conversation/controller.js";
import type { Door as ConversationDoor, DoorTools } from "../../../src/conversation/door.js";
import type { Clock } from "../../../src/foundation/clock.js";
import { createServerTime } from "../../../src/foundation/server-time.js";
import type { ServiceConnection } from "../../../src/api/service-connection.js";
import { decisionEvent } from "../../../src/session/session-door.js";
import { createSessionFold, type SessionFold } from "../../../src/session/session-fold.js";
import { readNewer, readNewest } from "../../../src/session/session-log.js";
import { windowLimits } from "../../../src/session/session-window.js";
import { createSessionPages } from "../../../src/session/session-pages.js";
import { watchHttp } from "../../../src/wire/http/http.js";
import { isForeignAnswer } from "../../../src/wire/protocol/api-error.js";
import { isWithoutStream } from "../../../src/wire/http/without-stream.js";
import { parseSessionEvent } from "../../../src/wire/protocol/session-event.js";
import { resumeFrames } from "../../../src/wire/sse/resume-frames.js";
import { isWorthAnotherTry } from "../../../src/wire/sse/wait-or-wake.js";
import { sessionDoor, type Door } from "./doors.js";

interface MadeUp {
  readonly connection: ServiceConnection;
  readonly sessionId: string;
  readonly fold: SessionFold;
  readonly clock: Clock;
}

/** One frame for each event, without filling holes, with a read of the queue that was moved, and without extras. */
function openMadeUp({ connection, sessionId, fold, clock }: MadeUp, tools: DoorTools): ConversationDoor {
  const { reach, wake, took, signal } = tools;
  const client = watchHttp(connection, { reach, serverTime: createServerTime(clock) });
  const ref = { sessionId };
  const log = { client, ref, wake };
  let polls = false;
  let hasStreamed = false;
  return {
    pages: createSessionPages(log, fold).pages,
    can: { name: "The made-up door", extras: [] },
    isPolled: () => polls,
    isRetryable: isWorthAnotherTry,
    async follow(given, onState) {
      if (!fold.window.range()) {
        const newest = await readNewest(log, given, (waitMs) => onState("reconnecting", waitMs));
        if (!newest || given.aborted) return;
        took(fold.takeNewest(newest.session, newest.page));
      }
      const open = async (_: unknown, connected: AbortSignal) => {
        try {
          const body = await openEventStream(client, ref, { after: fold.log().cursor, signal: connected });
          polls = false;
          hasStreamed = true;
          return body;
        } catch (error) {
          polls = !hasStreamed && isWithoutStream(error);
          if (polls) return null;
          throw error;
        }
      };
      const frames = resumeFrames({
        ...client,
        open,
        cursor: undefined,
        wake,
        signal: given,
        onState: (state, waitMs) => void ((polls && state === "connecting") || onState(state, waitMs)),
        isRetryable: (error) => isWorthAnotherTry(error) || (hasStreamed && isForeignAnswer(error)),
      });
      for await (const { data } of frames) {
        const event = parseSessionEvent(JSON.parse(data));
        if (!given.aborted && event.sequence > fold.log().cursor) took(fold.take(event));
        if (event.type !== "session.queue.changed") continue;
        fold.log().takeQueue(await getQueue(client, ref, { signal }));
        took();
      }
    },
    async read(given) {
      const events = await readNewer(log, fold.log().cursor, given);
      for (const event of events) took(fold.take(event));
      return events.length > 0;
    },
    async send({ text, clientEventId, delivery }, given) {
      const message = { type: "user.message", clientEventId, payload: { text } } as const;
      const { sequence } =
        delivery === "steer"
          ? (await steer(client, ref, { text, clientEventId }, { signal: given })).accepted
          : await sendEvent(client, ref, message, { signal: given });
      return { turnId: null, sequence };
    },
    hasTold: (_, { sequence }) => sequence !== undefined && sequence <= fold.log().cursor,
    respond: (id, response, key) => sendEvent(client, ref, decisionEvent(id, response, key), { signal }),
    async stop(turnId) {
      await control(client, ref, { action: "interrupt", turnId }, { signal });
    },
    async withdraw(turnId) {
      const { items } = await getQueue(connection, ref);
      const expectedTurnVersion = items.find(({ id }) => id === turnId)?.version ?? 0;
      await deleteQueuedTurn(connection, ref, turnId, { expectedTurnVersion });
    },
  };
}

export const madeUpDoor: Door = {
  takes: [],
  kindOf: sessionDoor.kindOf,
  open({ clock, fetch, sessionId, wake }, { headers, onUnauthorized, ...options }) {
    const connection = connectService({
      baseUrl: "/api/service",
      fetch,
      clock,
      random: () => 0.5,
      headers,
      onUnauthorized,
    });
    const onError = options.onError ?? (() => {});
    const serverTime = createServerTime(clock);
    const fold = createSessionFold({ sessionId, workspaceId: null, clock, serverTime, limits: windowLimits, onError });
    let count = 0;
    const conversation = createConversation({
      ...options,
      fold,
      clock,
      wake,
      onError,
      random: () => 0.5,
      schedule: (run) => clock.after(16, run),
      newId: () => `key-${(count += 1)}`,
      storageKey: "made-up",
      whenBusy: () => options.whenBusy,
      open: (tools) => openMadeUp({ connection, sessionId, fold, clock }, tools),
    });
    return {
      ...conversation.verbs,
      getView: conversation.store.store.getState,
      subscribe: conversation.subscribe,
      dispose: () => conversation.dispose(),
    };
  },
};
