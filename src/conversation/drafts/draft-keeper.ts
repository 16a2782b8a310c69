/**
 * Keeps one draft: at once on the page, soon after in the identity's storage and, if it keeps drafts, on the service.
 * The service's revisions reconcile two windows that write at once. Where they cannot, the person chooses.
 */
import { systemClock, type Clock } from "../../foundation/clock.js";
import {
  blankDraft,
  keepMine,
  needsSave,
  receiveDraft,
  setExtras,
  takeOther,
  typeDraft,
  type DraftState,
  type DraftVersion,
} from "./draft-state.js";
import type { MessageExtras } from "../view/session-view.js";
import { noExtras } from "./draft-extras.js";
import { createDraftSync, debounce, type RemoteDraft } from "./draft-sync.js";
import type { LocalDraft } from "./local-draft.js";

export type { RemoteDraft } from "./draft-sync.js";

export interface DraftKeeperOptions {
  /** Storage where the draft survives a reload. @default none */
  readonly local?: LocalDraft | undefined;
  /** Initial text. */
  readonly initial?: string | undefined;
  readonly clock?: Clock | undefined;
  /** A number from 0 up to 1. @default Math.random */
  readonly random?: (() => number) | undefined;
  /** Hints that the network returned or the page is visible again; used while there are listeners. */
  readonly wake?: ((run: () => void) => () => void) | undefined;
  /** Hints that the page may be unloaded; used while there are listeners. */
  readonly leave?: ((run: () => void) => () => void) | undefined;
}

/** Keeps and saves the text of a composer. */
export interface DraftKeeper {
  /** Includes the stored draft after `restore`, the first listener or the first change. */
  readonly getState: () => DraftState;
  /** Reads the stored draft, once. Not to be called while rendering. Returns whether that changed the draft. */
  readonly restore: () => boolean;
  /** The state before anything was read from this device, as a server renders it. */
  readonly getInitialState: () => DraftState;
  /**
   * Reads the service's draft with the first listener, and no more after the last one left. Pending changes are still
   * saved then.
   */
  readonly subscribe: (listener: () => void) => () => void;
  readonly type: (text: string) => void;
  /** Sets the extras of the text. */
  readonly setExtras: (extras: MessageExtras) => void;
  /** Empties the draft, here and on the service, after it was sent. */
  readonly clear: () => void;
  readonly keepMine: () => void;
  readonly takeOther: () => void;
  /** From now on, the service keeps this draft too. Later calls do nothing. */
  readonly connect: (remote: RemoteDraft) => void;
  /** Applies the service's version from another response, such as a prompt that was moved back from the queue. */
  readonly receive: (version: DraftVersion) => void;
  /** Reads the service's draft again soon: another window may have sent the text. Needs a service and a listener. */
  readonly lookAgain: () => void;
  /** Whether a service keeps the draft too. */
  readonly isDurable: () => boolean;
  /**
   * The last five texts that had no place in the field, newest last: texts that the person replaced by another
   * window's, and texts of refused messages.
   */
  readonly setAside: () => readonly string[];
  /** Adds a text to `setAside`. */
  readonly putAside: (text: string) => void;
  /** Stores the latest changes in this tab at once. */
  readonly settle: () => void;
  readonly dispose: () => void;
}

const mostSetAside = 5;

