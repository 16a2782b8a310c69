/** Public types of the session controller, for hooks, components and hosts. */
import type { ServiceConnection } from "../api/service-connection.js";
import type { ResumeOption, SessionVerbs, SessionView, WhenBusy } from "../conversation/view/session-view.js";
import type { Clock } from "../foundation/clock.js";
import type { ScheduleFrame } from "../foundation/frame-scheduler.js";
import type { StreamSlots } from "../foundation/stream-slots.js";
import type { ScopedStorage } from "../identity/scoped-storage.js";
import type { QueueSnapshot } from "../wire/protocol/session.js";
import type { SessionEvent } from "../wire/protocol/session-event.js";
import type { Presence } from "../wire/sse/attendance.js";
import type { Wake } from "../wire/sse/wait-or-wake.js";
import type { Stale } from "./stale.js";

export type { Presence } from "../wire/sse/attendance.js";
export type {
  QueuedPrompt as QueuedTurn,
  SendMessageInput as SessionMessage,
  SendReceipt as SessionReceipt,
} from "../conversation/view/session-view.js";

/** State of a session controller. */
export interface SessionControllerState extends SessionView {
  /** The session's id; until the session is read, the requested id. */
  readonly workspaceId: string | null;
  readonly title: string | null;
  /** The service's latest queue; null until a message waits. `queue` is the displayed one. */
  readonly queueSnapshot: QueueSnapshot | null;
  /** Whether the inference of the session is paused. */
  readonly isPaused: boolean;
  /** Ways to continue after a pause, as the service offers them; empty without a pause, and where it offers none. */
  readonly resumeOptions: readonly ResumeOption[];
  /** Whether loaded history was dropped to bound memory; `loadOlder` and `loadNewer` bring it back. */
  readonly windowTruncated: boolean;
  /** Start of the connection's state, by the clock (ms since 1970); 0 before the first attempt. */
  readonly connectionSince: number;
}

/** The verbs for the loaded window of the log. None of them rejects: a failure is `error`. */
export interface WindowVerbs extends Pick<SessionVerbs, "loadOlder" | "loadNewer" | "jumpToLatest" | "reconnect"> {
  /**
   * Loads the event of this sequence with its surroundings. Resolves with the id of its row, or of the row before it
   * when it has none; null when there is no such row.
   */
  readonly showSequence: (sequence: number) => Promise<string | null>;
}

/** A session without React: its state, subscriptions and verbs. */
export interface SessionController extends SessionVerbs, WindowVerbs {
  readonly getState: () => SessionControllerState;
  /**
   * Connects with the first listener and disconnects shortly after the last, or after the page was hidden: then no
   * connection stays open, and for a listener with `whileHidden` the log is polled every 20 s. Listeners run at most
   * once a frame.
   */
  readonly subscribe: (listener: () => void, options?: { readonly whileHidden?: () => boolean }) => () => void;
  /** The events that are loaded, ascending, runs of deltas merged; the same list until they change. */
  readonly getEvents: () => readonly SessionEvent[];
  readonly pause: () => Promise<void>;
  /** Resumes this session, or the target of one of `resumeOptions`. */
  readonly resume: (option?: ResumeOption) => Promise<void>;
  /** Takes a queue from the response to a write; an older one is ignored. */
  readonly takeQueue: (snapshot: QueueSnapshot) => void;
  /** Reads the queue again. */
  readonly refreshQueue: () => void;
  /** Reports which data beside the live log became stale: the goal, the queue, the record. */
  readonly onStale: (listener: (stale: readonly Stale[]) => void) => () => void;
  /** Disposes of everything: aborts requests and drops listeners. */
  readonly dispose: () => void;
}

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
