/** One conversation, live, through the chat handler. */
import { createConversation } from "../conversation/controller.js";
import { systemClock } from "../foundation/clock.js";
import { createServerTime } from "../foundation/server-time.js";
import { openChatDoor, type ChatDoor } from "./chat-door.js";
import { createChatFold } from "./chat-fold.js";
import { createChatRequests } from "./chat-requests.js";
import type { ChatController, ChatControllerOptions, ChatSettings, ChatState } from "./chat-types.js";
import { createListenerSet } from "./listener-set.js";

/** A conversation id that no handler takes shows as `error`, and sends to it are refused. */
export function createChatController(options: ChatControllerOptions): ChatController {
  const { conversation: id, api = "/api/chat", clock = systemClock } = options;
  let settings: ChatSettings = options;
  const listeners = createListenerSet(options);
  const serverTime = createServerTime(clock);
  const fold = createChatFold({ clock, serverTime, listeners });
  const world = { ...options, api, clock, serverTime, fold };
  const conversation = createConversation<ChatState, ChatDoor>({
    ...world,
    storageKey: `outbox/${api}/${id}`,
    isWanted: options.resume !== false,
    whenBusy: () => settings.whenBusy,
    onError: listeners.error,
    open(tools) {
      const requests = createChatRequests({ ...world, reach: tools.reach, settings: () => settings });
      return openChatDoor({ ...world, requests }, tools);
    },
  });
  const { store, subscribe, door } = conversation;
  const { steer: _, reconnect, ...verbs } = conversation.verbs;
  return {
    conversation: id,
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe,
    listen: listeners.add,
    ...verbs,
    removeQueued: conversation.stopTurn,
    configure(next) {
      settings = { ...settings, ...next };
      if (next.resume) conversation.await();
    },
    disconnect: conversation.letGo,
    resumeStream() {
      conversation.want();
      reconnect();
    },
    identify: door.identify,
    dispose: () => conversation.dispose(fold.clear),
  };
}