/** One draft of one person, in this tab until it is connected. Nothing here throws or rejects. */
export function createDraftKeeper(options: DraftKeeperOptions = {}): DraftKeeper {
  const { local, initial = "", clock = systemClock, random } = options;
  const end = new AbortController();
  const listeners = new Set<() => void>();
  const first: DraftState = { ...blankDraft, text: initial };
  let state: DraftState = first;
  let remote: RemoteDraft | undefined;
  let stopListening = () => {};
  function set(next: DraftState): void {
    if (next === state || end.signal.aborted) return;
    state = next;
    for (const listener of listeners) listener();
  }

  const aside = textsAside(end.signal);
  const { restore, current } = restorable(local, () => state, set);
  const keepLater = delayed(clock, keep);
  const later = (ms: number) => keepLater.start(ms);

  function keep(): void {
    keepLater.stop();
    local?.write(state);
    if (remote && ((state.base === null && listeners.size > 0) || needsSave(state))) void sync.save(remote);
  }

  /** Takes a version of the service; local changes are saved after a while, if `saves`. */
  function take(next: DraftState, saves = true): void {
    set(next);
    if (next.saving !== null) return;
    local?.write(state);
    if (saves && remote && needsSave(state) && !keepLater.isWaiting()) later(debounce);
  }

  const sync = createDraftSync({
    getState: () => state,
    change: take,
    saveLater: later,
    isSeen: () => listeners.size > 0,
    random,
    signal: end.signal,
  });
  const look = () => void (remote && !end.signal.aborted && sync.read(remote));
  // A window that sends the text empties the draft at the same time.
  const lookLater = delayed(clock, look);
  const edit = (next: DraftState) => {
    if (next !== state) later(debounce);
    set(next);
  };
  const flush = () => keepLater.isWaiting() && keep();
  const decide = (next: DraftState) => {
    set(next);
    keep();
  };

  return {
    getState: () => state,
    getInitialState: () => first,
    restore,
    subscribe(listener) {
      listeners.add(listener);
      restore();
      if (listeners.size === 1) {
        look();
        stopListening = joinStops(options.wake?.(look), options.leave?.(flush), lookLater.stop);
      }
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        stopListening();
        flush();
      };
    },
    type: (text) => edit(typeDraft(current(), text)),
    setExtras: (extras) => edit(setExtras(current(), extras)),
    clear: () => decide(setExtras(typeDraft(current(), ""), noExtras)),
    keepMine: () => decide(keepMine(state)),
    takeOther() {
      if (state.conflict) aside.putAside(state.text);
      decide(takeOther(state));
    },
    connect(opened) {
      if (remote) return;
      remote = opened;
      if (listeners.size > 0) look();
    },
    receive: (version) => take(receiveDraft(current(), version)),
    lookAgain: () => (listeners.size > 0 ? lookLater.start(debounce) : undefined),
    isDurable: () => remote !== undefined,
    ...aside,
    settle: () => (keepLater.isWaiting() ? local?.write(state) : undefined),
    dispose() {
      keepLater.stop();
      stopListening();
      end.abort();
      listeners.clear();
      state = blankDraft;
    },
  };
}

/** Runs later; a new start begins the wait again. */
function delayed(clock: Clock, run: () => void) {
  let cancel: (() => void) | undefined;
  const stop = () => {
    cancel?.();
    cancel = undefined;
  };
  return {
    /** @param ms how long it waits */
    start(ms: number) {
      stop();
      cancel = clock.after(ms, () => {
        cancel = undefined;
        run();
      });
    },
    stop,
    isWaiting: () => cancel !== undefined,
  };
}

/** The texts that had no place in the field, until the signal aborts. */
function textsAside(signal: AbortSignal): Pick<DraftKeeper, "setAside" | "putAside"> {
  let texts: readonly string[] = [];
  signal.addEventListener("abort", () => (texts = []), { once: true });
  return {
    setAside: () => texts,
    putAside(text) {
      if (!signal.aborted) texts = [...texts, text].slice(-mostSetAside);
    },
  };
}

/** Reads the stored draft once: on request, or with the first change, which must not overwrite it unread. */
function restorable(local: LocalDraft | undefined, getState: () => DraftState, set: (next: DraftState) => void) {
  let unread = local;
  const restore = (): boolean => {
    const kept = unread?.read() ?? {};
    unread = undefined;
    const isKept = Object.keys(kept).length > 0;
    if (isKept) set({ ...getState(), ...kept });
    return isKept;
  };
  const current = (): DraftState => {
    restore();
    return getState();
  };
  return { restore, current };
}

const joinStops =
  (...stops: readonly ((() => void) | undefined)[]) =>
  () =>
    stops.forEach((stop) => stop?.());
