/** The connection of a conversation: follows, polls where there is no stream, and rests. */
import type { Clock } from "../foundation/clock.js";
import type { ConnectionState } from "../foundation/connection.js";
import { toError } from "../foundation/to-error.js";
import { isLogReset, type Cursor } from "../wire/protocol/event-cursor.js";
import { poll } from "../wire/sse/poll.js";
import type { Wake } from "../wire/sse/wait-or-wake.js";
import { isBusy, linked } from "./conversation-state.js";
import type { ConversationStore } from "./conversation-store.js";
import type { Door, OnState } from "./door.js";

export interface Link {
  /** Resumes. When it is active already and polls, it polls at once. */
  readonly start: () => void;
  /** Disconnects and keeps the displayed state. */
  readonly stop: () => void;
  /** A message was accepted, so there is something to follow now; `start` finds it. */
  readonly begun: () => void;
}

export interface LinkOptions {
  readonly door: Pick<Door, "follow" | "forget" | "isPolled" | "read" | "isRetryable" | "begun">;
  readonly store: Pick<ConversationStore<unknown>, "state" | "change" | "fail">;
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
    store.change(linked(store.state(), orOffline(state), clock.now(), waitMs));

  async function read(signal: AbortSignal, onState: OnState): Promise<void> {
    if (!door.isPolled()) await door.follow(signal, onState);
    if (!door.isPolled() || signal.aborted) return;
    const { read: look, isRetryable } = door;
    await poll({ read: look, isRetryable, isBusy: () => isBusy(store.state()), clock, random, wake, signal, onState });
  }

  /** Starts over where the log was restored to an earlier state beneath the reader. */
  async function acrossResets(signal: AbortSignal, act: () => Promise<void>): Promise<void> {
    let refused: Cursor | undefined;
    for (;;) {
      try {
        return await act();
      } catch (error) {
        if (signal.aborted || !isLogReset(error)) throw error;
        const cursor = door.forget?.();
        // A cursor that is refused twice is a fault of the other side.
        if (cursor === undefined || cursor === refused) throw error;
        refused = cursor;
      }
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    const onState: OnState = (state, waitMs) => {
      if (!signal.aborted) stand(state, waitMs);
    };
    try {
      await acrossResets(signal, () => read(signal, onState));
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
