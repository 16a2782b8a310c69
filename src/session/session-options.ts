/** Options of a session controller, with all external dependencies. */
import type { Clock } from "../foundation/clock.js";
import type { ScheduleFrame } from "../foundation/frame-scheduler.js";
import type { ScopedStorage } from "../identity/scoped-storage.js";
import type { Presence } from "../wire/sse/attendance.js";
import type { StreamSlots } from "../foundation/stream-slots.js";
import type { WhenBusy } from "../conversation/view/session-view.js";
import type { Wake } from "../wire/sse/wait-or-wake.js";
import type { ServiceConnection } from "../api/service-connection.js";

export type { Presence } from "../wire/sse/attendance.js";

/** Options of `createSessionController`. */
export interface SessionControllerOptions {
  /** Client that reaches the session. */
  readonly client: ServiceConnection;
  /** Id of the session. */
  readonly sessionId: string;
  /** @default the client's */
  readonly workspaceId?: string | undefined;
  /** @default the client's */
  readonly clock?: Clock | undefined;
  /** @default animation frames where there are any */
  readonly schedule?: ScheduleFrame | undefined;
  /** Whether the stream is read once a frame, for a page. @default false: as it arrives */
  readonly readsByFrame?: boolean | undefined;
  /** A number from 0 up to 1. @default the client's */
  readonly random?: (() => number) | undefined;
  /** Effect of a send while a turn runs. @default "queue" */
  readonly whenBusy?: WhenBusy | undefined;
  /** Makes idempotency keys. @default random UUIDs */
  readonly newId?: (() => string) | undefined;
  /**
   * Size of the loaded log: at most so many events and characters, and raw events a page. @default 10_000, 8 Mi,
   * 1_000
   */
  readonly window?: { readonly events?: number; readonly size?: number; readonly page?: number } | undefined;
  /** Shares the page's connections among its streams. @default no limit */
  readonly streams?: StreamSlots | undefined;
  /** Whether the page is visible; without it no connection stays open. @default always */
  readonly presence?: Presence | undefined;
  /** Hints that the network may be back. @default never */
  readonly wake?: Wake | undefined;
  /** Calls back when the device has lost its network; the stream is then opened again, so that its loss shows at once. @default never */
  readonly offline?: ((run: () => void) => () => void) | undefined;
  /** Storage in which unsent messages survive a reload. @default nowhere */
  readonly storage?: ScopedStorage | undefined;
  /**
   * Called with each error that the state shows, also if a promise rejects with it, and with an error for each
   * malformed event.
   */
  readonly onError?: ((error: Error) => void) | undefined;
}
