import { useEffect, useInsertionEffect, useMemo } from "react";
import { useStore } from "zustand/react";
import type { ChatListeners, ChatSettings } from "../chat/chat-types.js";
import type { ChatFirstPage } from "../wire/protocol/chat-first-page.js";
import { throttleSubscribe } from "../chat/throttle-subscribe.js";
import { idleChat, shareChat, type Chat, type ChatSource, type ChatSourceOptions } from "./chat-source.js";
import { joinHeaders, ownHeaders, shareHeaders } from "./join-headers.js";
import { readableStore } from "./readable-store.js";
import { useServiceContext, type ServiceContextValue } from "./service-context.js";
import { useLatest } from "./use-latest.js";
import { useShallow } from "./use-shallow.js";
import { givenOptions } from "./given-options.js";

export type { Chat } from "./chat-source.js";

/** Options of `useChat`. */
export interface UseChatOptions extends ChatSettings, ChatListeners {
  /**
   * The host's stable id of the thread; another id is another chat. Undefined while it is unknown: then no request is
   * made, and the state is that of a chat that is being restored. An invalid id shows as `error`, and nothing is
   * sent.
   */
  readonly conversation: string | undefined;
  /** Where the chat handler is mounted. @default "/api/chat" */
  readonly api?: string | undefined;
  /**
   * The newest page, from `Service.firstPage` on the backend: shown in the first draw, also on a server, and followed
   * from there. One of another person or conversation is ignored; a later one has no effect. @default it is requested
   */
  readonly firstPage?: ChatFirstPage | null | undefined;
  /** When false, nothing is requested and the state stays empty. @default true */
  readonly enabled?: boolean | undefined;
  /** Least time between two renders. @default one animation frame (ms) */
  readonly throttle?: number | undefined;
}

/**
 * One live conversation: its messages, its state and its verbs. Hooks of the same identity and conversation share one
 * connection. New callbacks, headers and settings apply without a remount.
 *
 * Its messages have texts, tool calls, settled questions and files (`resources`). The agent's reasoning needs the session
 * API: `useSessionById`.
 *
 * With a `selector` the component renders only when the selection changes (compared shallowly).
 *
 * With the agent's tools as `Tools`, the parts of messages are narrowed by the tool's name. A selector sets it with
 * its parameter: `(chat: Chat<ShopTools>) => …`, or once for both: `const useShopChat = useChat as
 * UseChat<ShopTools>`.
 *
 * @example
 * const { messages, sendMessage, status } = useChat({ conversation: "c_1" });
 */
export function useChat<Tools extends object = object>(options: UseChatOptions): Chat<Tools>;
export function useChat<T, Tools extends object = object>(
  options: UseChatOptions,
  selector: (chat: Chat<Tools>) => T,
): T;
export function useChat(options: UseChatOptions, selector?: ((chat: never) => unknown) | null): unknown {
  const given = givenOptions(options);
  const source = useChatSource(options);
  useChatSettings(source, given);
  useChatListeners(source, given);
  const { throttle = 0 } = given;
  const store = useMemo(
    () =>
      throttle > 0
        ? readableStore({ ...source.store, subscribe: throttleSubscribe(source.subscribe, throttle) })
        : source.store,
    [source, throttle],
  );
  return useStore(store, useShallow<Chat, unknown>((selector ?? whole) as (chat: Chat) => unknown));
}

/** `useChat` for one set of tools. */
export interface UseChat<Tools extends object> {
  (options: UseChatOptions): Chat<Tools>;
  <T>(options: UseChatOptions, selector: (chat: Chat<Tools>) => T): T;
}

const whole = (chat: Chat) => chat;

export function useChatSource(
  options: Pick<UseChatOptions, "conversation" | "api" | "firstPage" | "enabled" | "resume">,
): ChatSource {
  const context = useServiceContext();
  const given = givenOptions(options);
  const { enabled = true, resume = true } = given;
  // A conversation that is null is refused, unlike one that is undefined.
  const conversation = options?.conversation;
  const source = chatOf(
    context,
    { conversation, api: mountOf(given), resume, firstPage: given.firstPage ?? undefined },
    enabled,
  );
  const { controller } = source;
  // The hook that created the controller may not have resumed.
  useInsertionEffect(() => {
    if (resume) controller.configure({ resume });
  }, [controller, resume]);
  return source;
}

function chatOf(
  context: ServiceContextValue,
  { conversation, ...rest }: Omit<ChatSourceOptions, "conversation"> & Pick<UseChatOptions, "conversation">,
  enabled: boolean,
): ChatSource {
  if (!enabled) return idleChat("disabled");
  if (!context.scope.identity) return idleChat(context.scope.isUnknown ? "unknown" : "signed-out");
  return conversation === undefined ? idleChat("awaited") : shareChat(context, { conversation, ...rest });
}

/** Where the chat handler is; null, from JavaScript, stands for the default. */
const mountOf = ({ api }: Pick<UseChatOptions, "api">) => api ?? "/api/chat";

function useChatSettings({ layer }: ChatSource, options: UseChatOptions): void {
  const { scope, transport } = useServiceContext();
  const { headers, fetch, whenBusy } = options;
  const api = mountOf(options);
  useInsertionEffect(() => {
    // Contains only this hook's settings; other hooks on the same chat add theirs.
    const own: ChatSettings = {
      ...(headers && { headers: joinHeaders(shareHeaders({ scope, transport }), ownHeaders(scope, headers)) }),
      ...(fetch && { fetch: scope.guardFetch(api, () => fetch) }),
      ...(whenBusy && { whenBusy }),
    };
    return layer(own);
  }, [layer, scope, transport, api, headers, fetch, whenBusy]);
}

function useChatListeners({ controller, attend }: ChatSource, listeners: ChatListeners): void {
  const latest = useLatest(listeners);
  // Callbacks are called in a hidden tab too, a few seconds late.
  useEffect(
    () => attend(() => latest.current.onNeedsInput !== undefined || latest.current.onFinish !== undefined),
    [attend, latest],
  );
  useEffect(
    () =>
      controller.listen({
        onFinish: (finish) => latest.current.onFinish?.(finish),
        onError: (error) => latest.current.onError?.(error),
        onNeedsInput: (decision) => latest.current.onNeedsInput?.(decision),
      }),
    [controller, latest],
  );
}
