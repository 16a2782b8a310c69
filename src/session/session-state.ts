/** What a session controller shows and what can be done with it: more than a chat knows of its session. */
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
  readonly sessionId: string;
  /** The real id; until the session is read, the one that was asked for. */
  readonly workspaceId: string | null;
  readonly title: string | null;
  /** The queue as the service told it last; null until something waits. `queue` is what is shown. */
  readonly queueSnapshot: QueueSnapshot | null;
  /** Whether the inference of the session is paused. */
  readonly isPaused: boolean;
  /** Ways to go on after a pause, as the service offers them; empty while nothing is paused, and where it tells none. */
  readonly resumeOptions: readonly ResumeOption[];
  /** Whether the log goes back further than what is loaded. */
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  /**
   * Whether the log goes on after what is loaded: history is shown, and what comes live is not added to it until
   * `jumpToLatest` or until `loadNewer` has reached the end. Status, decisions and queue follow the log all the same.
   */
  readonly hasNewer: boolean;
  readonly isLoadingNewer: boolean;
  /** Whether loaded history was dropped to bound memory; `loadOlder` and `loadNewer` bring it back. */
  readonly windowTruncated: boolean;
  /** When the connection came to stand as it does, by the clock (ms since 1970); 0 before the first try. */
  readonly connectionSince: number;
  /** When it is tried again by itself (ms since 1970); null while it is not waiting for that. */
  readonly nextAttemptAt: number | null;
}

/** What a reader can do with the window of the log that is loaded. None of these ever rejects: a failure is `error`. */
export interface WindowVerbs {
  /** Loads a page of older events. Does nothing while one loads or when there is none. */
  readonly loadOlder: () => Promise<void>;
  /** Loads a page of newer events. Does nothing while one loads or when there is none. */
  readonly loadNewer: () => Promise<void>;
  /** Loads the newest page and follows the log again; does nothing when that is what is shown. */
  readonly jumpToLatest: () => Promise<void>;
  /**
   * Makes sure that the event of this sequence is loaded, with what stands around it. Resolves with the id of the row
   * that tells of it, or of the row before it when it has none; null when there is no such row.
   */
  readonly showSequence: (sequence: number) => Promise<string | null>;
  /** Tries a connection that broke or is closed again, now. Does nothing while it is live. */
  readonly reconnect: () => void;
}

/** A session without React: its state, subscriptions and verbs. */
export interface SessionController extends SessionVerbs, WindowVerbs {
  readonly getState: () => SessionControllerState;
  /**
   * Connects with the first listener and disconnects shortly after the last, or after the page was hidden: then no
   * connection is held, and for one that listens `whileHidden` the log is looked at every 20 s. Listeners run at most once
   * a frame.
   */
  readonly subscribe: (listener: () => void, options?: { readonly whileHidden?: () => boolean }) => () => void;
  /** The events that are loaded, ascending, runs of deltas merged; the same list until they change. */
  readonly getEvents: () => readonly SessionEvent[];
  /** Sends a message that interrupts the running turn. */
  readonly steer: (text: string) => Promise<void>;
  readonly pause: () => Promise<void>;
  /** Goes on: this session, or what one of `resumeOptions` names. */
  readonly resume: (option?: ResumeOption) => Promise<void>;
  /** Takes a queue that the answer to a write told; an older one than is known is left. */
  readonly takeQueue: (snapshot: QueueSnapshot) => void;
  /** Reads the queue again. */
  readonly refreshQueue: () => void;
  /** Tells what the live log has made stale of what is read beside it: the goal, the queue, the record. */
  readonly onStale: (listener: (stale: readonly Stale[]) => void) => () => void;
  /** Ends everything for good: requests abort, listeners are let go. */
  readonly dispose: () => void;
}
