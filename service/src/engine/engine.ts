import type { Agent } from "../agent/agent.js";
import type { Clock } from "../clock.js";
import type { Cause } from "../sessions/session-draft.js";
import type { SecretBox } from "../secrets/secret-box.js";
import type { SessionRecord } from "../store/records.js";
import type { Claim, Store } from "../store/store.js";
import type { ElsewhereNews } from "../store/watch.js";
import type { AttemptOptions } from "./attempt-options.js";
import { createElsewhere } from "./elsewhere.js";
import { findWork } from "./find-work.js";
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
  const { store, clock, leaseMs, onError, newId } = options;
  let owner = newId();
  const running = new Map<string, Running>();
  const unfinished = new Set<Promise<void>>();
  const stopping = new AbortController();
  let endWatches: readonly (() => void)[] = [];

  const cause = (): Cause => ({ now: new Date(clock.now()).toISOString(), newId, subjectId: "worker" });
  const runner = createSessionRunner({ ...options, cause, stopping: stopping.signal });
  const lookOut = createLookOut({ clock, onError, look });
  const elsewhere = createElsewhere({ ...options, owner, look: lookForWork, lookLater: lookOut.hintLater });
  /** This process has made work, so that a claim is the first read. */
  let expectsWork = false;
  /** A session waits until a turn of this process ends. */
  let isFull = false;
  const room = { owner: () => owner, runningCount: () => running.size, take };
  const work = { ...options, ...room, cause, stopping: stopping.signal };

  function lookForWork(): void {
    expectsWork = true;
    lookOut.hint();
  }

  async function look(): Promise<number | null> {
    for (const { held } of running.values()) await held.renewWhenDue();
    const isExpected = expectsWork;
    expectsWork = false;
    const found = await findWork(work, isExpected);
    isFull = found.isFull;
    elsewhere.found(found);
    return found.again;
  }

  function take({ lease, isLimited, agentInstructions }: NonNullable<Claim["claimed"]>): void {
    // An older attempt at the same session has lost its lease to this one.
    running.get(lease.sessionId)?.attempt?.stop();
    const held = holdLease({ store, clock, lease, leaseMs, onError, onLost: () => entry.attempt?.stop() });
    const entry: Running = { lease, held, agentInstructions, attempt: null };
    running.set(lease.sessionId, entry);
    const end = runToEnd(entry, isLimited).finally(() => unfinished.delete(end));
    unfinished.add(end);
  }

  /** Never rejects. @param isLimited another session may wait for the end of this turn. */
  async function runToEnd(entry: Running, isLimited: boolean): Promise<void> {
    const isReleased = await runner.run(entry);
    entry.held.stop();
    const { sessionId } = entry.lease;
    if (running.get(sessionId) === entry) running.delete(sessionId);
    // Under another name, this process sees when the lease that was left behind ends.
    if (!isReleased) owner = newId();
    if (!isReleased || isFull || isLimited) lookOut.hint();
    else elsewhere.hear({ sessionId, work: "rest" });
  }

  /** Checks whether another process has ended a turn that runs here. */
  function hearElsewhere(news: ElsewhereNews | null): void {
    elsewhere.hear(news);
    const entries = news === null ? [...running.values()] : [running.get(news.sessionId)];
    for (const entry of entries) entry?.held.renew().catch(onError);
  }

  return {
    start() {
      endWatches = [store.watchWork(lookForWork), store.watchElsewhere(hearElsewhere)];
      lookOut.hint();
    },
    flush: async (sessionId) => running.get(sessionId)?.attempt?.flush().catch(unlessLost),
    check: async (sessionId) => running.get(sessionId)?.held.renew(),
    async drain(limitMs) {
      elsewhere.stop();
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

function unlessLost(error: unknown): void {
  if (!isLost(error)) throw error;
}
