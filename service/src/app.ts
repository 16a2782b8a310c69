import type { Agent } from "./agent/agent.js";
import type { Clock } from "./clock.js";
import type { Store } from "./store/store.js";

export type { Clock } from "./clock.js";
export type { Agent } from "./agent/agent.js";
export type { Store } from "./store/store.js";

export interface ServiceAppOptions {
  readonly store: Store;
  /** @default the scripted development agent */
  readonly agent?: Agent;
  /** @default the platform's clock */
  readonly clock?: Clock;
  /** A number in [0, 1). Only jitter and display depend on it. @default Math.random */
  readonly random?: () => number;
  /** SHA-256 of a text in lower-case hex. @default WebCrypto, which plain-http pages lack */
  readonly hash?: (text: string) => Promise<string> | string;
  /** A fresh lower-case UUID. @default crypto.randomUUID */
  readonly newId?: () => string;
  /**
   * The organization and its full key to serve, made in the store when it does not hold them yet. A durable store is
   * opened again with the same ones. @default fresh ones
   */
  readonly credentials?: { readonly organizationId: string; readonly apiKey: string };
  /** How long a worker may be silent before its turn is taken over (ms). @default 30_000 */
  readonly leaseMs?: number;
  /** Told what went wrong where no caller could be told. @default nothing */
  readonly onError?: (error: unknown) => void;
}

export interface ServiceApp {
  fetch(request: Request): Promise<Response>;
  readonly organizationId: string;
  /** A full key of the organization. */
  readonly apiKey: string;
  /** Stops the engine, ends open streams, gives leases back. The store stays open: it is the caller's. */
  close(): Promise<void>;
}

export { createMemoryStore } from "./store/memory-store.js";
export { scriptedAgent } from "./agent/scripted-agent.js";

/** Makes the whole service as one Request → Response function over a store. Recovers what a crash left behind. */
export async function createServiceApp(options: ServiceAppOptions): Promise<ServiceApp> {
  throw new Error(`not there yet ${options.agent?.name ?? ""}`);
}
