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

export function createOpenSessions(): OpenSessions {
  const store = createStore<ReadonlyMap<string, OpenSession>>()(() => new Map());
  const watched = new Set<OpenController>();
  const left = new Map<string, OpenController>();
  let attending = 0;
  const whileHidden = () => attending > 0;

  function report({ getState }: OpenController): void {
    const { sessionId, sessionStatus: status, title: told } = getState();
    if (sessionId === null || status === null) return;
    const known = store.getState().get(sessionId);
    const title = told ?? known?.title ?? null;
    if (known && known.status === status && known.title === title) return;
    store.setState(new Map(store.getState()).set(sessionId, { sessionId, status, title }), true);
  }

  function leave(controller: OpenController): void {
    const { sessionId, sessionStatus } = controller.getState();
    if (sessionId === null) return;
    left.delete(sessionId);
    if (sessionStatus === "requires_action") left.set(sessionId, controller);
    for (const id of left.keys()) if (left.size > mostLeft) left.delete(id);
  }

  return {
    store,
    watch(controller) {
      watched.add(controller);
      const unsubscribe = controller.subscribe(() => report(controller), { whileHidden });
      report(controller);
      return () => {
        unsubscribe();
        watched.delete(controller);
        leave(controller);
        // Through the other door it may be shown still.
        const shown = new Set([...watched].map(({ getState }) => getState().sessionId));
        const open = new Map([...store.getState()].filter(([sessionId]) => shown.has(sessionId)));
        if (open.size < store.getState().size) store.setState(open, true);
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
    dispose: () => left.clear(),
  };
}
