/**
 * One chat for all hooks of one identity that name the same conversation: one controller, one request, one stream.
 */
import { openChat, type SharedChat } from "../chat/chat-controller.js";
import type { ChatPart } from "../chat/chat-message.js";
import type { ChatSettings, ChatState, ChatVerbs } from "../chat/chat-types.js";
import { ServiceError } from "../foundation/base-error.js";
import { hintOnce } from "../foundation/development.js";
import type { Identity } from "../identity/identity.js";
import type { Disposable } from "../identity/identity-scope.js";
import type { ChatFirstPage } from "../wire/protocol/chat-first-page.js";
import { shareHeaders } from "./join-headers.js";
import { derivedStore, type ReadableStore } from "./readable-store.js";
import type { ServiceContextValue } from "./service-context.js";
import { inPage, pageShared, subscribeShared } from "./shared-controller.js";
import { withoutPerson } from "./signed-out.js";

/** One conversation: its state and its verbs. `Tools` types the parts of its messages. */
export type Chat<Tools extends object = object> = ChatState<ChatPart<Tools>> &
  ChatVerbs & {
    /** The conversation; empty while no one is signed in. */
    readonly id: string;
  };

/** A chat with its store and subscriptions. */
export interface ChatSource extends Disposable {
  readonly controller: SharedChat;
  /** Adds one hook's settings over those of others, until the returned function is called. The latest counts. */
  readonly layer: (own: ChatSettings) => () => void;
  /** Keeps updating while the page is hidden, as long as the function returns true. Returns a function that ends it. */
  readonly attend: (isNeeded: () => boolean) => () => void;
  readonly isAttended: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  readonly store: ReadableStore<Chat>;
}

export interface ChatSourceOptions {
  readonly conversation: string;
  readonly api: string;
  readonly resume: boolean;
  readonly firstPage?: ChatFirstPage | undefined;
}

export function shareChat(context: ServiceContextValue, options: ChatSourceOptions): ChatSource {
  const { scope, transport } = context;
  const { conversation, api, resume, firstPage } = options;
  const key = JSON.stringify(["chat", api, conversation]);
  const page = ownPage(scope.identity, conversation, firstPage);
  // Without it, the first answer would name the person, perhaps long after the page is shown.
  if (page?.identity) scope.expectIdentity(api, page.identity);
  const shared = scope.lend(key, () => {
    const defaults: ChatSettings = {
      headers: shareHeaders(context),
      fetch: scope.guardFetch(api, transport.fetch),
      whenBusy: "queue",
    };
    const controller = openChat(
      {
        ...defaults,
        ...inPage(context),
        conversation,
        api,
        resume,
        onUnauthorized: () => scope.refuse(api),
      },
      { page: pageShared(context) },
    );
    const source: ChatSource = bindChat(
      controller,
      defaults,
      subscribeShared({
        scope,
        key,
        source: () => source,
        controller,
        mount: api,
        ask: controller.identify,
        whileHidden: () => source.isAttended(),
      }),
    );
    return source;
  });
  // Also where another hook, without a page, was drawn first.
  if (page) shared.controller.begin(page.history);
  return shared;
}

/** The page, unless it is another person's or another conversation's. */
function ownPage(
  identity: Identity | null | undefined,
  conversation: string,
  page: ChatFirstPage | undefined,
): ChatFirstPage | undefined {
  if (!page) return undefined;
  const isOurs = page.tenant === identity?.tenant && page.user === identity.user;
  if (isOurs && page.conversation === conversation) return page;
  hintOnce(
    `The \`firstPage\` of the conversation "${conversation}" is not used: it is of another ${isOurs ? "conversation" : "person than the provider's `identity`"}.`,
  );
  return undefined;
}

const refusals = {
  disabled: new ServiceError("This chat is not enabled. Render it with enabled: true to use it.", {
    code: "chat_disabled",
  }),
  ...withoutPerson,
  awaited: new ServiceError("There is no conversation yet: its id is undefined. Give the id first, or wait for it.", {
    code: "conversation_pending",
  }),
};

const idle = new Map<keyof typeof refusals, ChatSource>();

/** The chat while signed out, disabled, or without a conversation. */
export function idleChat(reason: keyof typeof refusals): ChatSource {
  const known = idle.get(reason);
  if (known) return known;
  const isAwaited = reason === "awaited" || reason === "unknown";
  const controller = openChat({ conversation: "", resume: isAwaited }, { refusal: refusals[reason] });
  const source = bindChat(controller, {}, controller.subscribe);
  idle.set(reason, source);
  return source;
}

/** Combines state and verbs in one object, which is replaced when the state changes. */
function bindChat(controller: SharedChat, defaults: ChatSettings, subscribe: ChatSource["subscribe"]): ChatSource {
  const layers = new Set<ChatSettings>();
  /** Settings of unmounted hooks: their messages keep them where no hook is left, until another one is mounted. */
  let left: ChatSettings = {};
  const configure = () => controller.configure(Object.assign({}, defaults, ...(layers.size > 0 ? layers : [left])));
  const { conversation: id, getState, getInitialState, ...rest } = controller;
  const { subscribe: _, listen: __, configure: ___, identify: ____, begin: _____, dispose, ...verbs } = rest;
  const shown = { getState, getInitialState, subscribe };
  const store = derivedStore<ChatState, Chat>(shown, (state) => ({ ...state, ...verbs, id }));
  const layer = (own: ChatSettings) => {
    layers.add(own);
    left = {};
    configure();
    return () => {
      layers.delete(own);
      left = { ...left, ...own };
      configure();
    };
  };
  const attendants = new Set<() => boolean>();
  const attend = (isNeeded: () => boolean) => {
    attendants.add(isNeeded);
    return () => void attendants.delete(isNeeded);
  };
  const isAttended = () => [...attendants].some((isNeeded) => isNeeded());
  return { controller, layer, attend, isAttended, subscribe, store, dispose };
}
