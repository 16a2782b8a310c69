/** Keeps the state of one conversation, and publishes it at most once a frame. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { createFrameScheduler, type ScheduleFrame } from "../foundation/frame-scheduler.js";
import { isAbort } from "../foundation/on-abort.js";
import { firstState, reduce, type ConversationState, type Effect, type Finding } from "./conversation-state.js";
import type { ErrorSubject } from "./view/session-view.js";
import type { DecisionBook } from "./decisions/decision-book.js";
import type { DoorTools, Fold } from "./door.js";
import type { OutboxEntry } from "./outbox/outbox-entry.js";

export interface ConversationStore<State> {
  /** The displayed state. */
  readonly store: StoreApi<State>;
  /** The current state; the store follows in the next frame. */
  readonly current: () => State;
  readonly state: () => ConversationState;
  /** Changes the state. The effects of `found` run first. */
  readonly change: (changed: Partial<ConversationState>, found?: readonly Finding[]) => void;
  readonly took: DoorTools["took"];
  readonly setOutbox: (entries: readonly OutboxEntry[]) => void;
  readonly setBook: (book: DecisionBook) => void;
  /** Shows the error until its cause is over. Ignores aborts. */
  readonly fail: (about: ErrorSubject, error: Error) => void;
  /** Shows the error like `fail`, and reports it to no listener: its cause may turn out to be none. */
  readonly doubt: (about: ErrorSubject, error: Error) => void;
  /**
   * Begins with a first page that `load` puts into the fold, unless something has changed since the store was made. The
   * initial state is the one after it.
   */
  readonly begin: (load: () => void) => void;
  /** The state that it began with. */
  readonly initial: () => State;
  /** Sets the function that runs effects. */
  readonly runEffects: (run: (effect: Effect) => void) => void;
  /** Publishes pending changes now. */
  readonly flush: () => void;
  /** Resolves when the next frame begins; changes made at once are published in that frame. */
  readonly nextFrame: () => Promise<void>;
  /** Ignores all further changes. */
  readonly end: () => void;
}

export function createConversationStore<State>(options: {
  readonly fold: Fold<State>;
  readonly schedule: ScheduleFrame | undefined;
  readonly isWanted: boolean;
}): ConversationStore<State> {
  const { fold } = options;
  let first = firstState(fold.facts(), options.isWanted);
  let state = first;
  let run: (effect: Effect) => void = () => {};
  let isOver = false;
  const store = createStore<State>()(() => fold.show(state));
  let initial = store.getState();
  const frames = createFrameScheduler(() => {
    fold.settle?.();
    store.setState(fold.show(state, store.getState()), true);
  }, options.schedule);

  function change(changed: Partial<ConversationState>, found: readonly Finding[] = []): void {
    if (isOver) return;
    const step = reduce(state, changed);
    state = step.state;
    frames.request();
    for (const effect of [...found, ...step.effects]) run(effect);
  }

  const took: DoorTools["took"] = (found = []) => {
    const isFirst = found.some(({ kind }) => kind === "restoring");
    change({ log: fold.facts(), ...(isFirst && { first: "there" }) }, found);
  };

  return {
    store,
    current: () => fold.show(state, store.getState()),
    state: () => state,
    change,
    took,
    setOutbox: (outbox) => change({ outbox }),
    setBook(book) {
      fold.setBook(book);
      took();
    },
    fail(about, error) {
      if (!isAbort(error)) change({ trouble: { about, error } });
    },
    doubt: (about, error) => change({ trouble: { about, error, isUnsure: true } }),
    begin(load) {
      if (state !== first || isOver) return;
      load();
      first = firstState(fold.facts(), options.isWanted, true);
      state = first;
      initial = fold.show(state);
      store.setState(initial, true);
    },
    initial: () => initial,
    runEffects(next) {
      run = next;
    },
    flush: () => frames.flush(),
    nextFrame: () => (isOver ? Promise.resolve() : frames.next()),
    end() {
      isOver = true;
      frames.cancel();
    },
  };
}
