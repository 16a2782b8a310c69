/**
 * The sessions of the chats that are open on the page, and their states, for attention. Separate from the session
 * API's live sessions, so that a page with only chats does not load those.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ChatController } from "../chat/chat-types.js";
import type { SessionStatus } from "../wire/protocol/session.js";
import type { ServiceContextValue } from "./service-context.js";

/** Status by session id. */
type Statuses = ReadonlyMap<string, SessionStatus>;

export interface OpenChats {
  readonly store: StoreApi<Statuses>;
  /** Keeps updating while the page is hidden. Returns a function that ends it. */
  readonly attend: () => () => void;
  readonly isAttended: () => boolean;
}

export function shareOpenChats({ scope }: Pick<ServiceContextValue, "scope">): OpenChats {
  return scope.share("open-chats", () => {
    let attending = 0;
    return {
      store: createStore<Statuses>()(() => new Map()),
      attend() {
        attending += 1;
        return () => {
          attending -= 1;
        };
      },
      isAttended: () => attending > 0,
      dispose() {},
    };
  });
}

/** Reports a chat while it is shown. @returns a function that ends it */
export function tellOpenChat(
  { store: chats, isAttended }: OpenChats,
  { getState, subscribe }: ChatController,
): () => void {
  let told: string | undefined;
  const tell = () => {
    const { sessionId, sessionStatus } = getState();
    if (sessionId === null || sessionStatus === null || chats.getState().get(sessionId) === sessionStatus) return;
    told = sessionId;
    chats.setState(new Map(chats.getState()).set(sessionId, sessionStatus), true);
  };
  const unsubscribe = subscribe(tell, { whileHidden: isAttended });
  tell();
  return () => {
    unsubscribe();
    const rest = new Map(chats.getState());
    if (told !== undefined && rest.delete(told)) chats.setState(rest, true);
  };
}
