/**
 * Keeps what is known of one conversation and shows it as state, at most once a frame. Listeners are told of what
 * happened once each. What changes the facts is the controller's business.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { createTroubles, type Trouble, type TroubleFacts } from "../conversation/troubles.js";
import { timeDecisions, type DecisionBook } from "../conversation/decisions/decision-book.js";
import type { Clock } from "../foundation/clock.js";
import type { ConnectionState } from "../foundation/connection.js";
import { createFrameScheduler, type ScheduleFrame } from "../foundation/frame-scheduler.js";
import type { ServerTime } from "../foundation/server-time.js";
import { unnamedTurn } from "./chat-history.js";
import { emptyLog, type ChatLog } from "./chat-log.js";
import type { ChatMessage } from "./chat-message.js";
import { showChat, type ChatFacts } from "./chat-state.js";
import type { ChatState } from "./chat-types.js";
import type { ListenerSet } from "./listener-set.js";
import { keepReaching, nothingRead, type ReadBack } from "./read-back.js";
import { isLeaving, type OutboxEntry } from "../conversation/outbox/outbox.js";

export interface ChatFactsOptions {
  readonly listeners: ListenerSet;
  readonly outbox: () => readonly OutboxEntry[];
  readonly isRestoring: boolean;
  /** Whether nothing is answered. */
  readonly isLost: () => boolean;
  readonly clock: Clock;
  readonly serverTime: ServerTime;
  readonly schedule: ScheduleFrame | undefined;
}

export interface ChatFactsKeeper {
  readonly store: StoreApi<ChatState>;
  /** The state as of now; the store follows in the next frame. */
  readonly current: () => ChatState;
  readonly log: () => ChatLog;
  readonly setLog: (next: ChatLog) => void;
  readonly setDecisions: (next: DecisionBook) => void;
  /** `waitMs`: how long it is until it is tried again by itself. */
  readonly setConnection: (state: ConnectionState, waitMs: number) => void;
  /** The history is wanted after all. */
  readonly restoring: () => void;
  readonly restored: () => void;
  /** Which way a page is being read. */
  readonly loading: (direction: "older" | "newer" | null) => void;
  /** What was read back before the log's own messages. */
  readonly back: () => ReadBack;
  readonly setBack: (next: ReadBack) => void;
  /** Shows the error until what it is about is past, and tells listeners. */
  readonly fail: (about: Trouble, error: Error) => void;
  readonly clearError: () => void;
  /** Something shown has changed. */
  readonly changed: () => void;
  /** Forgets everything at once; whatever comes later is not taken in any more. */
  readonly clear: () => void;
}

export function createChatFacts({
  listeners,
  outbox,
  clock,
  serverTime,
  schedule,
  ...first
}: ChatFactsOptions): ChatFactsKeeper {
  let log = emptyLog;
  let connection: ConnectionState = "idle";
  let nextAttemptAt: number | null = null;
  let isRestoring = first.isRestoring;
  let loading: "older" | "newer" | null = null;
  let back = nothingRead;
  const troubles = createTroubles();
  let isOver = false;

  const show = (last?: ChatState) => {
    const error = troubles.error();
    const isMissing = troubles.isMissing({ connection, created: log.created });
    const isLost = first.isLost();
    const told = { connection, nextAttemptAt, isRestoring, loading, isMissing, isLost, error };
    return showChat({ log, back, outbox: outbox(), ...told }, last);
  };
  const store = createStore(() => show());
  const scheduler = createFrameScheduler(() => store.setState(show(store.getState()), true), schedule);
  const changed = () => {
    if (isOver) return;
    troubles.review(() => troubleFacts({ log, connection, loading }, outbox()));
    scheduler.request();
  };

  function setLog(next: ChatLog): void {
    if (next === log || isOver) return;
    const last = log;
    log = next;
    back = keepReaching(back, next.older);
    if (next.decisions !== last.decisions) log = withDecisions(next, timed(next.decisions, clock, serverTime));
    changed();
    if (next.ended && next.ended !== last.ended) listeners.finish({ ...next.ended, message: answerOf(next) });
    if (next.decisions !== last.decisions) listeners.needsInput(last.decisions, log.decisions);
  }

  return {
    store,
    current: () => show(store.getState()),
    log: () => log,
    setLog,
    setDecisions: (decisions) => setLog({ ...log, decisions }),
    setConnection(state, waitMs) {
      connection = state;
      nextAttemptAt = waitMs > 0 ? clock.now() + waitMs : null;
      changed();
    },
    restoring() {
      isRestoring = log.sessionId === null;
      changed();
    },
    restored() {
      isRestoring = false;
      changed();
    },
    loading(direction) {
      loading = direction;
      changed();
    },
    back: () => back,
    setBack(next) {
      if (isOver) return;
      back = next;
      changed();
    },
    fail(about, error) {
      if (isOver || !troubles.fail(about, error)) return;
      changed();
      listeners.error(error);
    },
    clearError() {
      troubles.clear();
      changed();
    },
    changed,
    clear() {
      isOver = true;
      scheduler.cancel();
      log = emptyLog;
      connection = "closed";
      nextAttemptAt = null;
      isRestoring = false;
      loading = null;
      back = nothingRead;
      troubles.clear();
      store.setState(show(), true);
    },
  };
}

/** Where nobody told the time, this device's own will do. */
function timed(book: DecisionBook, clock: Clock, serverTime: ServerTime): DecisionBook {
  return timeDecisions(book, { here: clock.now(), there: serverTime.now() ?? clock.now() });
}

function troubleFacts(
  { log, connection, loading }: Required<Pick<ChatFacts, "log" | "connection" | "loading">>,
  entries: readonly OutboxEntry[],
): TroubleFacts {
  const { decisions: book, running } = log;
  const isTurnRunning = running !== null;
  return { connection, outbox: entries, book, isBusy: isBusy(log, entries), isTurnRunning, isPaging: loading !== null };
}

function withDecisions(log: ChatLog, decisions: DecisionBook): ChatLog {
  return log.decisions === decisions ? log : { ...log, decisions };
}

/** Whether something is to come. */
export function isBusy({ running, waiting }: ChatLog, entries: readonly OutboxEntry[]): boolean {
  return running !== null || waiting.length > 0 || isLeaving(entries);
}

function answerOf({ messages, ended }: ChatLog) {
  const isOfTurn = ({ turnId }: ChatMessage) => turnId === ended?.turnId || ended?.turnId === unnamedTurn;
  return messages.findLast((message) => message.role === "assistant" && isOfTurn(message)) ?? null;
}
