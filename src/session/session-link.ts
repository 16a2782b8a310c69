/** The connection of a session: restores the newest page once, then follows the log from wherever it was left. */
import { isServiceError, ServiceError } from "../foundation/base-error.js";
import type { ConnectionState } from "../foundation/connection.js";
import { takeEvent, takeNewest } from "./session-intake.js";
import { followLog, readNewest, readPageBefore } from "./session-log.js";
import type { SessionParts } from "./session-parts.js";

export interface Link {
  /** Connects; does nothing while connected. After an error it tries again. */
  readonly start: () => void;
  /** Lets the connection go and keeps what is shown. */
  readonly stop: () => void;
  readonly loadOlder: () => Promise<void>;
}

export function createLink(parts: SessionParts): Link {
  const { model, end, onError } = parts;
  let connection: AbortController | undefined;
  /** The first sequence that is loaded; undefined before the first page. */
  let first: number | undefined;

  async function follow(signal: AbortSignal): Promise<void> {
    const setConnection = (state: ConnectionState) => {
      if (signal.aborted) return;
      model.setSide({ connection: state === "reconnecting" && isOffline() ? "offline" : state });
      if (state === "live") parts.sender.wake();
    };
    setConnection("connecting");
    if (first === undefined) {
      const newest = await readNewest(parts, signal, () => setConnection("reconnecting"));
      if (!newest || signal.aborted) return;
      first = newest.page.events[0]?.sequence ?? 1;
      takeNewest(parts, newest.session, newest.page);
    }
    for await (const event of followLog(parts, model.log.cursor, signal, setConnection)) {
      // One may be on its way when it is let go; the next connection brings it again.
      if (signal.aborted) return;
      takeEvent(parts, event);
    }
  }

  function fail(cause: unknown): void {
    const error = toError(cause);
    model.setSide({ error });
    onError(error);
  }

  end.signal.addEventListener("abort", () => connection?.abort());

  return {
    start() {
      if (connection || end.signal.aborted) return;
      const mine = new AbortController();
      connection = mine;
      if (model.side().connection === "closed") model.setSide({ error: null, isRestoring: first === undefined });
      follow(mine.signal).catch((error: unknown) => {
        if (mine.signal.aborted) return;
        connection = undefined;
        model.setSide({ connection: "closed", isRestoring: false });
        fail(error);
      });
    },
    stop() {
      connection?.abort();
      connection = undefined;
      if (model.side().connection !== "closed") model.setSide({ connection: "idle" });
    },
    async loadOlder() {
      const { hasOlder, isLoadingOlder } = model.side();
      if (!hasOlder || isLoadingOlder || first === undefined) return;
      model.setSide({ isLoadingOlder: true });
      try {
        const page = await readPageBefore(parts, first, end.signal);
        first = page.events[0]?.sequence ?? first;
        model.takeOlder(page.events);
        model.setSide({ hasOlder: page.hasOlder });
      } catch (error) {
        if (!end.signal.aborted) fail(error);
      } finally {
        model.setSide({ isLoadingOlder: false });
      }
    },
  };
}

function isOffline(): boolean {
  return typeof navigator !== "undefined" && "onLine" in navigator && !navigator.onLine;
}

function toError(cause: unknown): Error {
  if (isServiceError(cause) || cause instanceof Error) return cause;
  return new ServiceError(`The session could not be followed: ${String(cause)}.`, { code: "session_failed", cause });
}
