/** The callbacks of all users of one chat. A callback that throws affects no other. */
import type { DecisionBook } from "../conversation/decisions/decision-book.js";
import type { ChatFinish, ChatListeners } from "./chat-types.js";

export interface ListenerSet {
  readonly add: (listeners: ChatListeners) => () => void;
  readonly finish: (finish: ChatFinish) => void;
  readonly error: (error: Error) => void;
  /** Reports each decision that is pending in `next` and was not in `last`. */
  readonly needsInput: (last: DecisionBook, next: DecisionBook) => void;
}

export function createListenerSet(first: ChatListeners): ListenerSet {
  const all = new Set<ChatListeners>([first]);
  function tell(run: (listeners: ChatListeners) => void): void {
    for (const listeners of all) {
      try {
        run(listeners);
      } catch (error) {
        reportError(error);
      }
    }
  }
  return {
    add(listeners) {
      all.add(listeners);
      return () => all.delete(listeners);
    },
    finish: (finish) => tell((one) => one.onFinish?.(finish)),
    error: (error) => tell((one) => one.onError?.(error)),
    needsInput(last, next) {
      const waited = new Set(waitingIds(last));
      for (const decision of next.decisions) {
        if (decision.state.name === "pending" && !waited.has(decision.id)) tell((one) => one.onNeedsInput?.(decision));
      }
    },
  };
}

function waitingIds({ decisions }: DecisionBook): readonly string[] {
  return decisions.filter(({ state }) => state.name === "pending").map(({ id }) => id);
}

/** As an uncaught error of its own, where the host's error reporting finds it. */
function reportError(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
