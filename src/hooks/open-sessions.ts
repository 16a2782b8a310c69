/**
 * Live facts about the sessions and chats that are open on the page, so that a list can show them without a connection
 * of its own.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { isAnswerable } from "../conversation/decisions/decision-facts.js";
import type { SessionView } from "../conversation/view/session-view.js";
import type { OpenSession } from "../session/session-rows.js";
import type { SessionStatus } from "../wire/protocol/session.js";

type Shown = "sessionId" | "sessionStatus" | "connection" | "isMissing" | "pending";
type OpenState = Pick<SessionView, Shown> & { readonly title?: string | null };

/** A controller of an open session or chat. */
export interface OpenController {
  readonly getState: () => OpenState;
  readonly subscribe: (listener: () => void, options?: { readonly whileHidden?: () => boolean }) => () => void;
}

type Facts = ReadonlyMap<string, OpenSession>;

export interface OpenSessions {
  /** By session id. */
  readonly store: StoreApi<Facts>;
  /**
   * The same, and the last facts of closed sessions that no list has been read since: a row that the page read earlier
   * is older than they are, so closing a panel must not restore its state.
   */
  readonly newest: StoreApi<Facts>;
  /** Whether a controller shows the session, also before its status is known. */
  readonly isShown: (sessionId: string) => boolean;
  /** The facts of closed sessions now. */
  readonly closed: () => readonly OpenSession[];
  /** Forgets these facts of closed sessions: the lists were requested and read after they were known. */
  readonly forget: (facts: readonly OpenSession[]) => void;
  /** Reports a session while it is shown. Returns a function that ends it. */
  readonly watch: (controller: OpenController) => () => void;
  /** Keeps updating while the page is hidden. Returns a function that ends it. */
  readonly attend: () => () => void;
  /**
   * Follows a session that waited for a person when it was left, through the controller that showed it, until it waits
   * no longer: then calls `over`. Returns a function that ends it.
   */
  readonly follow: (sessionId: string, over: () => void) => () => void;
  readonly dispose: () => void;
}

/** Most sessions that waited when they were left whose controllers are kept: as many as a scope keeps unused values. */
const mostLeft = 8;

/** Most closed sessions whose last facts are kept. */
const mostClosed = 100;

/** While a decision is open the session waits, also where its log says "running" between two decisions of one turn. */
function statusOf({ sessionStatus, pending }: OpenState): SessionStatus | null {
  return sessionStatus !== null && pending.some(isAnswerable) ? "requires_action" : sessionStatus;
}

function mayWait(state: OpenState): boolean {
  const status = statusOf(state);
  return !state.isMissing && (status === null || status === "requires_action");
}

function hasSame(last: Facts, next: Facts): boolean {
  return next.size === last.size && [...next].every(([id, fact]) => last.get(id) === fact);
}

/** Deletes the first ones, which are the oldest. */
function keepLast(kept: Map<string, unknown>, most: number): void {
  for (const id of kept.keys()) if (kept.size > most) kept.delete(id);
}

export function createOpenSessions(): OpenSessions {
  const store = createStore<Facts>()(() => new Map());
  const newest = createStore<Facts>()(() => new Map());
  const watched = new Set<OpenController>();
  const left = new Map<string, OpenController>();
  const closed = new Map<string, OpenSession>();
  /** The status of each controller when its session was closed. */
  const before = new WeakMap<OpenController, string>();
  let attending = 0;
  let isOver = false;
  const whileHidden = () => attending > 0;

  /** Sets the open sessions, and the facts of these and of the closed ones. */
  function setOpen(open: Facts): void {
    if (isOver) return;
    for (const [sessionId, fact] of store.getState())
      if (!open.has(sessionId) && !fact.isOld) closed.set(sessionId, fact);
    for (const sessionId of open.keys()) closed.delete(sessionId);
    keepLast(closed, mostClosed);
    const known = new Map([...closed, ...open]);
    if (!hasSame(newest.getState(), known)) newest.setState(known, true);
    if (open !== store.getState()) store.setState(open, true);
  }

  function report(controller: OpenController): void {
    const { sessionId, title: told } = controller.getState();
    const status = statusOf(controller.getState());
    if (sessionId === null || status === null) return;
    const open = store.getState();
    const known = newest.getState().get(sessionId);
    const title = told ?? known?.title ?? null;
    // A session that is opened again has its earlier state until it is connected; a list may have been read since.
    if (before.get(controller) !== status || closed.has(sessionId)) before.delete(controller);
    const isOld = before.has(controller);
    const isSame = known?.status === status && known.title === title && known.isOld === isOld;
    if (isSame && open.has(sessionId)) return;
    setOpen(new Map(open).set(sessionId, isSame ? known : { sessionId, status, title, isOld }));
  }

  function leave(controller: OpenController): void {
    if (isOver) return;
    const { sessionId } = controller.getState();
    if (sessionId === null) return;
    const status = statusOf(controller.getState());
    if (status !== null) before.set(controller, status);
    left.delete(sessionId);
    if (status === "requires_action") left.set(sessionId, controller);
    keepLast(left, mostLeft);
  }

  const shownIds = () => new Set([...watched].map(({ getState }) => getState().sessionId));

  return {
    store,
    newest,
    isShown: (sessionId) => shownIds().has(sessionId),
    closed: () => [...closed.values()],
    forget(facts) {
      for (const fact of facts) if (closed.get(fact.sessionId) === fact) closed.delete(fact.sessionId);
      setOpen(store.getState());
    },
    watch(controller) {
      watched.add(controller);
      const unsubscribe = controller.subscribe(() => report(controller), { whileHidden });
      report(controller);
      return () => {
        unsubscribe();
        watched.delete(controller);
        leave(controller);
        // Through the other door it may be shown still.
        const shown = shownIds();
        const open = new Map([...store.getState()].filter(([sessionId]) => shown.has(sessionId)));
        if (open.size < store.getState().size) setOpen(open);
      };
    },
    attend() {
      attending += 1;
      return () => {
        attending -= 1;
      };
    },
    follow(sessionId, over) {
      const controller = left.get(sessionId);
      if (!controller) return () => {};
      const end = () => {
        left.delete(sessionId);
        over();
      };
      return controller.subscribe(() => mayWait(controller.getState()) || end(), { whileHidden });
    },
    dispose() {
      // Components leave their sessions after the identity has ended.
      isOver = true;
      for (const kept of [watched, left, closed]) kept.clear();
      for (const facts of [store, newest]) facts.setState(new Map(), true);
    },
  };
}
