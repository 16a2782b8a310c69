/** The callbacks of all users of one chat. A callback that throws affects no other. */
import type { DecisionBook } from "../conversation/decisions/decision-book.js";
import type { ChatFinish, ChatListeners } from "./chat-types.js";

export type ListenerSet = ReturnType<typeof createListenerSet>;

export function createListenerSet(first: ChatListeners) {
  const all = new Set<ChatListeners>([first]);
  function tell(run: (listeners: ChatListeners) => void): void {
    for (const listeners of all) {
      try {
        run(listeners);
      } catch (error) {
        // As an uncaught error of its own, where the host's error reporting finds it.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
  return {
    add: (listeners: ChatListeners): (() => void) => {
      all.add(listeners);
      return () => all.delete(listeners);
    },
    finish: (finish: ChatFinish) => tell((one) => one.onFinish?.(finish)),
    error: (error: Error) => tell((one) => one.onError?.(error)),
    /** Reports each decision that is pending in `next` and was not in `last`. */
    needsInput(last: DecisionBook, next: DecisionBook): void {
      const waited = new Set(last.decisions.filter(({ state }) => state.name === "pending").map(({ id }) => id));
      for (const decision of next.decisions) {
        if (decision.state.name === "pending" && !waited.has(decision.id)) tell((one) => one.onNeedsInput?.(decision));
      }
    },
  };
}
