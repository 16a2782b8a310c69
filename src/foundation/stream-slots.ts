/**
 * Shares a page's connections between its streams and requests. Over HTTP/1.1 a browser opens six connections to an
 * origin, and each stream occupies one: without this, six streams would block every message.
 *
 * At most a fixed number of streams is open; when more are wanted they take turns, each resuming from its cursor.
 * Requests have priority: when a request waits too long, all streams close until it is answered, or for a limited
 * time, so a request without a response does not silence every conversation.
 */
import type { Clock } from "./clock.js";
import { onAbort } from "./on-abort.js";

export interface StreamSlots {
  /**
   * Resolves when a stream may open; `signal` releases its slot. `onYield` is called once when another stream waits;
   * the slot stays taken until the abort. Never resolves after an abort.
   */
  readonly take: (signal: AbortSignal, onYield: () => void) => Promise<void>;
  /** Makes a request with priority over streams. */
  readonly ask: <T>(request: () => Promise<T>) => Promise<T>;
}

export interface StreamSlotsOptions {
  readonly clock: Clock;
  /** How many streams may be open at once; read when one is wanted. */
  readonly limit: () => number;
  /** Called once, when streams have taken turns for ten seconds. */
  readonly onCrowded?: (() => void) | undefined;
}

/** How long (ms) a stream keeps its place at least while another waits for it. */
const turn = 3_000;
/** How long (ms) a request waits for an answer before streams make room for it. */
const patience = 1_500;
/**
 * Longest time (ms) that streams stay closed for a request: with a free connection it is sent at once, and only its
 * response is slow.
 */
const room = 3_000;

/**
 * How long (ms) streams take turns before there are too many: a person who walks through a list leaves conversations
 * whose streams close a moment later.
 */
const longCrowded = 10_000;

interface Holder {
  readonly since: number;
  isAsked: boolean;
  readonly yields: () => void;
}

export function createStreamSlots({ clock, limit, onCrowded }: StreamSlotsOptions): StreamSlots {
  const holders = new Set<Holder>();
  /** Waiting streams, in order of arrival. */
  const waiting = new Set<() => void>();
  let pressing = 0;
  const crowd = createCrowd(clock, onCrowded);
  let takeBack: (() => void) | undefined;

  function admit(): void {
    for (const enter of waiting) {
      if (pressing > 0 || holders.size >= limit()) break;
      waiting.delete(enter);
      enter();
    }
    makeRoom();
  }

  /** While a stream waits, the oldest open stream closes when its time is over. Uses one timer, and none otherwise. */
  function makeRoom(): void {
    takeBack?.();
    takeBack = undefined;
    if (waiting.size === 0 || pressing > 0) return;
    const [oldest] = [...holders].filter(({ isAsked }) => !isAsked);
    if (!oldest) return;
    takeBack = clock.after(Math.max(0, oldest.since + turn - clock.now()), () => {
      crowd.turn();
      askToYield(oldest);
      makeRoom();
    });
  }

  function askToYield(holder: Holder): void {
    if (holder.isAsked) return;
    holder.isAsked = true;
    holder.yields();
  }

  return {
    take(signal, onYield) {
      return new Promise((resolve) => {
        const enter = () => {
          const holder: Holder = { since: clock.now(), isAsked: false, yields: onYield };
          holders.add(holder);
          onAbort(signal, () => {
            holders.delete(holder);
            admit();
          });
          resolve();
        };
        if (signal.aborted) return;
        waiting.add(enter);
        onAbort(signal, () => {
          if (waiting.delete(enter)) makeRoom();
        });
        admit();
      });
    },
    async ask(request) {
      let isPressing = false;
      const release = () => {
        if (isPressing) pressing -= 1;
        isPressing = false;
        admit();
      };
      let stopWaiting = clock.after(patience, () => {
        if (holders.size === 0 || limit() > roomy) return;
        isPressing = true;
        pressing += 1;
        for (const holder of holders) askToYield(holder);
        stopWaiting = clock.after(room, release);
      });
      try {
        return await request();
      } finally {
        stopWaiting();
        release();
      }
    },
  };
}

/** Calls once when streams have taken turns, without a pause, for long enough. */
function createCrowd(clock: Clock, onCrowded: (() => void) | undefined) {
  let since: number | undefined;
  let last = Number.NEGATIVE_INFINITY;
  let isReported = false;
  return {
    turn(): void {
      const now = clock.now();
      // Streams that share too few places take turns at least this often.
      if (since === undefined || now - last > 2 * turn) since = now;
      last = now;
      if (isReported || now - since < longCrowded) return;
      isReported = true;
      onCrowded?.();
    },
  };
}

/** With more open streams than this a request still gets a connection: the origin uses HTTP/2. */
const roomy = 6;
