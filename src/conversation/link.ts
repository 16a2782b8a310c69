/** The connection of a conversation: follows, polls where there is no stream, and rests. */
import { createBackOff } from "../foundation/back-off.js";
import type { Clock } from "../foundation/clock.js";
import type { ConnectionState } from "../foundation/connection.js";
import { isOffline } from "../foundation/is-offline.js";
import { toError } from "../foundation/to-error.js";
import { isForeignAnswer } from "../wire/protocol/api-error.js";
import { isLogReset, type Cursor } from "../wire/protocol/event-cursor.js";
import { poll } from "../wire/sse/poll.js";
import { askedWait, longestWait, waitOrWake, type Wake } from "../wire/sse/wait-or-wake.js";
import { isBusy, linked } from "./conversation-state.js";
import type { ConversationStore } from "./conversation-store.js";
import type { Door, OnState } from "./door.js";

interface LinkOptions {
  readonly door: Pick<Door, "follow" | "forget" | "isPolled" | "read" | "isRetryable" | "begun">;
  readonly store: Pick<ConversationStore<unknown>, "state" | "change" | "fail">;
  readonly clock: Clock;
  readonly random?: (() => number) | undefined;
  readonly wake: Wake;
  /** Calls back when the device has lost its network. */
  readonly offline?: ((run: () => void) => () => void) | undefined;
  /** Ends every wait. */
  readonly nudge: () => void;
}

/**
 * How often a page on which nothing is expected asks a server without a stream for it again before it rests: a server that is
 * being replaced answers like this for a moment.
 */
const asksAtRest = 2;

/** How long (ms) a live connection may take to open again before the reader sees that it was lost. */
const briefMs = 2_000;

interface Attempt {
  readonly end: AbortController;
  /** Whether it is shown. One that repeats a failed attempt is hidden until it succeeds: that error stays. */
  isShown: boolean;
}

export function createLink(options: LinkOptions) {
  const { door, store, clock, wake, nudge, offline } = options;
  let current: Attempt | undefined;
  let stopWaiting: (() => void) | undefined;
  let stopHearing: (() => void) | undefined;
  const reading = createReading(options);
  const later = createLater(options);
  let endBrief: (() => void) | undefined;
  function stand(state: ConnectionState, waitMs = 0): void {
    endBrief?.();
    store.change(linked(store.state(), orOffline(state), clock.now(), waitMs));
    const { link } = store.state();
    const showLost = () => store.change({ link: { ...link, isBrief: false, since: clock.now() } });
    endBrief = link.isBrief ? clock.after(briefMs, showLost) : undefined;
  }

  async function run(attempt: Attempt): Promise<void> {
    const { signal } = attempt.end;
    const onState: OnState = (state, waitMs) => {
      if (signal.aborted) return;
      if (state === "live") {
        later.progress();
        reading.progress();
      }
      if (state !== "connecting") show(attempt);
      if (attempt.isShown) stand(state, waitMs);
    };
    try {
      await acrossResets(door, signal, () => reading.read(signal, onState));
      if (signal.aborted) return;
      show(attempt);
      rest();
    } catch (error) {
      if (signal.aborted) return;
      cut();
      // Another server answered, such as a captive portal, so the next answer may be our own. First, so that whatever
      // the changes below start or stop ends it.
      const isWorthIt = isForeignAnswer(error) && askedWait(error) <= longestWait;
      if (isWorthIt) stopWaiting = later.plan(error, () => begin(false));
      if (!attempt.isShown && isForeignAnswer(error)) return;
      stand("closed");
      store.fail("connection", toError(error));
    }
  }

  function show(attempt: Attempt): void {
    if (attempt.isShown) return;
    attempt.isShown = true;
    stand("connecting");
  }

  /** Nothing to follow yet, or nothing expected. Another person may write, so a hint starts another read. */
  function rest(): void {
    current = undefined;
    stand("idle");
    stopWaiting = wake(start);
  }

  /** Resumes. When it is active already and polls, it polls at once. */
  function start(): void {
    if (current && door.isPolled()) nudge();
    if (current) return show(current);
    stopWaiting?.();
    stand("connecting");
    begin(true);
  }

  function begin(isShown: boolean): void {
    current = { end: new AbortController(), isShown };
    stopHearing ??= offline?.(restart);
    void run(current);
  }

  function cut(): void {
    stopHearing?.();
    stopHearing = undefined;
    current?.end.abort();
    current = undefined;
  }

  /** Opens the stream again: an open one may report the loss of the network only minutes later. */
  function restart(): void {
    cut();
    start();
  }

  return {
    start,
    /** Disconnects and keeps the displayed state. */
    stop: (): void => {
      stopWaiting?.();
      cut();
      if (store.state().link.name !== "closed") stand("idle");
    },
    /** A message was accepted, so there is something to follow now; `start` finds it. */
    begun(): void {
      if (door.begun?.(current !== undefined) && current) restart();
    },
  };
}

/** Follows the stream, and polls while the server has none. */
function createReading({ door, store, clock, random, wake }: LinkOptions) {
  /** Number of repeated requests for a stream to a server without one. */
  let asks = 0;
  return {
    progress() {
      if (!door.isPolled()) asks = 0;
    },
    async read(signal: AbortSignal, onState: OnState): Promise<void> {
      await door.follow(signal, onState);
      if (!door.isPolled() || signal.aborted) return;
      await poll({
        read: door.read,
        async follow() {
          asks += 1;
          await door.follow(signal, onState);
          return door.isPolled();
        },
        isBusy: () => isBusy(store.state()) || asks < asksAtRest,
        isRetryable: door.isRetryable,
        clock,
        random,
        wake,
        signal,
        onState,
      });
    },
  };
}

/** Runs an attempt after a wait that grows until `progress`, or at a hint. */
function createLater({ clock, random, wake }: LinkOptions) {
  const backOff = createBackOff(random && { random });
  return {
    progress: () => backOff.progress(),
    plan(error: unknown, run: () => void): () => void {
      const end = new AbortController();
      const { signal } = end;
      const asked = askedWait(error);
      const wait = waitOrWake(Math.max(backOff.next(), asked), { clock, signal, wake, isAsked: asked > 0 });
      void wait.then(() => !signal.aborted && run());
      return () => end.abort();
    },
  };
}

/** Restarts when the log was restored to an earlier state during the reading. */
async function acrossResets(
  { forget }: Pick<Door, "forget">,
  signal: AbortSignal,
  act: () => Promise<void>,
): Promise<void> {
  let refused: Cursor | undefined;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (signal.aborted || !isLogReset(error)) throw error;
      const cursor = forget?.();
      // A cursor that is refused twice is an error of the server.
      if (cursor === undefined || cursor === refused) throw error;
      refused = cursor;
    }
  }
}

/** The state of a connection, or `offline` for one that waits while the browser has no network. */
function orOffline(state: ConnectionState): ConnectionState {
  return state === "reconnecting" && isOffline() ? "offline" : state;
}
