/**
 * Live facts about the sessions and chats that are open on the page, so that a list can show them without a connection
 * of its own.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { SessionView } from "../conversation/view/session-view.js";
import type { OpenSession } from "../session/session-rows.js";

/** A controller of an open session or chat. */
export interface OpenController {
  readonly getState: () => Pick<SessionView, "sessionId" | "sessionStatus" | "connection" | "isMissing"> & {
    readonly title?: string | null;
  };
  readonly subscribe: (listener: () => void, options?: { readonly whileHidden?: () => boolean }) => () => void;
}

export interface OpenSessions {
  /** By session id. */
  readonly store: StoreApi<ReadonlyMap<string, OpenSession>>;
  /**
   * The same, and the last facts of closed sessions that no list has been read since: a row that the page read earlier
   * is older than they are, so closing a panel must not restore its state.
   */
  readonly newest: StoreApi<ReadonlyMap<string, OpenSession>>;
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

export function createOpenSessions(): OpenSessions {
  const store = createStore<ReadonlyMap<string, OpenSession>>()(() => new Map());
  const newest = createStore<ReadonlyMap<string, OpenSession>>()(() => new Map());
  const watched = new Set<OpenController>();
  const left = new Map<string, OpenController>();
  const closed = new Map<string, OpenSession>();
  /** The status of each controller when its session was closed. */
  const before = new WeakMap<OpenController, string>();
  let attending = 0;
  let isOver = false;
  const whileHidden = () => attending > 0;

  /** Sets the open sessions, and the facts of these and of the closed ones. */
  function setOpen(open: ReadonlyMap<string, OpenSession>): void {
    if (isOver) return;
    for (const [sessionId, fact] of store.getState())
      if (!open.has(sessionId) && !fact.isOld) closed.set(sessionId, fact);
    for (const sessionId of open.keys()) closed.delete(sessionId);
    for (const sessionId of closed.keys()) if (closed.size > mostClosed) closed.delete(sessionId);
    const known = new Map([...closed, ...open]);
    const last = newest.getState();
    const isSame = known.size === last.size && [...known].every(([id, fact]) => last.get(id) === fact);
    if (!isSame) newest.setState(known, true);
    if (open !== store.getState()) store.setState(open, true);
  }

  function report(controller: OpenController): void {
    const { sessionId, sessionStatus: status, title: told } = controller.getState();
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
    const { sessionId, sessionStatus } = controller.getState();
    if (sessionId === null) return;
    if (sessionStatus !== null) before.set(controller, sessionStatus);
    left.delete(sessionId);
    if (sessionStatus === "requires_action") left.set(sessionId, controller);
    for (const id of left.keys()) if (left.size > mostLeft) left.delete(id);
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
      const look = () => {
        const { sessionStatus: status, isMissing } = controller.getState();
        if (!isMissing && (status === null || status === "requires_action")) return;
        left.delete(sessionId);
        over();
      };
      return controller.subscribe(look, { whileHidden });
    },
    dispose() {
      // Components leave their sessions after the identity has ended.
      isOver = true;
      for (const kept of [watched, left, closed]) kept.clear();
      for (const facts of [store, newest]) facts.setState(new Map(), true);
    },
  };
}
