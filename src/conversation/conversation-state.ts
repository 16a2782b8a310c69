/**
 * The state of a conversation apart from its log, for every door: a pure reducer, and the effects that a change
 * requests. The controller runs them.
 */
import type { ConnectionState } from "../foundation/connection.js";
import { isNotThere } from "../wire/protocol/api-error.js";
import type { DecisionBook } from "./decisions/decision-book.js";
import { isLeaving, showReach, type OutboxEntry } from "./outbox/outbox.js";
import type { Acceptance } from "./outbox/sender.js";

/** State of the connection, since when, and the time of the next automatic attempt (ms since 1970). */
export type Link =
  | { readonly name: "idle" | "connecting" | "live" | "closed"; readonly since: number }
  | { readonly name: "reconnecting" | "offline"; readonly since: number; readonly nextAttemptAt: number | null };

/** Subject of an error. */
export type Trouble = "connection" | "message" | "decision" | "stop" | "turn" | "page";

/** Facts of a log besides its displayed content. */
export interface LogFacts {
  readonly created: boolean;
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
  readonly link: Link;
  /** State of the first page: not requested, awaited, loaded, or given up. */
  readonly first: "unasked" | "awaited" | "there" | "given up";
  /** Whether to follow while there are listeners: not before an event, or not until requested by a verb. */
  readonly wanted: "yes" | "not yet" | "let go";
  /** Which way a page is being read. */
  readonly paging: "older" | "newer" | null;
  readonly trouble: { readonly about: Trouble; readonly error: Error } | null;
  readonly log: LogFacts;
  readonly outbox: readonly OutboxEntry[];
  /** Whether nothing is answered. */
  readonly isLost: boolean;
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

export type Action =
  | { readonly type: "took"; readonly log: LogFacts; readonly found: readonly Finding[] }
  | { readonly type: "linked"; readonly name: ConnectionState; readonly at: number; readonly waitMs: number }
  /** Starts following and clears the earlier failure; or disconnects. */
  | { readonly type: "wanted"; readonly wanted: "yes" | "let go" }
  /** It is to be restored after all. */
  | { readonly type: "awaited" }
  | { readonly type: "paging"; readonly direction: "older" | "newer" | null }
  | { readonly type: "failed"; readonly about: Trouble; readonly error: Error }
  | { readonly type: "cleared" }
  | { readonly type: "outbox"; readonly entries: readonly OutboxEntry[] }
  | { readonly type: "reach"; readonly isLost: boolean }
  | { readonly type: "stop" }
  /** It is over, and nothing of it is kept. */
  | { readonly type: "forgotten"; readonly log: LogFacts; readonly at: number };

export type Effect =
  | Finding
  | { readonly kind: "live" }
  | { readonly kind: "given up" }
  | { readonly kind: "stop"; readonly turnId: string }
  | { readonly kind: "failed"; readonly error: Error };

export function firstState(log: LogFacts, isWanted: boolean): ConversationState {
  return {
    link: { name: "idle", since: 0 },
    first: isWanted ? "awaited" : "unasked",
    wanted: isWanted ? "yes" : "not yet",
    paging: null,
    trouble: null,
    log,
    outbox: [],
    isLost: false,
    wantsStop: false,
  };
}

export function reduce(
  last: ConversationState,
  action: Action,
): { readonly state: ConversationState; readonly effects: readonly Effect[] } {
  let state = change(last, action);
  // Checked after each change, as a cause may appear and disappear within one frame.
  if (state.trouble && isPast(state.trouble.about, state)) state = { ...state, trouble: null };
  const turnId = state.wantsStop ? stoppable(state) : null;
  if (state.wantsStop && (turnId !== null || !isStarting(state))) state = { ...state, wantsStop: false };
  const effects = effectsOf(action);
  return { state, effects: turnId === null ? effects : [...effects, { kind: "stop", turnId }] };
}

function change(state: ConversationState, action: Action): ConversationState {
  switch (action.type) {
    case "took": {
      const isThere = action.found.some(({ kind }) => kind === "restoring");
      return { ...state, log: action.log, ...(isThere && { first: "there" }) };
    }
    case "linked":
      return linked(state, action);
    case "wanted":
      return { ...state, wanted: action.wanted, trouble: action.wanted === "yes" ? null : state.trouble };
    case "awaited":
      return { ...state, wanted: "yes", first: state.log.created ? state.first : "awaited" };
    case "paging":
      return { ...state, paging: action.direction };
    case "failed":
      return { ...state, trouble: action };
    case "cleared":
      return { ...state, trouble: null };
    case "outbox":
      return { ...state, outbox: action.entries };
    case "reach":
      return { ...state, isLost: action.isLost };
    case "stop":
      return { ...state, wantsStop: isStarting(state) };
    case "forgotten":
      return { ...firstState(action.log, false), link: { name: "closed", since: action.at } };
  }
}

function linked(
  state: ConversationState,
  { name, at, waitMs }: Extract<Action, { type: "linked" }>,
): ConversationState {
  const since = state.link.name === name ? state.link.since : at;
  const nextAttemptAt = waitMs > 0 ? at + waitMs : null;
  const link: Link = name === "reconnecting" || name === "offline" ? { name, since, nextAttemptAt } : { name, since };
  if (name === "closed" && state.first !== "there") return { ...state, link, first: "given up" };
  if (state.link.name !== "closed" || name !== "connecting") return { ...state, link };
  // A page that was given up is tried again.
  return { ...state, link, trouble: null, first: state.first === "given up" ? "awaited" : state.first };
}

const live: readonly Effect[] = [{ kind: "live" }];
const givenUp: readonly Effect[] = [{ kind: "given up" }];
const none: readonly Effect[] = [];

function effectsOf(action: Action): readonly Effect[] {
  if (action.type === "took") return action.found;
  if (action.type === "failed") return [{ kind: "failed", error: action.error }];
  if (action.type !== "linked") return none;
  return action.name === "live" ? live : action.name === "closed" ? givenUp : none;
}

function isPast(about: Trouble, { link, outbox, log, paging }: ConversationState): boolean {
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
export interface SharedView {
  readonly connection: ConnectionState;
  readonly nextAttemptAt: number | null;
  readonly isRestoring: boolean;
  readonly isLoadingOlder: boolean;
  readonly isLoadingNewer: boolean;
  readonly isUnreachable: boolean;
  readonly isMissing: boolean;
  readonly error: Error | null;
}

/** State of a conversation without a connection. */
export const unlinked: SharedView = {
  connection: "idle",
  nextAttemptAt: null,
  isRestoring: false,
  isLoadingOlder: false,
  isLoadingNewer: false,
  isUnreachable: false,
  isMissing: false,
  error: null,
};

export function sharedView({ link, first, paging, trouble, log, outbox, isLost }: ConversationState): SharedView {
  const { name: connection } = link;
  const isGivenUp = connection === "closed" && !log.created && trouble?.about === "connection";
  return {
    connection,
    isRestoring: first === "awaited",
    isLoadingOlder: paging === "older",
    isLoadingNewer: paging === "newer",
    isMissing: isGivenUp && isNotThere(trouble.error),
    error: trouble?.error ?? null,
    ...showReach({ isLost, connection, nextAttemptAt: "nextAttemptAt" in link ? link.nextAttemptAt : null }, outbox),
  };
}
