/** State and verbs of a session controller; a superset of a chat's. */
import type { QueueSnapshot } from "../wire/protocol/session.js";
import type { SessionEvent } from "../wire/protocol/session-event.js";
import type { ResumeOption, SessionVerbs, SessionView } from "../conversation/view/session-view.js";
import type { Stale } from "./stale.js";

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
