import { useLayoutEffect, useRef, useState } from "react";
import { useSessionById, type useSession } from "@service/react";

/** `chat` begins a conversation by this product's own id; `session` has the whole queue and the goal as well. */
export type Door = "chat" | "session";

const box = () => document.querySelector<HTMLTextAreaElement>("#content textarea");
const hasUnsent = () => Boolean(box()?.value) || document.querySelector("#content .sv-attachment") !== null;

/**
 * The door that shows a conversation. A new one begins as a chat, because there is no session before its first message.
 * When that is answered, the page changes doors, but not while the box has text or files.
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
      const next = isReady && !hasUnsent() ? "session" : "chat";
      hadFocus.current = next === "session" && document.activeElement === box();
      // oxlint-disable-next-line react/set-state-in-effect -- only the page has what is in the box
      setDoor(next);
    }
  }, [door, isReady, chat.isRestoring]);
  return door ?? "chat";
}
