/**
 * Keeps what is known of one conversation and shows it as state, at most once a frame. Listeners are told of what
 * happened once each. What changes the facts is the controller's business.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { expireDecisions, nextExpiry, type DecisionBook } from "../../decisions/decision-book.js";
import type { Clock } from "../../foundation/clock.js";
import type { ConnectionState } from "../../foundation/connection.js";
import { createFrameScheduler, type ScheduleFrame } from "../../foundation/frame-scheduler.js";
import { unnamedTurn } from "./chat-history.js";
import { emptyLog, type ChatLog } from "./chat-log.js";
import type { ChatMessage } from "./chat-message.js";
import { showChat } from "./chat-state.js";
import type { ChatState } from "./chat-types.js";
import type { ListenerSet } from "./listener-set.js";
import type { OutboxEntry } from "../../outbox/outbox.js";

export interface ChatFactsOptions {
  readonly listeners: ListenerSet;
  readonly outbox: () => readonly OutboxEntry[];
  readonly isRestoring: boolean;
  readonly clock: Clock;
  readonly schedule: ScheduleFrame | undefined;
}

export interface ChatFactsKeeper {
  readonly store: StoreApi<ChatState>;
  readonly log: () => ChatLog;
  readonly setLog: (next: ChatLog) => void;
  readonly setDecisions: (next: DecisionBook) => void;
  /** `waitMs`: how long it is until it is tried again by itself. */
  readonly setConnection: (state: ConnectionState, waitMs: number) => void;
  /** The history is wanted after all. */
  readonly restoring: () => void;
  readonly restored: () => void;
  /** Shows the error and tells listeners. */
  readonly fail: (error: Error) => void;
  readonly clearError: () => void;
  /** Something shown has changed. */
  readonly changed: () => void;
  /** Lets questions expire while somebody looks. */
  readonly watchExpiry: (isWatched: boolean) => void;
  /** Forgets everything at once; whatever comes later is not taken in any more. */
  readonly clear: () => void;
}

/** Timers of the platform overflow beyond 24 days. */
const longestTimer = 86_400_000;

export function createChatFacts({ listeners, outbox, clock, schedule, ...first }: ChatFactsOptions): ChatFactsKeeper {
  let log = emptyLog;
  let connection: ConnectionState = "idle";
  let nextAttemptAt: number | null = null;
  let isRestoring = first.isRestoring;
  let error: Error | null = null;
  let isWatched = false;
  let isOver = false;
  let stopExpiry: (() => void) | undefined;

  const show = (last?: ChatState) =>
    showChat({ log, outbox: outbox(), connection, nextAttemptAt, isRestoring, error }, last);
  const store = createStore(() => show());
  const scheduler = createFrameScheduler(() => store.setState(show(store.getState()), true), schedule);
  const changed = () => {
    if (!isOver) scheduler.request();
  };

  function armExpiry(): void {
    stopExpiry?.();
    stopExpiry = undefined;
    const at = isWatched ? nextExpiry(log.decisions) : null;
    if (at === null) return;
    const wait = Math.min(Math.max(0, at - clock.now()), longestTimer);
    stopExpiry = clock.after(wait, () => {
      setLog({ ...log, decisions: expireDecisions(log.decisions, clock.now()) });
      armExpiry();
    });
  }

  function setLog(next: ChatLog): void {
    if (next === log || isOver) return;
    const last = log;
    log = next;
    changed();
    if (next.decisions !== last.decisions) armExpiry();
    if (next.ended && next.ended !== last.ended) listeners.finish({ ...next.ended, message: answerOf(next) });
    if (next.decisions !== last.decisions) listeners.needsInput(last.decisions, next.decisions);
  }

  return {
    store,
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
    fail(failure) {
      if (isOver) return;
      error = failure;
      changed();
      listeners.error(failure);
    },
    clearError() {
      error = null;
      changed();
    },
    changed,
    watchExpiry(next) {
      isWatched = next;
      armExpiry();
    },
    clear() {
      isOver = true;
      stopExpiry?.();
      scheduler.cancel();
      log = emptyLog;
      connection = "closed";
      nextAttemptAt = null;
      isRestoring = false;
      error = null;
      store.setState(show(), true);
    },
  };
}

function answerOf({ messages, ended }: ChatLog) {
  const isOfTurn = ({ turnId }: ChatMessage) => turnId === ended?.turnId || ended?.turnId === unnamedTurn;
  return messages.findLast((message) => message.role === "assistant" && isOfTurn(message)) ?? null;
}
