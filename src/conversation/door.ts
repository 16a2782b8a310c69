/** A conversation's interface to its transport. A door implements its wire; the conversation depends on none. */
import type { Reach } from "../foundation/reach.js";
import type { Cursor } from "../wire/protocol/event-cursor.js";
import type { Wake } from "../wire/sse/wait-or-wake.js";
import type { ConversationState, Finding, LogFacts } from "./conversation-state.js";
import type { ErrorSubject } from "./view/session-view.js";
import type { DecisionBook } from "./decisions/decision-book.js";
import type { DecisionResponse } from "./decisions/decision.js";
import type { MessageExtras, OutboxEntry } from "./outbox/outbox-entry.js";
import type { Acceptance } from "./outbox/delivery.js";

/** `waitMs`: how long it is until it is tried again by itself. */
export type OnState = (state: "connecting" | "live" | "reconnecting", waitMs: number) => void;

/** Reads a page, and returns a function that adds it to the fold and returns its findings. */
export type ReadPage = (signal: AbortSignal) => Promise<() => readonly Finding[]>;

export interface Door {
  /** Extras of a message that the door takes, and its name for the error about any other. */
  readonly can: { readonly name: string; readonly extras: readonly (keyof MessageExtras)[] };
  /**
   * Restores, then follows from its cursor across breaks until `signal` aborts; a later call resumes. Resolves when
   * there is nothing to follow, or no stream: then `isPolled`, and a later call asks for the stream again, without the
   * state `connecting`.
   */
  readonly follow: (signal: AbortSignal, onState: OnState) => Promise<void>;
  /**
   * Forgets how far the log was read, which has become another one (`log_reset`): the next `follow` restores afresh. Returns
   * the cursor that it forgot. @default such an error ends following
   */
  readonly forget?: () => Cursor | undefined;
  readonly isPolled: () => boolean;
  /** Reads new content once, where there is no stream. Resolves with whether there was any. */
  readonly read: (signal: AbortSignal) => Promise<boolean>;
  readonly isRetryable: (error: unknown) => boolean;
  /** A message was accepted. Returns whether the stream must be reopened to find it. @default never */
  readonly begun?: (isFollowing: boolean) => boolean;
  /** The adjacent pages; null without one. */
  readonly pages: {
    readonly older: () => ReadPage | null;
    readonly newer: () => ReadPage | null;
    /** Null while the newest is shown. */
    readonly newest: () => ReadPage | null;
  };
  /** One try, under the entry's key. */
  readonly send: (entry: OutboxEntry, signal: AbortSignal) => Promise<Acceptance>;
  /** Whether the log had this message before its request was answered. */
  readonly hasTold: (entry: OutboxEntry, acceptance: Acceptance) => boolean;
  readonly respond: (id: string, response: DecisionResponse, clientEventId: string) => Promise<unknown>;
  /** Stops a running turn, and a waiting one where the door can, and updates the fold. */
  readonly stop: (turnId: string) => Promise<void>;
  /** Withdraws a waiting turn. @default `stop` */
  readonly withdraw?: (turnId: string) => Promise<void>;
}

/** A door's log. */
export interface Fold<State> {
  readonly facts: () => LogFacts;
  readonly setBook: (book: DecisionBook) => void;
  /** The displayed state; reuses equal parts of `last`. */
  readonly show: (state: ConversationState, last?: State) => State;
  /** Called before new content is displayed. */
  readonly settle?: () => void;
  /** Drops everything, for good. */
  readonly clear: () => void;
}

/** Arguments for opening a door. */
export interface DoorTools {
  /** Ends everything for good. */
  readonly signal: AbortSignal;
  readonly wake: Wake;
  readonly reach: Reach;
  /** Resolves when the next frame begins: the stream is read once a frame. @default it is read as it arrives */
  readonly nextFrame?: (() => Promise<void>) | undefined;
  readonly state: () => ConversationState;
  /** The fold took something, and this was found in it. */
  readonly took: (found?: readonly Finding[]) => void;
  readonly fail: (about: ErrorSubject, error: Error) => void;
  /** Reports why an accepted message will not be answered. */
  readonly refuse: (clientEventId: string, facts: Pick<OutboxEntry, "state" | "error">) => void;
}
