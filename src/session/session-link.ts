/** The connection of a session: restores the newest page once, then follows the log from wherever it was left. */
import type { ConnectionState } from "../foundation/connection.js";
import { toError } from "../foundation/to-error.js";
import { isNotThere } from "../protocol/api-error.js";
import { onAbort } from "../foundation/on-abort.js";
import { takeEvent, takeNewest } from "./session-intake.js";
import { followLog, readNewest } from "./session-log.js";
import { createPaging, type Paging } from "./session-paging.js";
import type { SessionParts } from "./session-parts.js";

export interface Link extends Paging {
  /** Connects; does nothing while connected. After an error it tries again. */
  readonly start: () => void;
  /** Lets the connection go and keeps what is shown. */
  readonly stop: () => void;
}

export function createLink(parts: SessionParts): Link {
  const { model, clock, end, onError } = parts;
  let connection: AbortController | undefined;
  let isRestored = false;

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
      stand(state === "reconnecting" && isOffline() ? "offline" : state, waitMs);
      if (state === "live") parts.sender.wake();
    };
    setConnection("connecting");
    if (!isRestored) {
      const newest = await readNewest(parts, signal, (waitMs) => setConnection("reconnecting", waitMs));
      if (!newest || signal.aborted) return;
      isRestored = true;
      takeNewest(parts, newest.session, newest.page);
    }
    for await (const events of followLog(parts, model.log.cursor, signal, setConnection)) {
      for (const event of events) {
        // Some may be on their way when it is let go; the next connection brings them again.
        if (signal.aborted) return;
        takeEvent(parts, event);
      }
    }
  }

  function fail(cause: unknown): void {
    const error = toError(cause);
    model.setSide({ error });
    onError(error);
  }

  onAbort(end.signal, () => connection?.abort());

  return {
    ...createPaging(parts, fail),
    start() {
      if (connection || end.signal.aborted) return;
      const mine = new AbortController();
      connection = mine;
      if (model.side().connection === "closed")
        model.setSide({ error: null, isMissing: false, isRestoring: !isRestored });
      follow(mine.signal).catch((error: unknown) => {
        if (mine.signal.aborted) return;
        connection = undefined;
        stand("closed");
        model.setSide({ isRestoring: false, isMissing: !isRestored && isNotThere(error) });
        fail(error);
      });
    },
    stop() {
      connection?.abort();
      connection = undefined;
      if (model.side().connection !== "closed") stand("idle");
    },
  };
}

function isOffline(): boolean {
  return typeof navigator !== "undefined" && "onLine" in navigator && !navigator.onLine;
}
