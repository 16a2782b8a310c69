/** Types of a composer: its source, state and verbs. */
import type { AttachmentsState } from "../attachments/attachment.js";
import type { ResumeOption, SessionVerbs, SessionView } from "../view/session-view.js";

export type { ResumeOption } from "../view/session-view.js";

/** A composer's source. A session of `useSession` or `useSessionById` is one. */
export interface Composer {
  /** Text alone is a string; with files, or to interrupt, an object. */
  sendMessage(message: Parameters<SessionVerbs["sendMessage"]>[0]): Promise<unknown> | void;
  /** Ends the running turn and keeps its text. */
  readonly stop?: (() => Promise<unknown> | void) | undefined;
  readonly isRunning?: boolean | undefined;
  /** Whether the service has accepted what runs. Until it has, there is nothing to stop while offline. */
  readonly isAccepted?: boolean | undefined;
  readonly queue?: SessionView["queue"] | undefined;
  /** Decisions of the running turn; a message waits for the open ones. */
  readonly pending?: SessionView["pending"] | undefined;
  readonly removeQueued?: SessionVerbs["removeQueued"] | undefined;
  /**
   * With it, a timeline keeps an unsent message, with a retry. Without it such a message returns to the field, with
   * the reason; where newer text is written, the up key recalls it.
   */
  readonly discard?: SessionVerbs["discard"] | undefined;
  /** Where it is there, a message can interrupt the running turn. */
  readonly steer?: ((text: string) => Promise<unknown>) | undefined;
  /** With it, this composer receives a prompt that is taken back from the session's queue. */
  readonly sessionId?: string | null | undefined;
  /** Whether there is a session to pause. @default true */
  readonly created?: boolean | undefined;
  readonly isPaused?: boolean | undefined;
  readonly pause?: (() => Promise<unknown>) | undefined;
  readonly resume?: ((option?: ResumeOption) => Promise<unknown>) | undefined;
  /** Ways to go on after a pause; the plain one when there are none. */
  readonly resumeOptions?: readonly ResumeOption[] | undefined;
  readonly connection?: SessionView["connection"] | undefined;
  /** Where the person's own messages are found again with the up key. */
  readonly settled?: SessionView["settled"] | undefined;
  readonly live?: SessionView["live"] | undefined;
}

/** Why nothing can be sent now. */
export type SendBlock = "empty" | "closed" | "busy" | "uploading" | "attachments" | "too-long";

/** The pending request, for its button's label. */
export type ComposerAction = "stop" | "steer" | "pause" | "resume";

/** The text of this window beside another's, until the person chooses. */
export interface DraftConflict {
  readonly mine: string;
  readonly other: string;
}

/** A composer as `useComposer` gives it. Its functions keep their identity. */
export interface ComposerState {
  readonly value: string;
  readonly setValue: (text: string) => void;
  /** Sends the text, or another one and leaves the text alone. False when it is blocked. */
  readonly send: (text?: string) => boolean;
  /** Sends it so that it interrupts the running turn. False when it is blocked or nothing runs. */
  readonly steer: (text?: string) => boolean;
  /** Why nothing can be sent now; null when something can. */
  readonly blocked: SendBlock | null;
  /** The same after an attempt to send, for the person: until the next key, and while it is still so. */
  readonly refused: SendBlock | null;
  readonly canSend: boolean;
  readonly canSteer: boolean;
  /** The delivery of a send now: during a turn, as `whenBusy`. */
  readonly sendsAs: "send" | "steer";
  readonly isRunning: boolean;
  /** Whether the running turn, and a message behind it, waits for a person's decision. */
  readonly awaitsDecision: boolean;
  readonly isPaused: boolean;
  /** The pending request. */
  readonly acting: ComposerAction | null;
  readonly canStop: boolean;
  readonly stop: () => void;
  readonly canPause: boolean;
  readonly pause: () => void;
  /** Empty while nothing is paused. */
  readonly resumeOptions: readonly ResumeOption[];
  readonly resume: (option?: ResumeOption) => void;
  readonly queue: SessionView["queue"];
  readonly removeQueued: SessionVerbs["removeQueued"] | undefined;
  readonly isOffline: boolean;
  /** Another window wrote at the same time. */
  readonly conflict: DraftConflict | null;
  readonly resolveConflict: (choice: "keep_mine" | "use_other") => void;
  /** Puts an earlier or later message of one's own into the field. False when there is none, or something is written. */
  readonly recall: (direction: "older" | "newer") => boolean;
  /** The files of the message, including those of a prompt that was moved back from the queue. */
  readonly attachments: AttachmentsState | undefined;
  /** The model of the next messages; null leaves it to the session. */
  readonly model: string | null;
  readonly setModel: (model: string | null) => void;
  /** How long a message may be (characters), beside the limit of the service; `Infinity` without a limit of the host. */
  readonly maxLength: number;
  /** Why the last message or control was refused; gone with the next key. */
  readonly error: Error | null;
  /** The failed action. */
  readonly failed: "send" | ComposerAction | null;
  readonly clearError: () => void;
}
