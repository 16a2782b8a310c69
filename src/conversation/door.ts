/** What a conversation needs of the way to it. A door knows its wire; the conversation knows none. */
import type { Reach } from "../foundation/reach.js";
import type { Wake } from "../wire/sse/wait-or-wake.js";
import type { ConversationState, Finding, LogFacts, Trouble } from "./conversation-state.js";
import type { DecisionBook } from "./decisions/decision-book.js";
import type { DecisionResponse } from "./decisions/decision.js";
import type { OutboxEntry } from "./outbox/outbox.js";
import type { Acceptance } from "./outbox/sender.js";

/** `waitMs`: how long it is until it is tried again by itself. */
export type OnState = (state: "connecting" | "live" | "reconnecting", waitMs: number) => void;

/** Reads a page, and gives what puts it into the fold and says what was found in it. */
export type ReadPage = (signal: AbortSignal) => Promise<() => readonly Finding[]>;

export interface Door {
  /** What a message may carry beside its text: `true`, or the name of what takes none. */
  readonly can: { readonly extras: true | string };
  /**
   * Restores, then follows from its cursor across breaks until `signal` aborts; called again, it goes on. Resolves when
   * there is nothing to follow, or nothing to follow it with: then `isPolled`.
   */
  readonly follow: (signal: AbortSignal, onState: OnState) => Promise<void>;
  readonly isPolled: () => boolean;
  /** Reads once what has come, where there is no stream. Resolves with whether something had. */
  readonly read: (signal: AbortSignal) => Promise<boolean>;
  readonly isRetryable: (error: unknown) => boolean;
  /** A message was accepted. Returns whether what is followed has to be opened anew to find it. @default never */
  readonly begun?: (isFollowing: boolean) => boolean;
  /** The pages beside what is loaded; null where there is none. */
  readonly pages: {
    readonly older: () => ReadPage | null;
    readonly newer: () => ReadPage | null;
    /** Null while the newest is shown. */
    readonly newest: () => ReadPage | null;
  };
  /** One try, under the entry's key. */
  readonly send: (entry: OutboxEntry, signal: AbortSignal) => Promise<Acceptance>;
  /** Whether the log has told of this message before its request was answered. */
  readonly hasTold: (entry: OutboxEntry, acceptance: Acceptance) => boolean;
  readonly respond: (id: string, response: DecisionResponse, clientEventId: string) => Promise<unknown>;
  /** Stops a turn that runs, where the door can also one that waits, and puts into the fold what is known by that. */
  readonly stop: (turnId: string) => Promise<void>;
}

/** What a door's log says, kept by the door. */
export interface Fold<State> {
  readonly facts: () => LogFacts;
  readonly setBook: (book: DecisionBook) => void;
  /** What is shown; what `last` had and is still the same is handed out again. */
  readonly show: (state: ConversationState, last?: State) => State;
  /** Called before what has come is shown. */
  readonly settle?: () => void;
}

/** What a door is given to be opened with. */
export interface DoorTools {
  /** Ends everything for good. */
  readonly signal: AbortSignal;
  readonly wake: Wake;
  readonly reach: Reach;
  readonly state: () => ConversationState;
  /** The fold took something, and this was found in it. */
  readonly took: (found?: readonly Finding[]) => void;
  readonly fail: (about: Trouble, error: Error) => void;
  /** Says why a message that was accepted is not to be answered. */
  readonly refuse: (clientEventId: string, facts: Pick<OutboxEntry, "state" | "error">) => void;
}
