import type { Clock } from "../../foundation/clock.js";
import { onAbort } from "../../foundation/on-abort.js";

/** The facts of a resolution that decide what its person may see. */
export interface ResolvedPerson {
  readonly tenant?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly user?: string | undefined;
  readonly conversation?: string | undefined;
  readonly actor?: { readonly id: string } | undefined;
}

export function isSamePerson(one: ResolvedPerson, other: ResolvedPerson): boolean {
  const names = ["tenant", "workspaceId", "user", "conversation"] as const;
  return one.actor?.id === other.actor?.id && names.every((name) => one[name] === other[name]);
}

/** The person's part of an endless stream. */
export interface PersonWatch {
  /** Aborts when the request does, and when its person is gone. */
  readonly signal: AbortSignal;
  /** Whether the person's sign-out aborted it. */
  readonly isGone: () => boolean;
  /** The stream is over. */
  readonly stop: () => void;
}

export interface PersonWatchOptions {
  /** Whether the host still gives the person that the stream was opened for. */
  readonly isStill: () => Promise<boolean>;
  /** `Infinity` never asks. @default 60_000 (ms) */
  readonly everyMs: number | undefined;
  readonly request: Request;
  readonly clock: Clock;
  /** Called with errors of `isStill`: a host that cannot answer ends no stream. */
  readonly report: (error: unknown) => void;
}

/**
 * Checks periodically, while the stream is read, whether its person may still read it, so that no stream outlives a
 * sign-out.
 */
export function watchPerson(options: PersonWatchOptions): PersonWatch {
  const { isStill, everyMs = 60_000, request, clock, report } = options;
  const end = new AbortController();
  let isGone = false;
  let takeBack = () => {};
  let stopListening = () => {};
  const leave = () => {
    stop();
    end.abort(request.signal.reason);
  };
  const stop = () => {
    takeBack();
    takeBack = () => {};
    isOver = true;
    stopListening();
  };
  let isOver = false;

  const wait = () => {
    if (Number.isFinite(everyMs)) takeBack = clock.after(everyMs, () => void look());
  };
  async function look(): Promise<void> {
    const answer = await isStill().catch((error: unknown) => {
      report(error);
      return true;
    });
    if (isOver) return;
    if (answer) return wait();
    isGone = true;
    stop();
    end.abort();
  }

  stopListening = onAbort(request.signal, leave);
  if (!isOver) wait();
  return { signal: end.signal, isGone: () => isGone, stop };
}
