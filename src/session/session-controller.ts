/** One session, live, through the session API. */
import { createConversation } from "../conversation/controller.js";
import { until } from "../conversation/conversation-store.js";
import type { ConversationOptions } from "../conversation/conversation-parts.js";
import { isAbort } from "../foundation/on-abort.js";
import { randomId } from "../foundation/random-id.js";
import { createServerTime } from "../foundation/server-time.js";
import { openSessionDoor, type SessionDoor } from "./session-door.js";
import { createSessionFold } from "./session-fold.js";
import type { SessionController, SessionControllerOptions, SessionControllerState } from "./session-types.js";
import { windowLimits } from "./session-window.js";

/** Shows one session live, to any number of listeners over one connection. */
export function createSessionController(options: SessionControllerOptions): SessionController {
  return openSession(options);
}

/** The same for a page: one of its conversations, or a placeholder while signed out, not enabled or without an id. */
export function openSession(
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

  return {
    getState: store.getState,
    getEvents: fold.events,
    subscribe,
    ...door.verbs,
    ...verbs,
    async showSequence(sequence) {
      // Until the first page is loaded, or failed.
      await until(store, end.signal, () => kept.state().first !== "awaited");
      if (!fold.window.range()) return null;
      if (sequence > fold.log().cursor) await verbs.jumpToLatest();
      else await paging.move("older", door.pageAround(sequence));
      kept.flush();
      return fold.window.rowAt(sequence);
    },
    dispose: () => conversation.dispose(),
  };
}
