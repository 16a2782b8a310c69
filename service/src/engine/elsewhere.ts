/**
 * When this process looks for work of sessions that other processes changed. Mostly never: the process that made a session
 * free claims it, and shows that with its first write. A look follows where that write does not arrive, and when the lease of a
 * silent worker may have ended.
 */
import type { Clock } from "../clock.js";
import type { ElsewhereNews } from "../store/watch.js";
import type { FoundWork } from "./find-work.js";

/** How long a free session is left to the process that made it free (ms). */
export const othersFirstMs = 250;
/** Processes look within this time one after another (ms), so that the first one's claim spares the others theirs. */
export const spreadMs = 250;

export interface ElsewhereOptions {
  readonly clock: Clock;
  /** Id of the process. */
  readonly owner: string;
  readonly leaseMs: number;
  readonly look: () => void;
  /** As `look`, after a moment. */
  readonly lookLater: () => void;
}

export interface Elsewhere {
  /** Null when anything may have changed. */
  hear(news: ElsewhereNews | null): void;
  /** Takes what a read has found. */
  found(what: Pick<FoundWork, "lease" | "isLimitReached">): void;
  stop(): void;
}

export function createElsewhere({ clock, owner, leaseMs, look, lookLater }: ElsewhereOptions): Elsewhere {
  /** When to look, by the session's id. */
  const times = new Map<string, number>();
  let first: FoundWork["lease"] = null;
  let isLimitReached = false;
  let timer: { readonly at: number; readonly cancel: () => void } | null = null;
  let isStopped = false;

  function wakeBy(at: number): void {
    if (isStopped || (timer !== null && timer.at <= at)) return;
    timer?.cancel();
    timer = { at, cancel: clock.after(Math.max(0, at - clock.now()), wake) };
  }

  function wake(): void {
    timer = null;
    const now = clock.now();
    const overdue = [...times].filter(([, at]) => at <= now);
    const isFirstOver = first !== null && first.at <= now;
    for (const [sessionId] of overdue) times.delete(sessionId);
    if (isFirstOver) first = null;
    const next = Math.min(...times.values(), first?.at ?? Infinity);
    if (next !== Infinity) wakeBy(next);
    if (overdue.length > 0 || isFirstOver) look();
  }

  function expect(sessionId: string, at: number): void {
    times.set(sessionId, at);
    wakeBy(at);
  }

  /** A timer that is too early costs no read, so it stays while there is anything to wait for. */
  function settle(): void {
    if (times.size > 0 || first !== null) return;
    timer?.cancel();
    timer = null;
  }

  return {
    hear(news) {
      if (isStopped) return;
      if (news === null || news.work === "due") return lookLater();
      const { sessionId } = news;
      if (news.work === "held") return expect(sessionId, clock.now() + leaseMs);
      if (news.work === "free") {
        const at = clock.now() + othersFirstMs + (hash(owner + sessionId) % spreadMs);
        return expect(sessionId, Math.min(at, times.get(sessionId) ?? Infinity));
      }
      times.delete(sessionId);
      const isFirst = first?.sessionId === sessionId;
      if (isFirst) first = null;
      // Another lease may now be the first to end, or a session may run that waited for a limit.
      if (isFirst || isLimitReached) lookLater();
      settle();
    },
    found(what) {
      const { lease } = what;
      first = lease;
      isLimitReached = what.isLimitReached;
      if (lease !== null) wakeBy(lease.at);
      else settle();
    },
    stop() {
      isStopped = true;
      timer?.cancel();
      timer = null;
    },
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let n = 0; n < text.length; n += 1) sum = Math.imul(sum ^ text.charCodeAt(n), 0x01000193);
  return sum >>> 0;
}
