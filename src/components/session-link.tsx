import type { MouseEvent, ReactNode } from "react";
import { callHost } from "../foundation/call-host.js";

/** Links from a panel to conversations. */
export interface SessionLinkTargets {
  /** Makes the link to a conversation. */
  readonly hrefOf: ((sessionId: string) => string) | undefined;
  /** Opens a conversation. Without this and `hrefOf`, no link is shown. */
  readonly onOpen: ((sessionId: string) => void) | undefined;
}

interface SessionLinkProps extends SessionLinkTargets {
  readonly sessionId: string;
  readonly text: string;
  readonly label: string;
}

/** A link to a conversation where the host has addresses, otherwise a button. */
export function SessionLink({ sessionId, text, label, hrefOf, onOpen }: SessionLinkProps): ReactNode {
  const open = (event: MouseEvent) => {
    // With a modifier key, the browser opens the link its own way.
    if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(sessionId);
  };
  const shared = { className: "sv-link-button", "aria-label": label, onClick: open };
  const href = callHost(hrefOf, sessionId);
  if (href !== undefined) {
    return (
      <a {...shared} href={href}>
        {text}
      </a>
    );
  }
  return onOpen ? (
    <button type="button" {...shared}>
      {text}
    </button>
  ) : null;
}
