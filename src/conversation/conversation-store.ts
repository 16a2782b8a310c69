/** Keeps the state of one conversation and displays it, at most once a frame, however much has arrived. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { createFrameScheduler, type ScheduleFrame } from "../foundation/frame-scheduler.js";
import { isAbort } from "../foundation/on-abort.js";
import { firstState, reduce, type ConversationState, type Effect, type Finding } from "./conversation-state.js";
import type { ErrorSubject } from "./view/session-view.js";
import type { Fold } from "./door.js";

export interface ConversationStore<State> {
  /** The displayed state. */
  readonly store: StoreApi<State>;
  /** The current state; the store follows in the next frame. */
  readonly current: () => State;
  readonly state: () => ConversationState;
  /** Changes the state. The effects of `found` run first. */
  readonly change: (changed: Partial<ConversationState>, found?: readonly Finding[]) => void;
  /** Shows the error until what it is about is past. An abort is no error. */
  readonly fail: (about: ErrorSubject, error: Error) => void;
  /** Sets the function that runs effects. */
  readonly runEffects: (run: (effect: Effect) => void) => void;
  /** Shows what changed now. */
  readonly flush: () => void;
  /** Nothing changes any more. */
  readonly end: () => void;
}

export function createConversationStore<State>(options: {
  readonly fold: Fold<State>;
  readonly schedule: ScheduleFrame | undefined;
  readonly isWanted: boolean;
}): ConversationStore<State> {
  const { fold } = options;
  let state = firstState(fold.facts(), options.isWanted);
  let run: (effect: Effect) => void = () => {};
  let isOver = false;
  const store = createStore<State>()(() => fold.show(state));
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

  return {
    store,
    current: () => fold.show(state, store.getState()),
    state: () => state,
    change,
    fail(about, error) {
      if (!isAbort(error)) change({ trouble: { about, error } });
    },
    runEffects(next) {
      run = next;
    },
    flush: () => frames.flush(),
    end() {
      isOver = true;
      frames.cancel();
    },
  };
}
