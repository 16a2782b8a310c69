/** Makes the parts of one session and ties them to its client and to each other. */
import { createDecisionSubmitter } from "../conversation/decisions/decision-submitter.js";
import type { Clock } from "../foundation/clock.js";
import { randomId } from "../foundation/random-id.js";
import { createOutbox, isLeaving, type Outbox, type OutboxEntry } from "../conversation/outbox/outbox.js";
import { isAbort } from "../foundation/on-abort.js";
import { createReach, type Reach } from "../foundation/reach.js";
import { createServerTime } from "../foundation/server-time.js";
import { createSender } from "../conversation/outbox/sender.js";
import type { QueueSnapshot } from "../wire/protocol/session.js";
import type { SessionEvent } from "../wire/protocol/session-event.js";
import { nudgeable } from "../wire/sse/nudgeable.js";
import { decisionEvent } from "./decision-event.js";
import type { LogFacts } from "./log-facts.js";
import { createRefresher } from "./refresher.js";
import { sendEvent, steer } from "../api/routes/events.js";
import { getQueue } from "../api/routes/queue.js";
import { getSession } from "../api/routes/sessions.js";
import { settleMessage, type IntakeParts } from "./session-intake.js";
import type { SessionLogOptions } from "./session-log.js";
import { createSessionModel } from "./session-model.js";
import { windowLimits } from "./session-window.js";
import type { SessionControllerOptions } from "./session-options.js";
import { createStaleFeed, type StaleFeed } from "./stale-feed.js";
import type { WhenBusy } from "../conversation/view/session-view.js";
import { createStopWish } from "./stop-wish.js";
import { watchConnection } from "./watched-connection.js";

export interface SessionParts extends IntakeParts, SessionLogOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly whenBusy: WhenBusy | undefined;
  readonly reach: Reach;
  /** Ends every wait for the network. */
  readonly nudge: () => void;
  /** Aborts with the controller. */
  readonly end: AbortController;
  readonly onError: (error: Error) => void;
  readonly interrupt: () => Promise<void>;
  readonly setQueue: (snapshot: QueueSnapshot) => void;
  readonly stale: StaleFeed;
}

export function assembleSession(options: SessionControllerOptions): SessionParts {
  const { sessionId, storage, newId = randomId } = options;
  const onError = (error: Error) => void (isAbort(error) || options.onError?.(error));
  const { workspaceId = options.client.workspaceId, clock = options.client.clock } = options;
  const { random = options.client.random, whenBusy } = options;
  const ref = { sessionId, workspaceId };
  const end = new AbortController();
  const { signal } = end;
  const { wake, nudge } = nudgeable(options.wake);

  const serverTime = createServerTime(clock);
  const reach = createReach({ clock, onChange: () => model.changed() });
  const client = watchConnection(options.client, { reach, serverTime });
  const outbox = createOutbox({
    storage,
    storageKey: `session-outbox/${workspaceId}/${sessionId}`,
    onChange() {
      model.changed();
      stopWish.changed();
    },
  });
  const model = createSessionModel({
    side: {
      ...unread,
      sessionId,
      workspaceId: workspaceId === "current" ? null : workspaceId,
      connectionSince: 0,
    },
    outbox: outbox.entries,
    isLost: reach.isLost,
    clock,
    serverTime,
    schedule: options.schedule,
    limits: options.window && { ...windowLimits, ...options.window },
    onError,
  });

  const stale = createStaleFeed();
  let queueVersion = -1;
  const setQueue = (queueSnapshot: QueueSnapshot) => {
    if (queueSnapshot.version < queueVersion) return;
    queueVersion = queueSnapshot.version;
    model.setSide({ queue: queueSnapshot.items, queueSnapshot });
  };
  const interrupt = async () => {
    const turnId = model.log.runningTurnId;
    const payload = turnId === null ? {} : { turnId };
    await sendEvent(client, ref, { type: "user.interrupt", clientEventId: newId(), payload }, { signal });
  };
  const stopWish = createStopWish({
    isStarting: () => isStarting(model.log, outbox),
    interrupt: () => void interrupt().catch((error: Error) => model.fail("stop", error)),
  });

  const waits = { wake, nudge, reach, streams: options.streams };
  const parts: SessionParts = {
    client,
    ref,
    ...waits,
    pageLimit: options.window?.page,
    clock,
    newId,
    whenBusy,
    end,
    onError,
    stopWish,
    interrupt,
    setQueue,
    stale,
    tellStale: stale.tell,
    model,
    outbox,
    sender: createSender({
      outbox,
      post: (entry, abort) =>
        postMessage({ client, ref }, entry, abort).then(({ sequence }) => ({ turnId: null, sequence })),
      onAccepted({ clientEventId }, { sequence }) {
        // The log may have told of it before its request was answered.
        if (sequence !== undefined && sequence <= model.log.cursor) settleMessage(parts, clientEventId);
      },
      onFailed: (error) => model.fail("message", error),
      wake,
      clock,
      random,
      signal,
    }),
    submitter: createDecisionSubmitter({
      onFailed: (error) => model.fail("decision", error),
      post: (id, response, key) => sendEvent(client, ref, decisionEvent(id, response, key), { signal }),
      book: model.book,
      change: model.setBook,
      newId,
      clock,
      signal,
    }),
    ...readBeside({ client, ref, model, setQueue, onError, signal }),
  };
  return parts;
}

/** A session of which nothing is known yet. */
const unread = {
  created: false,
  queue: [],
  queueSnapshot: null,
  connection: "idle",
  isRestoring: true,
  isLoadingOlder: false,
  isLoadingNewer: false,
  nextAttemptAt: null,
} as const;

/** What is read beside the log when the log made it stale. */
function readBeside(
  parts: Pick<SessionParts, "client" | "ref" | "model" | "setQueue" | "onError"> & { readonly signal: AbortSignal },
): Pick<SessionParts, "queue" | "record"> {
  const { client, ref, model, setQueue, onError, signal } = parts;
  return {
    queue: createRefresher({ read: () => getQueue(client, ref, { signal }), apply: setQueue, onError, signal }),
    record: createRefresher({
      read: () => getSession(client, ref, { signal }),
      apply(session) {
        model.log.fill(session);
        model.changed();
      },
      onError,
      signal,
    }),
  };
}

function postMessage(
  { client, ref }: Pick<SessionLogOptions, "client" | "ref">,
  { text, clientEventId, delivery, ...entry }: OutboxEntry,
  signal: AbortSignal,
): Promise<SessionEvent> {
  const { resources, annotations, model, reasoningEffort, latencyMode } = entry;
  const message = { text, resources, annotations, model, reasoningEffort, latencyMode };
  if (delivery === "steer") {
    return steer(client, ref, { ...message, clientEventId }, { signal }).then(({ accepted }) => accepted);
  }
  return sendEvent(client, ref, { type: "user.message", clientEventId, payload: message }, { signal });
}

function isStarting({ isPaused, waiting }: LogFacts, outbox: Outbox): boolean {
  if (isPaused) return false;
  return waiting.size > 0 || isLeaving(outbox.entries());
}
