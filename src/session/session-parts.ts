/** Makes the parts of one session and ties them to its client and to each other. */
import { createDecisionSubmitter } from "../decisions/decision-submitter.js";
import type { Clock } from "../foundation/clock.js";
import { randomId } from "../foundation/random-id.js";
import { createOutbox, type Outbox, type OutboxEntry } from "../outbox/outbox.js";
import { createSender } from "../outbox/sender.js";
import type { QueueSnapshot } from "../protocol/session.js";
import type { SessionEvent } from "../protocol/session-event.js";
import { decisionEvent } from "./decision-event.js";
import type { LogFacts } from "./log-facts.js";
import { createRefresher } from "./refresher.js";
import { settleMessage, type IntakeParts } from "./session-intake.js";
import type { SessionLogOptions } from "./session-log.js";
import { createSessionModel } from "./session-model.js";
import type { SessionControllerOptions } from "./session-options.js";
import { createStopWish } from "./stop-wish.js";

export interface SessionParts extends IntakeParts, SessionLogOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  /** Aborts with the controller. */
  readonly end: AbortController;
  readonly onError: (error: Error) => void;
  readonly interrupt: () => Promise<void>;
  readonly setQueue: (snapshot: QueueSnapshot) => void;
}

export function assembleSession(options: SessionControllerOptions): SessionParts {
  const { client, sessionId, storage, onError = () => {}, newId = randomId, wake } = options;
  const { workspaceId = client.workspaceId, clock = client.clock, random = client.random } = options;
  const ref = { sessionId, workspaceId };
  const end = new AbortController();
  const { signal } = end;

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
      sessionId,
      workspaceId: workspaceId === "current" ? null : workspaceId,
      created: false,
      queue: [],
      connection: "idle",
      isRestoring: true,
      hasOlder: false,
      isLoadingOlder: false,
      error: null,
    },
    outbox: outbox.entries,
    clock,
    schedule: options.schedule,
    onError,
  });

  let queueVersion = -1;
  const setQueue = ({ version, items }: QueueSnapshot) => {
    if (version < queueVersion) return;
    queueVersion = version;
    model.setSide({ queue: items });
  };
  const interrupt = async () => {
    await client.sendEvent(ref, { type: "user.interrupt", clientEventId: newId() }, { signal });
  };
  const stopWish = createStopWish({
    isStarting: () => isStarting(model.log, outbox),
    interrupt() {
      interrupt().catch((error: Error) => {
        if (!signal.aborted) onError(error);
      });
    },
  });

  const parts: SessionParts = {
    client,
    ref,
    wake,
    clock,
    newId,
    end,
    onError,
    stopWish,
    interrupt,
    setQueue,
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
      clock,
      random,
      signal,
    }),
    submitter: createDecisionSubmitter({
      post: (id, response, key) => client.sendEvent(ref, decisionEvent(id, response, key), { signal }),
      book: model.book,
      change: model.setBook,
      newId,
      clock,
      signal,
    }),
    queue: createRefresher({ read: () => client.getQueue(ref, { signal }), apply: setQueue, onError, signal }),
    record: createRefresher({
      read: () => client.getSession(ref, { signal }),
      apply(session) {
        model.log.fill(session);
        model.changed();
      },
      onError,
      signal,
    }),
  };
  return parts;
}

function postMessage(
  { client, ref }: Pick<SessionLogOptions, "client" | "ref">,
  { text, clientEventId, delivery }: OutboxEntry,
  signal: AbortSignal,
): Promise<SessionEvent> {
  if (delivery === "steer") {
    return client.steer(ref, { text, clientEventId }, { signal }).then(({ accepted }) => accepted);
  }
  return client.sendEvent(ref, { type: "user.message", clientEventId, payload: { text } }, { signal });
}

function isStarting({ isPaused, waiting }: LogFacts, outbox: Outbox): boolean {
  if (isPaused) return false;
  return waiting.size > 0 || outbox.entries().some(({ state }) => state === "sending" || state === "accepted");
}
