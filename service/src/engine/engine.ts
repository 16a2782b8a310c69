import type { Agent } from "../agent/agent.js";
import type { Clock } from "../clock.js";
import { expireOverdue, startTurn } from "../sessions/run-turn.js";
import type { Cause } from "../sessions/session-draft.js";
import type { SessionRecord } from "../store/records.js";
import type { Lease, Store } from "../store/store.js";
import type { AttemptOptions } from "./attempt-options.js";
import { startAttempt, type Attempt } from "./attempt.js";
import { deliverReport } from "./deliver-report.js";
import { holdLease, type HeldLease } from "./held-lease.js";
import { createLookOut } from "./look-out.js";
import { isLost } from "./lost.js";

export interface EngineOptions {
  readonly store: Store;
  readonly agent: Agent;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly leaseMs: number;
  /** Makes a session below the parent and gives its id. */
  readonly startChild: (parent: SessionRecord, message: string) => Promise<string>;
  readonly readFile: AttemptOptions["readFile"];
  readonly saveFile: AttemptOptions["saveFile"];
  readonly toolSources: AttemptOptions["toolSources"];
  readonly onError: (error: unknown) => void;
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

interface Running {
  readonly lease: Lease;
  readonly held: HeldLease;
  attempt: Attempt | null;
}

export function createEngine(options: EngineOptions): Engine {
  const { store, clock, leaseMs, onError, newId } = options;
  const owner = newId();
  const running = new Map<string, Running>();
  const unfinished = new Set<Promise<void>>();
  const stopping = new AbortController();
  let endWatches: readonly (() => void)[] = [];

  const iso = (ms: number) => new Date(ms).toISOString();
  const cause = (): Cause => ({ now: iso(clock.now()), newId, subjectId: "worker" });
  const lookOut = createLookOut({ clock, onError, look });

  async function look(): Promise<number | null> {
    for (const { held } of running.values()) await held.renewWhenDue();
    for (const session of await store.listDueSessions(iso(clock.now()), 100)) await settleDue(session);
    while (!stopping.signal.aborted && running.size < maxRunning && (await claim()));
    const due = await store.nextDue();
    return due === null ? null : Date.parse(due);
  }

  /** A session that cannot be changed is tried again later and holds up no other. */
  async function settleDue(session: SessionRecord): Promise<void> {
    try {
      await deliverReport(store, session, cause());
      await store.changeSession(session.id, {}, (state) => expireOverdue(state, cause()));
    } catch (error) {
      if (!isLost(error)) onError(error);
    }
  }

  async function claim(): Promise<boolean> {
    const now = clock.now();
    const claimed = await store.claimSession({ owner, now: iso(now), expiresAt: iso(now + leaseMs) });
    if (claimed === null) return false;
    const { lease } = claimed;
    // An older attempt at the same session has lost its lease to this one.
    running.get(lease.sessionId)?.attempt?.stop();
    const held = holdLease({ store, clock, lease, leaseMs, onError, onLost: () => entry.attempt?.stop() });
    const entry: Running = { lease, held, attempt: null };
    running.set(lease.sessionId, entry);
    const end = work(entry).finally(() => unfinished.delete(end));
    unfinished.add(end);
    return true;
  }

  /** Runs one claimed session. Never rejects. After a fault the lease is kept until it ends, so as not to try at once. */
  async function work(entry: Running): Promise<void> {
    const { lease, held } = entry;
    try {
      const { result } = await store.changeSession(lease.sessionId, { lease }, (state) => startTurn(state, cause()));
      // It may have been interrupted in the moment between, when there was no attempt to stop yet.
      if (result !== null && !stopping.signal.aborted && held.isHeld()) {
        entry.attempt = startAttempt({ ...options, ...result, lease, cause });
        await entry.attempt.ended;
      }
      await store.releaseLease(lease);
    } catch (error) {
      if (!isLost(error)) onError(error);
    } finally {
      held.stop();
      if (running.get(lease.sessionId) === entry) running.delete(lease.sessionId);
      lookOut.hint();
    }
  }

  /** Whether what was done elsewhere has ended a turn that runs here; `sessionId` is null when that may be any. */
  function checkHeld(sessionId: string | null): void {
    const entries = sessionId === null ? [...running.values()] : [running.get(sessionId)];
    for (const entry of entries) entry?.held.renew().catch(onError);
  }

  return {
    start() {
      endWatches = [store.watchWork(lookOut.hint), store.watchElsewhere(checkHeld)];
      lookOut.hint();
    },
    async flush(sessionId) {
      try {
        await running.get(sessionId)?.attempt?.flush();
      } catch (error) {
        if (!isLost(error)) throw error;
      }
    },
    check: async (sessionId) => running.get(sessionId)?.held.renew(),
    async close() {
      stopping.abort();
      for (const end of endWatches) end();
      const looked = lookOut.stop();
      for (const { attempt } of running.values()) {
        await attempt?.flush().catch(onError);
        attempt?.stop();
      }
      // It may have taken up one more turn, which gives its lease back.
      await looked;
      await Promise.all(unfinished);
    },
  };
}
