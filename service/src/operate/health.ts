/** Whether this process should get requests: its database, its schema, its disk, and whether it is about to stop. */
import { isServiceError } from "@service/sdk/protocol";
import type { Clock } from "../clock.js";
import { isUnavailable, type Store } from "../store/store.js";

export interface Readiness {
  readonly ready: boolean;
  readonly checks: {
    /** `read-only` while the database takes no writes, as during a failover. */
    readonly database: "ok" | "unavailable" | "read-only" | "failed";
    /** `newer` once a newer version has migrated the database. */
    readonly schema: "ok" | "newer" | "unknown";
    readonly disk: "ok" | "full";
    readonly process: "ok" | "stopping";
  };
}

export interface Health {
  check(): Promise<Readiness>;
  /** The result of the last check. */
  readonly isReady: boolean;
  /** Looks at a fault: a write that found no room makes the process not ready for a while. */
  note(error: unknown): void;
  /** From now on the process is not ready. */
  stop(): void;
}

/** How long the process is not ready after a write found no room (ms). */
const fullMs = 30_000;

export function createHealth({ store, clock }: { readonly store: Store; readonly clock: Clock }): Health {
  let [fullUntil, isStopping, isReady] = [-Infinity, false, true];

  async function databaseChecks(): Promise<Pick<Readiness["checks"], "database" | "schema">> {
    try {
      const { isReadOnly } = await store.checkDatabase();
      return { database: isReadOnly ? "read-only" : "ok", schema: "ok" };
    } catch (error) {
      if (isServiceError(error) && error.code === "store_too_new") return { database: "ok", schema: "newer" };
      return { database: isUnavailable(error) ? "unavailable" : "failed", schema: "unknown" };
    }
  }

  return {
    async check() {
      const checks = {
        ...(await databaseChecks()),
        disk: clock.now() < fullUntil ? "full" : "ok",
        process: isStopping ? "stopping" : "ok",
      } as const;
      isReady = Object.values(checks).every((found) => found === "ok");
      return { ready: isReady, checks };
    },
    get isReady() {
      return isReady;
    },
    note(error) {
      if (isServiceError(error) && error.code === "store_full") fullUntil = clock.now() + fullMs;
    },
    stop: () => void (isStopping = true),
  };
}
