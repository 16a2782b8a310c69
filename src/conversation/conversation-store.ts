/** Keeps the state of one conversation, and publishes it at most once a frame. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { createFrameScheduler, type ScheduleFrame } from "../foundation/frame-scheduler.js";
import { isAbort, onAbort } from "../foundation/on-abort.js";
import { firstState, reduce, type ConversationState, type Effect, type Finding } from "./conversation-state.js";
import type { ErrorSubject } from "./view/session-view.js";
import type { Fold } from "./door.js";

export type ConversationStore<State> = ReturnType<typeof createConversationStore<State>>;

export function createConversationStore<State>(options: {
  readonly fold: Fold<State>;
  readonly schedule: ScheduleFrame | undefined;
  readonly isWanted: boolean;
}) {
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

  /** Changes the state. The effects of `found` run first. */
  function change(changed: Partial<ConversationState>, found: readonly Finding[] = []): void {
    if (isOver) return;
    const step = reduce(state, changed);
    state = step.state;
    frames.request();
    for (const effect of [...found, ...step.effects]) run(effect);
  }

  return {
    /** The displayed state. */
    store,
    /** The current state; the store follows in the next frame. */
    current: (): State => fold.show(state, store.getState()),
    state: () => state,
    change,
    /** The fold took something, and this was found in it. */
    took: (found: readonly Finding[] = []): void => {
      const isFirst = found.some(({ kind }) => kind === "restoring");
      change({ log: fold.facts(), ...(isFirst && { first: "there" }) }, found);
    },
    /** Shows the error until its cause is over. Ignores aborts. */
    fail: (about: ErrorSubject, error: Error): void => {
      if (!isAbort(error)) change({ trouble: { about, error } });
    },
    /** Shows the error like `fail`, and reports it to no listener: its cause may turn out to be none. */
    doubt: (about: ErrorSubject, error: Error) => change({ trouble: { about, error, isUnsure: true } }),
    /**
     * Begins with a first page that `load` puts into the fold, unless something has changed since the store was made.
     * The initial state is the one after it.
     */
    begin(load: () => void): void {
      if (state !== first || isOver) return;
      load();
      first = firstState(fold.facts(), options.isWanted, true);
      state = first;
      initial = fold.show(state);
      store.setState(initial, true);
    },
    /** The state that it began with. */
    initial: () => initial,
    /** Sets the function that runs effects. */
    runEffects(next: (effect: Effect) => void): void {
      run = next;
    },
    /** Publishes pending changes now. */
    flush: () => frames.flush(),
    /** Resolves when the next frame begins; changes made at once are published in that frame. */
    nextFrame: () => (isOver ? Promise.resolve() : frames.next()),
    /** Ignores all further changes. */
    end(): void {
      isOver = true;
      frames.cancel();
    },
  };
}

/** Resolves when the displayed state is so, or on abort. */
export function until(
  store: Pick<StoreApi<unknown>, "subscribe">,
  signal: AbortSignal,
  isSo: () => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo() && !signal.aborted) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = store.subscribe(look);
    onAbort(signal, look);
    look();
  });
}
