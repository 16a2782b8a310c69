/** The connection of a conversation: follows, polls where there is no stream, and rests. */
import type { Clock } from "../foundation/clock.js";
import type { ConnectionState } from "../foundation/connection.js";
import { toError } from "../foundation/to-error.js";
import { poll } from "../wire/sse/poll.js";
import type { Wake } from "../wire/sse/wait-or-wake.js";
import { isBusy } from "./conversation-state.js";
import type { ConversationStore } from "./conversation-store.js";
import type { Door } from "./door.js";

export interface Link {
  /** Resumes. When it is active already and polls, it polls at once. */
  readonly start: () => void;
  /** Disconnects and keeps the displayed state. */
  readonly stop: () => void;
  /** A message was accepted, so there is something to follow now; `start` finds it. */
  readonly begun: () => void;
}

export interface LinkOptions {
  readonly door: Pick<Door, "follow" | "isPolled" | "read" | "isRetryable" | "begun">;
  readonly store: Pick<ConversationStore<unknown>, "state" | "dispatch" | "fail">;
  readonly clock: Clock;
  readonly random?: (() => number) | undefined;
  readonly wake: Wake;
  /** Ends every wait. */
  readonly nudge: () => void;
}

export function createLink({ door, store, clock, random, wake, nudge }: LinkOptions): Link {
  let current: AbortController | undefined;
  let stopWaiting: (() => void) | undefined;
  const stand = (state: ConnectionState, waitMs = 0) =>
    store.dispatch({ type: "linked", name: orOffline(state), at: clock.now(), waitMs });

  async function run(signal: AbortSignal): Promise<void> {
    const onState = (state: ConnectionState, waitMs: number) => {
      if (!signal.aborted) stand(state, waitMs);
    };
    try {
      if (!door.isPolled()) await door.follow(signal, onState);
      if (door.isPolled() && !signal.aborted) {
        const { read, isRetryable } = door;
        await poll({ read, isRetryable, isBusy: () => isBusy(store.state()), clock, random, wake, signal, onState });
      }
      if (!signal.aborted) rest();
    } catch (error) {
      if (signal.aborted) return;
      current = undefined;
      stand("closed");
      store.fail("connection", toError(error));
    }
  }

  /** Nothing to follow yet, or nothing expected; another person may write, so a hint causes another look. */
  function rest(): void {
    current = undefined;
    stand("idle");
    stopWaiting = wake(start);
  }

  function start(): void {
    if (current && door.isPolled()) nudge();
    if (current) return;
    stopWaiting?.();
    current = new AbortController();
    stand("connecting");
    void run(current.signal);
  }

  return {
    start,
    stop() {
      stopWaiting?.();
      current?.abort();
      current = undefined;
      if (store.state().link.name !== "closed") stand("idle");
    },
    begun() {
      if (!door.begun?.(current !== undefined) || !current) return;
      current.abort();
      current = undefined;
      start();
    },
  };
}

/** The state of a connection, or `offline` for one that waits while the browser has no network. */
function orOffline(state: ConnectionState): ConnectionState {
  const isOffline = typeof navigator !== "undefined" && "onLine" in navigator && !navigator.onLine;
  return state === "reconnecting" && isOffline ? "offline" : state;
}
