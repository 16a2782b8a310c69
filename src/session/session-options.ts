/** What a session controller is made of: the world comes in here. */
import type { Clock } from "../foundation/clock.js";
import type { ScheduleFrame } from "../foundation/frame-scheduler.js";
import type { ScopedStorage } from "../identity/scoped-storage.js";
import type { Wake } from "../sse/wait-or-wake.js";
import type { ServiceClient } from "./service-client.js";

export interface SessionControllerOptions {
  readonly client: ServiceClient;
  readonly sessionId: string;
  /** @default the client's */
  readonly workspaceId?: string | undefined;
  /** @default the client's */
  readonly clock?: Clock | undefined;
  /** @default animation frames where there are any */
  readonly schedule?: ScheduleFrame | undefined;
  /** A number from 0 up to 1. @default the client's */
  readonly random?: (() => number) | undefined;
  /** Makes idempotency keys. @default random UUIDs */
  readonly newId?: (() => string) | undefined;
  /** Hints that the network may be back. */
  readonly wake?: Wake | undefined;
  /** Where messages on their way survive a reload. @default nowhere */
  readonly storage?: ScopedStorage | undefined;
  /** Hears of every error that is not somebody's to catch. */
  readonly onError?: ((error: Error) => void) | undefined;
}
