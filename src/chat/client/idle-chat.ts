/** A chat that nobody is in: signed out, or not enabled. Asks nothing and refuses what is asked of it. */
import { ServiceError } from "../../foundation/base-error.js";
import { refused } from "../../foundation/handled.js";
import { emptyLog } from "./chat-log.js";
import { showChat } from "./chat-state.js";
import type { ChatController } from "./chat-types.js";

const state = showChat({ log: emptyLog, outbox: [], connection: "idle", isRestoring: false, error: null });
const nothing = () => () => {};

/** @param why what the errors say, and what to do about it */
export function createIdleChat(conversation: string, code: string, why: string): ChatController {
  const refuse = () => refused(new ServiceError(why, { code }));
  return {
    conversation,
    getState: () => state,
    getInitialState: () => state,
    subscribe: nothing,
    listen: nothing,
    configure() {},
    sendMessage: refuse,
    respond: refuse,
    retry: refuse,
    removeQueued: refuse,
    stop: () => Promise.resolve(),
    loadOlder: () => Promise.resolve(),
    discard() {},
    disconnect() {},
    resumeStream() {},
    clearError() {},
    dispose() {},
  };
}
