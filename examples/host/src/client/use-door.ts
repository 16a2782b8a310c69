import { useLayoutEffect, useRef, useState } from "react";
import { useSessionById, type useSession } from "@service/react";

/** `chat` begins a conversation by this product's own id; `session` has the whole queue and the goal as well. */
export type Door = "chat" | "session";

const find = (selector: string) => document.querySelector<HTMLElement>(`#content ${selector}`);
const box = () => document.querySelector<HTMLTextAreaElement>("#content textarea");
const hasUnsent = () => Boolean(box()?.value) || find(".sv-attachment") !== null;

/** Whether the person reads further up, is in the messages, or has opened a step: another door would lose the place. */
const isReading = () =>
  find(".sv-timeline:not([data-at-tip])") !== null ||
  find(".sv-timeline")?.contains(document.activeElement) === true ||
  find(".sv-tool [aria-expanded=true]") !== null;

/**
 * The door that shows a conversation. A new one begins as a chat, because there is no session before its first message.
 * When that is answered, the page changes doors, but not while the box has text or files, a message is not sent, or the
 * person is in the messages.
 */
export function useDoor(chat: ReturnType<typeof useSession>): Door {
  const [door, setDoor] = useState<Door>();
  const isAtRest = !chat.isRunning && chat.live.length + chat.pending.length === 0 && chat.error === null;
  // Read ahead, so that the change shows no empty page.
  const isNext = door === "chat" && chat.created && isAtRest;
  const session = useSessionById(isNext ? chat.sessionId : undefined);
  const isReady = door === undefined ? chat.created : isNext && !session.isRestoring;
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (door === "session") {
      if (hadFocus.current) box()?.focus();
      hadFocus.current = false;
    } else if (!chat.isRestoring) {
      const isFirst = door === undefined;
      const next = isReady && !hasUnsent() && (isFirst || !isReading()) ? "session" : "chat";
      hadFocus.current = next === "session" && find(".sv-root")?.contains(document.activeElement) === true;
      // oxlint-disable-next-line react/set-state-in-effect -- only the page has the text of the box
      setDoor(next);
    }
  }, [door, isReady, chat.isRestoring]);
  return door ?? "chat";
}
