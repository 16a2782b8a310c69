/**
 * Decides when a page asks the host again who is signed in, and when it hides private content until the response.
 *
 * A page that enters the back/forward cache is hidden before it is stored, and after its return until the host has
 * answered. A page that was hidden for a minute or more asks too but stays readable, and so does a visible page once
 * a minute while it follows no stream. The identity guard interprets the response.
 */
import { createBackOff, type BackOff } from "../foundation/back-off.js";
import type { Clock } from "../foundation/clock.js";
import { delay } from "../foundation/delay.js";

/** Page events. */
export interface PageListener {
  /** `pagehide`. */
  readonly onLeave: (isPersisted: boolean) => void;
  /** `pageshow`. */
  readonly onReturn: (isPersisted: boolean) => void;
  /** `visibilitychange`. */
  readonly onVisibility: () => void;
  readonly onOnline: () => void;
}

export interface PageEvents {
  readonly subscribe: (listener: PageListener) => () => void;
  readonly isHidden: () => boolean;
}

export interface IdentityCheckOptions {
  readonly page: PageEvents;
  readonly clock: Clock;
  /** Ends every check. */
  readonly signal: AbortSignal;
  /** Resolves once a door has answered as the identity of the page; rejects when the answer is missing. */
  readonly ask: (signal: AbortSignal) => Promise<void>;
  /** Whether an open stream would report the end of the sign-in. */
  readonly isFollowing: () => boolean;
  readonly onVeil: (isVeiled: boolean) => void;
  /** Called when the doors have answered as the identity of the page after `askLater`. @default nothing */
  readonly onAccepted?: (() => void) | undefined;
  /** A number from 0 up to 1, for the jitter of waits. @default Math.random */
  readonly random?: (() => number) | undefined;
}

/** Time (ms) after which a visible page no longer takes its identity for granted. */
const staleAfter = 60_000;

export interface IdentityCheck {
  /** Asks after a wait, which grows with each refusal. A check that is under way continues. */
  readonly askLater: (backOff: BackOff) => void;
  /** Leaves the veil as it is. */
  readonly stop: () => void;
}

/** Starts to watch the page. */
export function watchIdentity(options: IdentityCheckOptions): IdentityCheck {
  const { page, clock, signal, onVeil, random = Math.random } = options;
  const end = new AbortController();
  let round = new AbortController();
  let hiddenSince = page.isHidden() ? clock.now() : undefined;
  let endWait = () => {};
  let stopTimer = () => {};
  let isAsking = false;
  /** Whether the doors refused the identity since they answered last. */
  let isRefused = false;
  const isOver = () => end.signal.aborted || signal.aborted;

  /** Asks until a door answers. An earlier question is dropped: its answer may be older than the page's return. */
  async function ask(backOff = createBackOff({ random }), waitsFirst = false): Promise<void> {
    round.abort();
    const mine = new AbortController();
    round = mine;
    isAsking = true;
    await askUntilAnswered(AbortSignal.any([mine.signal, end.signal, signal]), backOff, waitsFirst);
    if (round === mine) isAsking = false;
  }

  async function pause(own: AbortSignal, backOff: BackOff): Promise<void> {
    const wait = new AbortController();
    endWait = () => wait.abort();
    await delay(backOff.next(), clock, AbortSignal.any([wait.signal, own]));
  }

  async function askUntilAnswered(own: AbortSignal, backOff: BackOff, waitsFirst: boolean): Promise<void> {
    if (waitsFirst) await pause(own, backOff);
    while (!own.aborted) {
      const isAnswered = await options.ask(own).then(
        () => true,
        () => false,
      );
      if (own.aborted) return;
      if (isAnswered) {
        onVeil(false);
        if (isRefused) options.onAccepted?.();
        isRefused = false;
        return;
      }
      await pause(own, backOff);
    }
  }

  function restartTimer(): void {
    stopTimer();
    stopTimer = () => {};
    if (page.isHidden() || isOver()) return;
    stopTimer = clock.after(staleAfter, () => {
      if (!options.isFollowing()) void ask();
      restartTimer();
    });
  }

  const unsubscribe = page.subscribe({
    onLeave(isPersisted) {
      if (!isPersisted) return;
      // The answer to an earlier question must not unveil the page before it is stored.
      round.abort();
      onVeil(true);
    },
    onReturn(isPersisted) {
      if (!isPersisted) return;
      onVeil(true);
      void ask();
    },
    onVisibility() {
      restartTimer();
      if (page.isHidden()) {
        hiddenSince ??= clock.now();
        return;
      }
      const since = hiddenSince;
      hiddenSince = undefined;
      if (since !== undefined && clock.now() - since >= staleAfter) void ask();
    },
    onOnline: () => endWait(),
  });
  restartTimer();
  return {
    askLater(backOff) {
      isRefused = true;
      if (!isAsking) void ask(backOff, true);
    },
    stop() {
      end.abort();
      stopTimer();
      unsubscribe();
    },
  };
}
