/** One session, live, through the session API. */
import { connectService } from "../api/service-connection.js";
import { createConversation } from "../conversation/controller.js";
import type { ConversationOptions } from "../conversation/conversation-parts.js";
import type { PageShared } from "../conversation/view/page-shared.js";
import { withdraw } from "../conversation/queued-turn.js";
import { handled } from "../foundation/handled.js";
import { isAbort, onAbort } from "../foundation/on-abort.js";
import { randomId } from "../foundation/random-id.js";
import { createServerTime } from "../foundation/server-time.js";
import { openSessionDoor, type SessionDoor } from "./session-door.js";
import { createSessionFold } from "./session-fold.js";
import type { SessionControllerOptions } from "./session-options.js";
import type { SessionController, SessionControllerState } from "./session-state.js";
import { windowLimits } from "./session-window.js";

/** Shows one session live, to any number of listeners over one connection. */
export function createSessionController(options: SessionControllerOptions): SessionController {
  return openSession(options);
}

/** One of the conversations of a page. */
export function createSharedSession(options: SessionControllerOptions, page: PageShared): SessionController {
  return openSession(options, { page });
}

/** Placeholder session while signed out, not enabled or without an id. `isAwaited`: whether a real one is expected. */
export function createIdleSession(sessionId: string, refusal: Error, isAwaited: boolean): SessionController {
  return openSession({ client: connectService({ baseUrl: "/" }), sessionId }, { refusal, isWanted: isAwaited });
}

function openSession(
  options: SessionControllerOptions,
  more?: Pick<ConversationOptions<SessionControllerState, SessionDoor>, "refusal" | "isWanted" | "page">,
): SessionController {
  const { client, sessionId, newId = randomId, window: limits } = options;
  const { workspaceId = client.workspaceId, clock = client.clock, random = client.random } = options;
  const onError = (error: Error) => void (isAbort(error) || options.onError?.(error));
  const serverTime = createServerTime(clock);
  const fold = createSessionFold({
    sessionId,
    workspaceId: workspaceId === "current" ? null : workspaceId,
    clock,
    serverTime,
    limits: { count: limits?.events ?? windowLimits.count, size: limits?.size ?? windowLimits.size },
    given: more?.page?.given,
    onError,
  });
  const { streams } = options;
  const world = { client, ref: { sessionId, workspaceId }, fold, newId, serverTime, streams, pageLimit: limits?.page };
  const conversation = createConversation<SessionControllerState, SessionDoor>({
    ...options,
    ...more,
    fold,
    clock,
    random,
    newId,
    whenBusy: () => options.whenBusy,
    onError,
    open: (tools) => openSessionDoor({ ...world, onError }, tools),
  });
  const { store: kept, subscribe, verbs, door, end, paging } = conversation;
  const { store } = kept;

  /** Resolves when the first page is loaded, or failed. */
  const restored = () =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (kept.state().first === "awaited" && !end.signal.aborted) return;
        unsubscribe();
        resolve();
      };
      const unsubscribe = store.subscribe(look);
      onAbort(end.signal, look);
      look();
    });

  return {
    getState: store.getState,
    getEvents: fold.events,
    subscribe,
    ...verbs,
    async showSequence(sequence) {
      await restored();
      if (!fold.window.range()) return null;
      if (sequence > fold.log().cursor) await verbs.jumpToLatest();
      else await paging.move("older", door.pageAround(sequence));
      kept.flush();
      return fold.window.rowAt(sequence);
    },
    ...door.verbs,
    removeQueued: (id) => handled(withdraw(conversation, id, door.verbs.removeQueued)),
    dispose: () => conversation.dispose(),
  };
}
