/**
 * The facts of one session as they are known here, and the store that shows them: at most one change a frame, however
 * many events came. Where the facts come from is the controller's work.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { createTroubles, type Trouble } from "../conversation/troubles.js";
import {
  emptyDecisions,
  foldDecisionEvent,
  timeDecisions,
  type DecisionBook,
} from "../conversation/decisions/decision-book.js";
import { ServiceError } from "../foundation/base-error.js";
import type { Clock } from "../foundation/clock.js";
import { createFrameScheduler, type ScheduleFrame } from "../foundation/frame-scheduler.js";
import type { ServerTime } from "../foundation/server-time.js";
import { isLeaving, type OutboxEntry } from "../conversation/outbox/outbox.js";
import type { SessionEvent } from "../wire/protocol/session-event.js";
import { createTimelineFold, type PayloadFault } from "../timeline/timeline-fold.js";
import { createLogFacts, type LogFacts, type MessageMove } from "./log-facts.js";
import type { SessionControllerState } from "./session-state.js";
import {
  createSessionWindow,
  windowLimits,
  type SessionWindow,
  type WindowFacts,
  type WindowLimits,
} from "./session-window.js";
import { showSession, type SessionFacts } from "./show-session.js";

/** What is known beside the log. */
export type SideFacts = Omit<
  SessionFacts,
  "log" | "groups" | "book" | "outbox" | "isLost" | "isMissing" | "error" | keyof WindowFacts
>;

export interface SessionModel {
  readonly store: StoreApi<SessionControllerState>;
  /** The state as of now; the store follows in the next frame. */
  readonly current: () => SessionControllerState;
  /** Shows the error until what it is about is past, and tells `onError`. */
  readonly fail: (about: Trouble, error: Error) => void;
  readonly clearError: () => void;
  readonly log: LogFacts;
  /** Whether a turn runs or waits, or a message is about to start one. */
  readonly isBusy: () => boolean;
  readonly window: SessionWindow;
  /** The events that are shown, runs of deltas merged; the same list until they change. */
  readonly events: () => readonly SessionEvent[];
  readonly side: () => SideFacts;
  readonly setSide: (change: Partial<SideFacts>) => void;
  readonly book: () => DecisionBook;
  readonly setBook: (book: DecisionBook) => void;
  /** Takes the next event of the log. */
  readonly take: (event: SessionEvent) => MessageMove | undefined;
  /** Something that is shown changed: the store follows in the next frame. */
  readonly changed: () => void;
  /** Shows what changed now. */
  readonly flush: () => void;
  readonly dispose: () => void;
}

export function createSessionModel(options: {
  readonly side: SideFacts;
  readonly outbox: () => readonly OutboxEntry[];
  /** Whether nothing is answered. */
  readonly isLost: () => boolean;
  readonly clock: Clock;
  readonly serverTime: ServerTime;
  readonly schedule: ScheduleFrame | undefined;
  readonly limits: WindowLimits | undefined;
  readonly onError: (error: Error) => void;
}): SessionModel {
  const { outbox, isLost, clock, serverTime, onError } = options;
  const log = createLogFacts();
  const fold = createTimelineFold({ onFault: (fault) => onError(payloadError(fault)) });
  const window = createSessionWindow(fold, options.limits ?? windowLimits);
  let side = options.side;
  let book = emptyDecisions;

  const troubles = createTroubles();
  const isBusy = () => log.runningTurnId !== null || log.waiting.size > 0 || isLeaving(outbox());

  const show = (last?: SessionControllerState) => {
    const told = { error: troubles.error(), isMissing: troubles.isMissing(side), isLost: isLost() };
    return showSession(
      { ...side, ...window.facts(), log, groups: fold.getGroups(), book, outbox: outbox(), ...told },
      last,
    );
  };
  const store = createStore<SessionControllerState>()(() => show());
  let isOver = false;
  const frames = createFrameScheduler(() => {
    if (isOver) return;
    window.fold();
    store.setState(show(store.getState()), true);
  }, options.schedule);

  function changed(): void {
    if (isOver) return;
    troubles.review(() => ({
      connection: side.connection,
      outbox: outbox(),
      book,
      isBusy: isBusy(),
      isTurnRunning: log.runningTurnId !== null,
      isPaging: side.isLoadingOlder || side.isLoadingNewer,
    }));
    frames.request();
  }

  function setBook(next: DecisionBook): void {
    if (next === book) return;
    book = next;
    changed();
  }

  return {
    store,
    current: () => show(store.getState()),
    fail(about, error) {
      if (isOver || !troubles.fail(about, error)) return;
      changed();
      onError(error);
    },
    clearError() {
      troubles.clear();
      changed();
    },
    log,
    isBusy,
    window,
    events: () => fold.getEvents(),
    side: () => side,
    setSide(change) {
      side = { ...side, ...change };
      changed();
    },
    book: () => book,
    setBook,
    take(event) {
      window.take(event);
      const next = foldDecisionEvent(book, event);
      // Where no answer told the time, the event itself does.
      const there = serverTime.now() ?? Date.parse(event.occurredAt);
      if (next !== book) setBook(timeDecisions(next, { here: clock.now(), there }));
      const move = log.take(event);
      changed();
      return move;
    },
    changed,
    flush: () => frames.flush(),
    dispose() {
      isOver = true;
      frames.cancel();
    },
  };
}

function payloadError({ sequence, type, fields }: PayloadFault): ServiceError {
  return new ServiceError(
    `Event ${sequence} (${type}) of the session has a payload that does not fit at ${fields.join(", ")}. It is shown as far as it can be read.`,
    { code: "payload_malformed" },
  );
}
