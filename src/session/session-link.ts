/** The connection of a session: restores the newest page once, then follows the log from wherever it was left. */
import { orOffline } from "../conversation/offline.js";
import type { ConnectionState } from "../foundation/connection.js";
import { toError } from "../foundation/to-error.js";
import type { ServiceApiError } from "../wire/protocol/api-error.js";
import type { SessionEvent } from "../wire/protocol/session-event.js";
import { hasNoStream } from "../wire/sse/poll.js";
import { onAbort } from "../foundation/on-abort.js";
import { takeEvent, takeNewest } from "./session-intake.js";
import { followLog, pollLog, readNewest } from "./session-log.js";
import { createPaging, type Paging } from "./session-paging.js";
import type { SessionParts } from "./session-parts.js";

export interface Link extends Paging {
  /** Connects; does nothing while connected. After an error it tries again. */
  readonly start: () => void;
  /** Lets the connection go and keeps what is shown. */
  readonly stop: () => void;
}

export function createLink(parts: SessionParts): Link {
  const { model, clock, end } = parts;
  let connection: AbortController | undefined;
  let isRestored = false;
  /** Whether the service has no stream; one that has streamed has one, whatever is answered in its place. */
  let polls = false;
  let hasStreamed = false;
  let stopWaiting: (() => void) | undefined;

  function stand(state: ConnectionState, waitMs = 0): void {
    const now = clock.now();
    const { connection: before, connectionSince } = model.side();
    model.setSide({
      connection: state,
      connectionSince: before === state ? connectionSince : now,
      nextAttemptAt: waitMs > 0 ? now + waitMs : null,
    });
  }

  async function follow(signal: AbortSignal): Promise<void> {
    const setConnection = (state: ConnectionState, waitMs = 0) => {
      if (signal.aborted) return;
      stand(orOffline(state), waitMs);
      if (state !== "live") return;
      hasStreamed ||= !polls;
      parts.sender.wake();
    };
    setConnection("connecting");
    if (!isRestored) {
      const newest = await readNewest(parts, signal, (waitMs) => setConnection("reconnecting", waitMs));
      if (!newest || signal.aborted) return;
      isRestored = true;
      takeNewest(parts, newest.session, newest.page);
    }
    const take = (events: readonly SessionEvent[]) => {
      for (const event of events) {
        // Some may be on their way when it is let go; the next connection brings them again.
        if (signal.aborted) return;
        takeEvent(parts, event);
      }
    };
    try {
      if (!polls) for await (const events of followLog(parts, model.log.cursor, signal, setConnection)) take(events);
    } catch (error) {
      if (hasStreamed || !hasNoStream((error as Partial<ServiceApiError>).status)) throw error;
      polls = true;
    }
    if (!polls || signal.aborted) return;
    await pollLog(parts, take, signal, setConnection);
    if (!signal.aborted) rest();
  }

  /** Nothing is to come; another person may write, so a hint is reason for another look. */
  function rest(): void {
    connection = undefined;
    stand("idle");
    stopWaiting = parts.wake?.(link.start);
  }

  onAbort(end.signal, () => {
    stopWaiting?.();
    connection?.abort();
  });

  const link: Link = {
    ...createPaging(parts),
    start() {
      if (connection && polls) parts.nudge();
      if (connection || end.signal.aborted) return;
      stopWaiting?.();
      const mine = new AbortController();
      connection = mine;
      if (model.side().connection === "closed") {
        model.clearError();
        model.setSide({ isRestoring: !isRestored });
      }
      follow(mine.signal).catch((error: unknown) => {
        if (mine.signal.aborted) return;
        connection = undefined;
        stand("closed");
        model.setSide({ isRestoring: false });
        model.fail("connection", toError(error));
      });
    },
    stop() {
      stopWaiting?.();
      connection?.abort();
      connection = undefined;
      if (model.side().connection !== "closed") stand("idle");
    },
  };
  return link;
}
