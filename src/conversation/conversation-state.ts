/**
 * The state of a conversation apart from its log, for every door: a pure reducer, and the effects that a change
 * requests. The controller runs them.
 */
import type { ConnectionState } from "../foundation/connection.js";
import type { Lost } from "../foundation/reach.js";
import { isGone, isNotThere } from "../wire/protocol/api-error.js";
import type { DecisionBook } from "./decisions/decision-book.js";
import { isLeaving, showReach, type OutboxEntry } from "./outbox/outbox-entry.js";
import type { Acceptance } from "./outbox/delivery.js";
import type { ErrorSubject, SessionView } from "./view/session-view.js";

/**
 * State of the connection, when it began, and the time of the next automatic attempt (ms since 1970). `isBrief`: it was
 * live until now, and the reader sees it as live.
 */
interface LinkState {
  readonly name: ConnectionState;
  readonly since: number;
  readonly nextAttemptAt: number | null;
  readonly isBrief?: boolean;
}

/** Facts of a log besides its displayed content. */
export interface LogFacts {
  readonly created: boolean;
  /** Null until it is known. */
  readonly sessionId: string | null;
  readonly book: DecisionBook;
  readonly isTurnRunning: boolean;
  /** Whether a message waits for its turn. */
  readonly isWaiting: boolean;
  /** Whether what waits does not begin by itself. */
  readonly isPaused: boolean;
  /** The turn that a stop would end now. */
  readonly stoppable: string | null;
}

export interface ConversationState {
  readonly link: LinkState;
  /** State of the first page: not requested, awaited, loaded, or given up. */
  readonly first: "unasked" | "awaited" | "there" | "given up";
  /** Whether to follow while there are listeners: not before an event, or not until requested by a verb. */
  readonly wanted: "yes" | "not yet" | "let go";
  /** Which way a page is being read. */
  readonly paging: "older" | "newer" | null;
  /** `isUnsure`: the log may show that there is no error. */
  readonly trouble: { readonly about: ErrorSubject; readonly error: Error; readonly isUnsure?: true } | null;
  readonly log: LogFacts;
  readonly outbox: readonly OutboxEntry[];
  /** The part that does not answer; null while requests are answered. */
  readonly lost: Lost;
  /** Stop was pressed before there was a turn to stop; kept for as long as one is about to start. */
  readonly wantsStop: boolean;
}

/** A door's finding in its log. */
export type Finding =
  /** The log has this message, and shows it from now on if `isShown`. */
  | {
      readonly kind: "message";
      readonly clientEventId: string;
      readonly turnId: string | null;
      readonly isShown: boolean;
    }
  /** The log asked again, or a turn ended: the next answer may be sent, or none is needed. */
  | { readonly kind: "announced" }
  /** More may have arrived than was reported. */
  | { readonly kind: "look" }
  /** The first page has been read, and what it shows is found after this. */
  | { readonly kind: "restoring" }
  /** All that the first page shows was found. */
  | { readonly kind: "restored" }
  /** A message of ours was accepted. */
  | { readonly kind: "accepted"; readonly entry: OutboxEntry; readonly acceptance: Acceptance };

export type Effect =
  | Finding
  /** The connection changed to this state. */
  | { readonly kind: "live" | "closed" }
  /** The log's session became known. */
  | { readonly kind: "named"; readonly sessionId: string }
  | { readonly kind: "stop"; readonly turnId: string }
  | { readonly kind: "failed"; readonly error: Error };

export function firstState(log: LogFacts, isWanted: boolean, isLoaded = false): ConversationState {
  return {
    link: { name: "idle", since: 0, nextAttemptAt: null },
    first: isLoaded ? "there" : isWanted ? "awaited" : "unasked",
    wanted: isWanted ? "yes" : "not yet",
    paging: null,
    trouble: null,
    log,
    outbox: [],
    lost: null,
    wantsStop: false,
  };
}

/** It is to be followed, and what failed before is forgotten. */
export const wanted: Partial<ConversationState> = { wanted: "yes", trouble: null };

