/** A chat that nobody is in: signed out, not enabled, or not known yet. Asks nothing and refuses what is asked of it. */
import { firstState, sharedView } from "../conversation/conversation-state.js";
import { ServiceError } from "../foundation/base-error.js";
import { refused } from "../foundation/handled.js";
import { factsOf } from "./chat-fold.js";
import { emptyLog } from "./chat-log.js";
import { showChat } from "./chat-state.js";
import type { ChatController } from "./chat-types.js";

const nothing = () => () => {};

export interface IdleChatOptions {
  readonly code: string;
  /** The reason and remedy in its errors. */
  readonly why: string;
  /** Whether a real one is expected. @default false */
  readonly isAwaited?: boolean | undefined;
}

export function createIdleChat({ code, why, isAwaited = false }: IdleChatOptions): ChatController {
  const state = showChat({ log: emptyLog, outbox: [] }, sharedView(firstState(factsOf(emptyLog), isAwaited)));
  const refuse = () => refused(new ServiceError(why, { code }));
  return {
    conversation: "",
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
    loadNewer: () => Promise.resolve(),
    jumpToLatest: () => Promise.resolve(),
    identify: () => Promise.resolve(),
    discard() {},
    disconnect() {},
    resumeStream() {},
    clearError() {},
    dispose() {},
  };
}
