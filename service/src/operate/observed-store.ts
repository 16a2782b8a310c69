/** A store that reports its writes to the metrics and the log: turns, tokens, lost leases. */
import { isServiceError, type SessionEvent } from "@service/sdk/protocol";
import type { Store } from "../store/store.js";
import type { Log } from "./log.js";
import type { Metrics } from "./metrics.js";

const changes = ["started", "completed", "failed", "cancelled", "superseded"] as const;
const turnChanges: ReadonlyMap<string, (typeof changes)[number]> = new Map(
  changes.map((change) => [`turn.${change}`, change]),
);

interface Observers {
  /** Null where nothing is measured. */
  readonly metrics: Metrics | null;
  readonly log: Log;
}

export function observedStore(store: Store, { metrics, log }: Observers): Store {
  function observe(events: readonly SessionEvent[]): void {
    for (const { type, payload, sessionId, turnId } of events) {
      const change = turnChanges.get(type);
      if (change !== undefined) {
        metrics?.turn(change);
        const facts = { sessionId, ...(turnId && { turnId }), ...codeOf(payload) };
        log[change === "failed" ? "warn" : "info"](facts, `turn ${change}`);
      }
      if (type === "agent.model.usage") countTokens(payload);
    }
  }

  function countTokens(payload: unknown): void {
    const usage = payload as { readonly inputTokens?: unknown; readonly outputTokens?: unknown } | null;
    for (const kind of ["input", "output"] as const) {
      const count = usage?.[`${kind}Tokens`];
      if (typeof count === "number" && Number.isFinite(count) && count >= 0) metrics?.tokens(kind, count);
    }
  }

  function noteLoss(error: unknown): never {
    if (isServiceError(error) && error.code === "lease_lost") {
      metrics?.leaseLost();
      log.info({}, "lease lost");
    }
    throw error;
  }

  return {
    ...store,
    async createSession(record, change) {
      const made = await store.createSession(record, change);
      observe(made.events);
      return made;
    },
    async changeSession(sessionId, options, decide) {
      const changed = await store.changeSession(sessionId, options, decide).catch(noteLoss);
      observe(changed.events);
      return changed;
    },
    async appendEvents(sessionId, lease, drafts) {
      const events = await store.appendEvents(sessionId, lease, drafts).catch(noteLoss);
      observe(events);
      return events;
    },
  };
}

/** The code of a turn's failure; its words are for people. */
function codeOf(payload: unknown): { readonly code?: string } {
  const code = (payload as { readonly code?: unknown } | null)?.code;
  return typeof code === "string" && /^\w{1,60}$/.test(code) ? { code } : {};
}
