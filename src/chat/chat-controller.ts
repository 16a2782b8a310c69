/** One conversation, live, through the chat handler. */
import { createConversation } from "../conversation/controller.js";
import { wanted } from "../conversation/conversation-state.js";
import type { ConversationOptions } from "../conversation/conversation-parts.js";
import { systemClock } from "../foundation/clock.js";
import { createServerTime } from "../foundation/server-time.js";
import type { ChatHistory } from "../wire/protocol/chat-bodies.js";
import { openChatDoor, type ChatDoor } from "./chat-door.js";
import { createChatFold } from "./chat-fold.js";
import { createChatRequests } from "./chat-requests.js";
import type { ChatController, ChatControllerOptions, ChatSettings, ChatState } from "./chat-types.js";
import { createListenerSet } from "./listener-set.js";

/** A conversation id that no handler takes shows as `error`, and sends to it are refused. */
export function createChatController(options: ChatControllerOptions): ChatController {
  return openChat(options);
}

/** A chat that several hooks share. */
export interface SharedChat extends ChatController {
  /** Begins with this page, unless something is known or asked for by now. */
  readonly begin: (history: ChatHistory) => void;
}

/** The same for a page: one of its conversations, or a placeholder while signed out, not enabled or without an id. */
export function openChat(
  options: ChatControllerOptions,
  more?: Pick<ConversationOptions<ChatState, ChatDoor>, "refusal" | "page">,
): SharedChat {
  const { conversation: id, api = "/api/chat", clock = systemClock } = options;
  let settings: ChatSettings = options;
  const listeners = createListenerSet(options);
  const serverTime = createServerTime(clock);
  let history: ChatHistory | undefined;
  const fold = createChatFold({ clock, serverTime, listeners, given: more?.page?.given });
  const world = { ...options, api, clock, serverTime, fold, firstPage: () => history };
  const conversation = createConversation<ChatState, ChatDoor>({
    ...world,
    ...more,
    storageKey: `outbox/${api}/${id}`,
    isWanted: options.resume !== false,
    whenBusy: () => settings.whenBusy,
    onError: listeners.error,
    open(tools) {
      const requests = createChatRequests({ ...world, reach: tools.reach, settings: () => settings });
      return openChatDoor({ ...world, requests }, tools);
    },
  });
  const { store: kept, door, attendance } = conversation;
  let isUsed = false;
  const { store, state, change } = kept;
  const { verbs } = conversation;
  const resumeStream = () => {
    change(wanted);
    verbs.reconnect();
  };
  function begin(given: ChatHistory): void {
    if (history || isUsed) return;
    kept.begin(() => {
      history = given;
      fold.begin(given);
    });
  }
  if (options.history) begin(options.history);
  return {
    conversation: id,
    getState: store.getState,
    getInitialState: kept.initial,
    subscribe(listener, how) {
      isUsed = true;
      return conversation.subscribe(listener, how);
    },
    begin,
    listen: listeners.add,
    ...verbs,
    configure(next) {
      settings = { ...settings, ...next };
      // The chat is in use again, unless it was released.
      if (!next.resume || state().wanted !== "not yet") return;
      change({ wanted: "yes", first: state().log.created ? state().first : "awaited" });
      attendance.retry();
    },
    disconnect: conversation.letGo,
    resumeStream,
    reconnect: resumeStream,
    identify: door.identify,
    dispose() {
      conversation.dispose();
      conversation.outbox.clear();
    },
  };
}
