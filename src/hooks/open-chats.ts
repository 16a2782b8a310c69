/**
 * The sessions behind the chats that are open on the page, and how they stand: what attention knows of a chat. Apart from
 * what the session API's own door tells, so that a page of chats alone does not load that.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ChatController } from "../chat/client/chat-types.js";
import type { SessionStatus } from "../protocol/session.js";
import type { ServiceContextValue } from "./service-context.js";

/** Status by session id. */
export type OpenChats = StoreApi<ReadonlyMap<string, SessionStatus>>;

export function shareOpenChats({ scope }: Pick<ServiceContextValue, "scope">): OpenChats {
  const { store } = scope.share("open-chats", () => ({
    store: createStore<ReadonlyMap<string, SessionStatus>>()(() => new Map()),
    dispose() {},
  }));
  return store;
}

/** Tells of a chat for as long as somebody shows it. @returns how that ends */
export function tellOpenChat(chats: OpenChats, { getState, subscribe }: ChatController): () => void {
  let told: string | undefined;
  const tell = () => {
    const { sessionId, sessionStatus } = getState();
    if (sessionId === null || sessionStatus === null || chats.getState().get(sessionId) === sessionStatus) return;
    told = sessionId;
    chats.setState(new Map(chats.getState()).set(sessionId, sessionStatus), true);
  };
  const unsubscribe = subscribe(tell);
  tell();
  return () => {
    unsubscribe();
    const rest = new Map(chats.getState());
    if (told !== undefined && rest.delete(told)) chats.setState(rest, true);
  };
}