/** The state after a change, and the effects that it requests. */
export function reduce(
  last: ConversationState,
  change: Partial<ConversationState>,
): { readonly state: ConversationState; readonly effects: readonly Effect[] } {
  let state = { ...last, ...change };
  // An error of the past is reported to listeners, and does not take the place of a current one.
  if (change.trouble && isPast(change.trouble.about, state)) state = { ...state, trouble: last.trouble };
  const effects = effectsOf(last, change);
  // Checked after each change, as a cause may begin and end within one frame.
  if (state.trouble && isPast(state.trouble.about, state)) state = { ...state, trouble: null };
  if (!state.wantsStop) return { state, effects };
  const turnId = stoppable(state);
  if (turnId !== null) effects.push({ kind: "stop", turnId });
  if (turnId !== null || !isStarting(state)) state = { ...state, wantsStop: false };
  return { state, effects };
}

function effectsOf(last: ConversationState, { trouble, link, log }: Partial<ConversationState>): Effect[] {
  const effects: Effect[] = [];
  if (trouble && !trouble.isUnsure) effects.push({ kind: "failed", error: trouble.error });
  if (link?.name === "live" || link?.name === "closed") effects.push({ kind: link.name });
  const sessionId = log?.sessionId ?? null;
  if (sessionId !== null && sessionId !== last.log.sessionId) effects.push({ kind: "named", sessionId });
  return effects;
}

/** Changes the connection's state; an attempt after a failure clears the error. */
export function linked(
  { link: last, first, trouble }: ConversationState,
  name: ConnectionState,
  at: number,
  waitMs: number,
): Partial<ConversationState> {
  const isBrief = name === "reconnecting" && last.name === "live";
  const since = shownName(last) === (isBrief ? "live" : name) ? last.since : at;
  const link = { name, since, isBrief, nextAttemptAt: waitMs > 0 ? at + waitMs : null };
  if (name === "closed") return { link, first: first === "there" ? first : "given up" };
  // A new session is followed from its beginning, where its first page could not be read.
  if (name === "live" && first === "awaited") return { link, first: "there" };
  if (last.name !== "closed" || name !== "connecting") return { link };
  return { link, first: first === "given up" ? "awaited" : first, ...(trouble && { trouble: null }) };
}

function shownName({ name, isBrief }: LinkState): ConnectionState {
  return isBrief ? "live" : name;
}

function isPast(about: ErrorSubject, { link, outbox, log, paging }: ConversationState): boolean {
  switch (about) {
    case "connection":
      return link.name === "live";
    case "message":
      return !outbox.some((entry) => entry.state === "failed" || entry.state === "unknown");
    case "decision":
      return !log.book.decisions.some(
        (decision) => decision.state.name === "failed" || decision.state.name === "unknown",
      );
    case "stop":
      return !isBusy({ log, outbox });
    case "turn":
      return log.isTurnRunning;
    case "page":
      return paging !== null;
  }
}

/** Whether more is expected: a running or waiting turn, or a message that the log does not show yet. */
export function isBusy({ log, outbox }: Pick<ConversationState, "log" | "outbox">): boolean {
  return log.isTurnRunning || log.isWaiting || isLeaving(outbox);
}

/** The turn that a stop ends now; null while none is known. */
export function stoppable({ log, outbox }: ConversationState): string | null {
  return log.stoppable ?? outbox.find(({ state, turnId }) => state === "accepted" && turnId !== null)?.turnId ?? null;
}

function isStarting({ log, outbox }: ConversationState): boolean {
  return !log.isPaused && (log.isWaiting || isLeaving(outbox));
}

/** State common to every door. */
export type SharedView = Pick<
  SessionView,
  | ("connection" | "nextAttemptAt" | "isRestoring" | "isUnreachable" | "isMissing" | "error" | "errorAbout")
  | ("isLoadingOlder" | "isLoadingNewer")
>;

export function sharedView({ link, first, paging, trouble, log, outbox, lost }: ConversationState): SharedView {
  const connection = shownName(link);
  const isGivenUp = connection === "closed" && trouble?.about === "connection";
  // A reader who loses access keeps the rows that are loaded; a deleted one is not there for any reader.
  const isAbsent = log.created ? isGone : isNotThere;
  return {
    isRestoring: first === "awaited",
    isLoadingOlder: paging === "older",
    isLoadingNewer: paging === "newer",
    isMissing: isGivenUp && isAbsent(trouble.error),
    error: trouble?.error ?? null,
    errorAbout: trouble?.about ?? null,
    ...showReach({ lost, connection, nextAttemptAt: link.isBrief ? null : link.nextAttemptAt }, outbox),
  };
}
