/** Runs the turn of a claimed session, from its start to the release of the lease. */
import { handOverTurn, startTurn, type Started } from "../sessions/run-turn.js";
import type { Cause } from "../sessions/session-draft.js";
import type { Lease } from "../store/store.js";
import { unlessAborted } from "../unless-aborted.js";
import type { AttemptOptions } from "./attempt-options.js";
import { startAttempt, type Attempt } from "./attempt.js";
import type { HeldLease } from "./held-lease.js";
import { changeHeld, isReleased } from "./change-held.js";
import { isDamaged, isLost } from "./lost.js";
import { createTurnstile } from "./turnstile.js";

/** A session that this process has claimed. */
export interface Running {
  readonly lease: Lease;
  readonly held: HeldLease;
  /** The workspace's, when the session was claimed. */
  readonly agentInstructions: string | null;
  attempt: Attempt | null;
}

export interface SessionRunnerOptions extends Omit<AttemptOptions, "session" | "turn" | "lease" | "agentInstructions"> {
  readonly cause: () => Cause;
  /** Aborts when no further attempt may start. */
  readonly stopping: AbortSignal;
}

export interface SessionRunner {
  /** Never rejects. Returns false after a fault: then the lease stays until it expires, which delays the next try. */
  run(entry: Running): Promise<boolean>;
  /** Leaves a turn that has written nothing to another worker; later output of its agent is refused. */
  handOver(entry: Running): Promise<void>;
}

export function createSessionRunner(options: SessionRunnerOptions): SessionRunner {
  const { store, cause, stopping, onError } = options;
  const suspects = createTurnstile();

  async function start(lease: Lease, isAlone: boolean): Promise<Started> {
    return changeHeld(store, lease, (state) => startTurn(state, cause(), isAlone));
  }

  /** Runs a turn that may kill this process, once the suspect before it has spoken or ended. */
  async function runAlone(entry: Running): Promise<void> {
    const entered = suspects.enter();
    const leave = () => void entered.then((open) => open());
    try {
      await unlessAborted(entered, stopping).catch(() => undefined);
      if (stopping.aborted) return;
      const started = await start(entry.lease, true);
      if (started === null || started === "alone") return;
      const ended = attempt(entry, started);
      void entry.attempt?.spoken.then(leave);
      await ended;
    } finally {
      leave();
    }
  }

  async function attempt(entry: Running, started: Exclude<Started, "alone" | null>): Promise<void> {
    // The turn may have been interrupted before the attempt existed.
    if (!entry.held.isHeld()) return;
    if (stopping.aborted) return handOver(entry);
    const { session, turn } = started;
    const facts = {
      "service.workspace_id": session.workspaceId,
      "service.session_id": session.id,
      "service.turn_id": turn.id,
      "service.attempt": turn.attempts,
    };
    await options.tracing.span("turn", facts, async () => {
      const { lease, agentInstructions } = entry;
      entry.attempt = startAttempt({ ...options, ...started, lease, agentInstructions, cause });
      await entry.attempt.ended;
    });
  }

  async function handOver({ lease, attempt: silent }: Running): Promise<void> {
    try {
      if (await changeHeld(store, lease, (state) => handOverTurn(state, cause()))) silent?.stop();
    } catch (error) {
      if (!isLost(error)) onError(error);
    }
  }

  return {
    async run(entry) {
      const { lease } = entry;
      try {
        const started = await start(lease, false);
        if (started === "alone") await runAlone(entry);
        else if (started !== null) await attempt(entry, started);
        // Most turns have released it with their last event.
        if (!isReleased(lease)) await store.releaseLease(lease);
        return true;
      } catch (error) {
        if (!isLost(error) && !isDamaged(error)) onError(error);
        return isLost(error);
      }
    },
    handOver,
  };
}
