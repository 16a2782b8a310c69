import type { ChatListeners, ChatSettings, ChatState, ChatVerbs } from "../chat/client/chat-types.js";

export interface UseChatOptions extends ChatSettings, ChatListeners {
  /** The host's stable id of the thread; another id is another chat. */
  readonly conversation: string;
  /** Where the chat handler is mounted. @default "/api/chat" */
  readonly api?: string | undefined;
  /** When false, nothing is requested and the state stays empty. @default true */
  readonly enabled?: boolean | undefined;
  /** Least time between two renders. @default one animation frame (ms) */
  readonly throttle?: number | undefined;
}

export type Chat = ChatState & ChatVerbs;

export function useChat(options: UseChatOptions): Chat;
export function useChat<T>(options: UseChatOptions, selector: (chat: Chat) => T): T;
export function useChat<T>(_options: UseChatOptions, _selector?: (chat: Chat) => T): Chat | T {
  throw new Error("not yet");
}
