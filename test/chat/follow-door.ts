import { createConversation } from "../../src/conversation/controller.js";
import { wanted } from "../../src/conversation/conversation-state.js";
import { openChatDoor } from "../../src/chat/chat-door.js";
import { createChatFold } from "../../src/chat/chat-fold.js";
import type { ChatRequests } from "../../src/chat/chat-requests.js";
import { createListenerSet } from "../../src/chat/listener-set.js";
import type { FrameContent } from "../../src/chat/read-chunks.js";
import type { Clock } from "../../src/foundation/clock.js";
import { createServerTime } from "../../src/foundation/server-time.js";

/** Follows the chat of these requests, and returns its stream's frames instead of folding them. */
export function followDoor(options: {
  readonly requests: ChatRequests;
  readonly clock: Clock;
  readonly onContent: (content: NonNullable<FrameContent>) => void;
  readonly onError: (error: Error) => void;
}) {
  const { requests, clock } = options;
  const kept = createChatFold({ clock, serverTime: createServerTime(clock), listeners: createListenerSet({}) });
  const fold: typeof kept = {
    ...kept,
    take(content) {
      options.onContent(content);
      return [];
    },
  };
  const conversation = createConversation({
    fold,
    clock,
    storageKey: "outbox",
    isWanted: false,
    whenBusy: () => undefined,
    onError: options.onError,
    open: (tools) => openChatDoor({ requests, fold, clock }, tools),
  });
  conversation.subscribe(() => {});
  return {
    start() {
      conversation.store.change(wanted);
      conversation.verbs.reconnect();
    },
    stop: conversation.letGo,
  };
}
