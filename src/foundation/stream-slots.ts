/**
 * Shares the connections of a page among its streams and its requests. A browser opens six to an origin over HTTP/1.1, and
 * a stream holds one for as long as it is followed: without this, six of them let no message out.
 *
 * So many streams are open at once and no more; where more are wanted they take turns, each going on from its cursor. What
 * is asked goes before what is followed: a request that has waited for a while has every stream closed until it is answered,
 * or for so long that it surely went out: one that nobody answers keeps no conversation silent.
 */
import type { Clock } from "./clock.js";
import { onAbort } from "./on-abort.js";

export interface StreamSlots {
  /**
   * Resolves when a stream may be opened; it gives its place back when `signal` aborts. `onYield` asks it to close, as
   * another waits: called once, and the place is held until the abort. Never resolves once aborted.
   */
  readonly take: (signal: AbortSignal, onYield: () => void) => Promise<void>;
  /** Makes a request that goes before streams. */
  readonly ask: <T>(request: () => Promise<T>) => Promise<T>;
}

export interface StreamSlotsOptions {
  readonly clock: Clock;
  /** How many streams may be open at once; read when one is wanted. */
  readonly limit: () => number;
  /** Told once, when the first stream has to wait for its turn. */
  readonly onCrowded?: (() => void) | undefined;
}

/** How long (ms) a stream keeps its place at least while another waits for it. */
const turn = 3_000;
/** How long (ms) a request waits for an answer before streams make room for it. */
const patience = 1_500;
/** How long (ms) they make room at most: with a free connection a request goes out at once, and only its answer is slow. */
const room = 3_000;

interface Holder {
  readonly since: number;
  isAsked: boolean;
  readonly yields: () => void;
}

export function createStreamSlots({ clock, limit, onCrowded }: StreamSlotsOptions): StreamSlots {
  const holders = new Set<Holder>();
  /** Who waits, in the order in which they came. */
  const waiting = new Set<() => void>();
  let pressing = 0;
  let wasCrowded = false;
  let takeBack: (() => void) | undefined;

  function admit(): void {
    for (const enter of waiting) {
      if (pressing > 0 || holders.size >= limit()) break;
      waiting.delete(enter);
      enter();
    }
    makeRoom();
  }

  /** While somebody waits, who has been there longest goes when their turn is over. One timer, and none otherwise. */
  function makeRoom(): void {
    takeBack?.();
    takeBack = undefined;
    if (waiting.size === 0 || pressing > 0) return;
    const [oldest] = [...holders].filter(({ isAsked }) => !isAsked);
    if (!oldest) return;
    if (!wasCrowded) {
      wasCrowded = true;
      onCrowded?.();
    }
    takeBack = clock.after(Math.max(0, oldest.since + turn - clock.now()), () => {
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

/** Above so many streams there is room enough for a request beside them: the origin speaks HTTP/2. */
const roomy = 6;
