/** Makes the parts of one session and ties them to its client and to each other. */
import { createDecisionSubmitter } from "../decisions/decision-submitter.js";
import type { Clock } from "../foundation/clock.js";
import { randomId } from "../foundation/random-id.js";
import { createOutbox, type OutboxEntry } from "../outbox/outbox.js";
import { createSender } from "../outbox/sender.js";
import type { QueueSnapshot } from "../protocol/session.js";
import type { SessionEvent } from "../protocol/session-event.js";
import { decisionEvent } from "./decision-event.js";
import { createRefresher } from "./refresher.js";
import { settleMessage, type IntakeParts } from "./session-intake.js";
import type { SessionLogOptions } from "./session-log.js";
import { createSessionModel } from "./session-model.js";
import type { SessionControllerOptions } from "./session-options.js";

export interface SessionParts extends IntakeParts, SessionLogOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  /** Aborts with the controller. */
  readonly end: AbortController;
  readonly onError: (error: Error) => void;
  /** Stop was pressed before there was anything to interrupt. */
  readonly stopWish: { isPending: boolean };
  readonly interrupt: () => Promise<void>;
  readonly setQueue: (snapshot: QueueSnapshot) => void;
}

export function assembleSession(options: SessionControllerOptions): SessionParts {
  const { client, sessionId, storage, onError = () => {}, newId = randomId, wake } = options;
  const { workspaceId = client.workspaceId, clock = client.clock, random = client.random } = options;
  const ref = { sessionId, workspaceId };
  const end = new AbortController();
  const { signal } = end;
  const stopWish = { isPending: false };

  const outbox = createOutbox({
    storage,
    storageKey: `session-outbox/${workspaceId}/${sessionId}`,
    onChange: () => model.changed(),
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
  const post = (entry: OutboxEntry, abort: AbortSignal): Promise<SessionEvent> => {
    const { text, clientEventId } = entry;
    if (entry.delivery === "steer") {
      return client.steer(ref, { text, clientEventId }, { signal: abort }).then(({ accepted }) => accepted);
    }
    return client.sendEvent(ref, { type: "user.message", clientEventId, payload: { text } }, { signal: abort });
  };
  const interrupt = async () => {
    await client.sendEvent(ref, { type: "user.interrupt", clientEventId: newId() }, { signal });
  };

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
      post: (entry, abort) => post(entry, abort).then(({ sequence }) => ({ turnId: null, sequence })),
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
    onTurnStarted() {
      if (!stopWish.isPending) return;
      stopWish.isPending = false;
      interrupt().catch(onError);
    },
  };
  return parts;
}
