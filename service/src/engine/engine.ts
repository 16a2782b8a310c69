import type { Agent } from "../agent/agent.js";
import type { Clock } from "../clock.js";
import type { Cause } from "../sessions/session-draft.js";
import type { SecretBox } from "../secrets/secret-box.js";
import type { SessionRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import type { AttemptOptions } from "./attempt-options.js";
import { doDueWork, isDue } from "./due-work.js";
import { holdLease } from "./held-lease.js";
import { createLookOut } from "./look-out.js";
import { isLost } from "./lost.js";
import { createSessionRunner, type Running } from "./session-runner.js";
import { within } from "./within.js";

export interface EngineOptions {
  readonly store: Store;
  readonly agent: Agent;
  readonly models: AttemptOptions["models"];
  readonly clock: Clock;
  readonly newId: () => string;
  readonly leaseMs: number;
  readonly secrets: SecretBox | null;
  /** Makes a session below the parent and gives its id. */
  readonly startChild: (parent: SessionRecord, message: string) => Promise<string>;
  readonly readFile: AttemptOptions["readFile"];
  readonly saveFile: AttemptOptions["saveFile"];
  readonly toolSources: AttemptOptions["toolSources"];
  /** How long an attempt at a turn may take (ms). */
  readonly maxTurnMs: number;
  /** How many turns run at once; more wait in the store. */
  readonly turnsAtOnce: number;
  readonly delta: AttemptOptions["delta"];
  readonly tracing: AttemptOptions["tracing"];
  readonly onError: (error: unknown) => void;
}

/** Runs the turns that wait in the store: many sessions at once, one turn a session, none in another's way. */
export interface Engine {
  /** Looks for work now and whenever the store hints at some. */
  start(): void;
  /** Writes the output so far of the session's running agent, so that the end of its turn keeps it. */
  flush(sessionId: string): Promise<void>;
  /** Stops the session's agent when it has lost its lease: its turn was ended. */
  check(sessionId: string): Promise<void>;
  /**
   * Claims nothing more, hands over the turns that have written nothing, and waits for the others to end.
   *
   * @param limitMs how long it waits at most.
   */
  drain(limitMs: number): Promise<void>;
  /** Stops every agent and releases the leases; another worker recovers what still ran. */
  close(): Promise<void>;
}

export function createEngine(options: EngineOptions): Engine {
  const { store, secrets, clock, leaseMs, turnsAtOnce, onError, newId } = options;
  const owner = newId();
  const running = new Map<string, Running>();
  const unfinished = new Set<Promise<void>>();
  const stopping = new AbortController();
  let endWatches: readonly (() => void)[] = [];

  const iso = (ms: number) => new Date(ms).toISOString();
  const cause = (): Cause => ({ now: iso(clock.now()), newId, subjectId: "worker" });
  const runner = createSessionRunner({ ...options, cause, stopping: stopping.signal });
  const lookOut = createLookOut({ clock, onError, look });

  async function look(): Promise<number | null> {
    for (const { held } of running.values()) await held.renewWhenDue();
    const isNow = (time: string | null) => isDue(time, iso(clock.now()));
    let due = await store.nextDue();
    if (isNow(due.session) || isNow(due.task) || isNow(due.run)) {
      await doDueWork(due, { store, secrets, cause, stopping: stopping.signal, onError });
      due = await store.nextDue();
    }
    const mayClaim = () => !stopping.signal.aborted && running.size < turnsAtOnce;
    while (isNow(due.turn) && mayClaim() && (await claim())) due = await store.nextDue();
    const times = Object.values(due).filter((time) => time !== null);
    return times.length === 0 ? null : Math.min(...times.map(Date.parse));
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

  /** Never rejects. */
  async function work(entry: Running): Promise<void> {
    await runner.run(entry);
    entry.held.stop();
    const { sessionId } = entry.lease;
    if (running.get(sessionId) === entry) running.delete(sessionId);
    lookOut.hint();
  }

  /**
   * Checks whether another process has ended a turn that runs here; `sessionId` is null when it may be any. The process
   * that made the work is the first to look for it, so this one looks a moment later.
   */
  function hearElsewhere(sessionId: string | null): void {
    lookOut.hintLater();
    const entries = sessionId === null ? [...running.values()] : [running.get(sessionId)];
    for (const entry of entries) entry?.held.renew().catch(onError);
  }

  return {
    start() {
      endWatches = [store.watchWork(lookOut.hint), store.watchElsewhere(hearElsewhere)];
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
    async drain(limitMs) {
      stopping.abort();
      // A look under way may still claim a session; it then releases the lease.
      await lookOut.stop();
      await Promise.all(
        [...running.values()].map(async (entry) => {
          await entry.attempt?.flush().catch(onError);
          if (entry.attempt?.hasSpoken() === false) await runner.handOver(entry);
        }),
      );
      if (limitMs > 0) await within(Promise.all(unfinished), limitMs, clock);
    },
    async close() {
      for (const end of endWatches) end();
      // All at once: each may wait as long as a silent database lets it.
      await Promise.all(
        [...running.values()].map(async ({ attempt: open }) => {
          await open?.flush().catch(onError);
          open?.close();
        }),
      );
      await Promise.all(unfinished);
    },
  };
}
