import { isServiceError } from "@service/sdk/protocol";
import type { Agent } from "../agent/agent.js";
import type { Clock } from "../clock.js";
import { expireOverdue, startTurn } from "../sessions/run-turn.js";
import type { Cause } from "../sessions/session-draft.js";
import type { SessionRecord } from "../store/records.js";
import type { Lease, Store } from "../store/store.js";
import { startAttempt, type Attempt } from "./attempt.js";

export interface EngineOptions {
  readonly store: Store;
  readonly agent: Agent;
  readonly clock: Clock;
  newId(): string;
  readonly leaseMs: number;
  startChild(parent: SessionRecord, message: string): Promise<string>;
  onError(error: unknown): void;
}

/** Runs the turns that wait in the store: many sessions at once, one turn a session, none in another's way. */
export interface Engine {
  /** Looks for work now and whenever the store hints at some. */
  start(): void;
  /** Writes what the session's running agent has said so far, so that what ends its turn keeps it. */
  flush(sessionId: string): Promise<void>;
  /** Stops the session's agent when it has lost its lease: its turn was ended. */
  check(sessionId: string): Promise<void>;
  /** Stops every agent and gives the leases back; the turns are recovered by whoever opens the store next. */
  close(): Promise<void>;
}

/** How many turns run at once; more wait in the store. */
const maxRunning = 512;
/** How long to wait after the store failed (ms). */
const retryMs = 1_000;
/** Timers of the platform overflow above this (ms). */
const maxTimerMs = 2_147_000_000;

interface Running {
  readonly lease: Lease;
  attempt: Attempt | null;
  expiresAt: number;
}

export function createEngine(options: EngineOptions): Engine {
  const { store, clock, leaseMs, onError, newId } = options;
  const owner = newId();
  const running = new Map<string, Running>();
  const finished = new Set<Promise<void>>();
  let isClosed = false;
  let isLooking = false;
  let lookAgain = false;
  let cancelTimer: (() => void) | null = null;
  let endWatch: (() => void) | null = null;

  const iso = (ms: number) => new Date(ms).toISOString();
  const cause = (): Cause => ({ now: iso(clock.now()), newId, subjectId: "worker" });

  function look(): void {
    lookAgain = true;
    if (isLooking || isClosed) return;
    isLooking = true;
    void lookForWork().finally(() => {
      isLooking = false;
      if (lookAgain) look();
    });
  }

  async function lookForWork(): Promise<void> {
    let wakeMs: number | null = retryMs;
    try {
      while (lookAgain && !isClosed) {
        lookAgain = false;
        for (const entry of running.values()) await renewWhenDue(entry);
        await expireDue();
        await claimAll();
      }
      const due = isClosed ? null : await store.nextDue();
      wakeMs = due === null ? null : Math.max(0, Date.parse(due) - clock.now());
    } catch (error) {
      onError(error);
    }
    cancelTimer?.();
    cancelTimer = wakeMs === null || isClosed ? null : clock.after(Math.min(wakeMs, maxTimerMs), look);
  }

  async function expireDue(): Promise<void> {
    for (const session of await store.listDueSessions(iso(clock.now()), 100)) {
      await store.changeSession(session.id, {}, (state) => expireOverdue(state, cause()));
    }
  }

  async function claimAll(): Promise<void> {
    while (!isClosed && running.size < maxRunning) {
      const expiresAt = clock.now() + leaseMs;
      const claim = await store.claimSession({ owner, now: iso(clock.now()), expiresAt: iso(expiresAt) });
      if (claim === null) return;
      const entry: Running = { lease: claim.lease, attempt: null, expiresAt };
      // An older attempt at the same session has lost its lease to this one.
      running.get(claim.lease.sessionId)?.attempt?.stop();
      running.set(claim.lease.sessionId, entry);
      const end = work(entry).finally(() => finished.delete(end));
      finished.add(end);
    }
  }

  /** Runs one claimed session. Never rejects. A store that failed keeps its lease, so that it is tried again later. */
  async function work(entry: Running): Promise<void> {
    const { lease } = entry;
    const stopRenewing = renewEvery(entry);
    try {
      const { result } = await store.changeSession(lease.sessionId, { lease }, (state) => startTurn(state, cause()));
      if (result !== null && !isClosed) {
        entry.attempt = startAttempt({ ...options, ...result, lease, cause });
        await entry.attempt.ended;
      }
      await store.releaseLease(lease);
    } catch (error) {
      if (!isLeaseLost(error)) onError(error);
    } finally {
      stopRenewing();
      if (running.get(lease.sessionId) === entry) running.delete(lease.sessionId);
      look();
    }
  }

  function renewEvery(entry: Running): () => void {
    const run = () => {
      renewWhenDue(entry).catch(onError);
      cancel = clock.after(leaseMs / 3, run);
    };
    let cancel = clock.after(leaseMs / 3, run);
    return () => cancel();
  }

  async function renewWhenDue(entry: Running): Promise<void> {
    if (entry.expiresAt - clock.now() <= (leaseMs * 3) / 4) await renew(entry);
  }

  async function renew(entry: Running): Promise<void> {
    const expiresAt = clock.now() + leaseMs;
    if (await store.renewLease(entry.lease, iso(expiresAt))) entry.expiresAt = expiresAt;
    else entry.attempt?.stop();
  }

  return {
    start() {
      endWatch = store.watchWork(look);
      look();
    },
    async flush(sessionId) {
      try {
        await running.get(sessionId)?.attempt?.flush();
      } catch (error) {
        if (!isLeaseLost(error)) throw error;
      }
    },
    async check(sessionId) {
      const entry = running.get(sessionId);
      if (entry !== undefined) await renew(entry);
    },
    async close() {
      isClosed = true;
      endWatch?.();
      cancelTimer?.();
      for (const { attempt } of running.values()) {
        await attempt?.flush().catch(onError);
        attempt?.stop();
      }
      await Promise.all(finished);
    },
  };
}

function isLeaseLost(error: unknown): boolean {
  return isServiceError(error) && error.code === "lease_lost";
}
