/** What a session controller shows and what can be done with it: more than a chat knows of its session. */
import type { SessionVerbs, SessionView } from "../view/session-view.js";

export type {
  QueuedPrompt as QueuedTurn,
  SendMessageInput as SessionMessage,
  SendReceipt as SessionReceipt,
} from "../view/session-view.js";

export interface SessionControllerState extends SessionView {
  readonly sessionId: string;
  /** The real id; until the session is read, the one that was asked for. */
  readonly workspaceId: string | null;
  readonly title: string | null;
  /** Whether the inference of the session is paused. */
  readonly isPaused: boolean;
  /** Whether the log goes back further than what is loaded. */
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
}

export interface SessionController extends SessionVerbs {
  readonly getState: () => SessionControllerState;
  /** Connects with the first listener and disconnects shortly after the last. Listeners run at most once a frame. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends a message that interrupts the running turn. */
  readonly steer: (text: string) => Promise<void>;
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
  /** Loads a page of older events. Never rejects: a failure is `error`. Does nothing while one loads or when there is none. */
  readonly loadOlder: () => Promise<void>;
  /** Ends everything for good: requests abort, listeners are let go. */
  readonly dispose: () => void;
}
