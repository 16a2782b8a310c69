import { forwardRef } from "react";
import type { ConnectionState } from "../../foundation/connection.js";
import { useStrings } from "../../hooks/use-strings.js";
import type { Messages } from "../../strings/messages.js";
import { joinClasses, present } from "../class-names.js";
import { Icon } from "../icons.js";
import { Root, type RootProps } from "../root.js";
import { useKeptFocus } from "../use-kept-focus.js";
import { useNarrowPage } from "../use-media.js";
import { useSecondsUntil } from "./use-seconds-until.js";

/** Props of `ConnectionStatus`. */
export interface ConnectionStatusProps extends RootProps {
  /** State of the live connection: a session's `connection`. */
  readonly connection: ConnectionState;
  /** Whether the server does not respond to any request: a session's `isUnreachable`. @default false */
  readonly isUnreachable?: boolean | undefined;
  /**
   * The time of the next retry (ms since 1970): a session's `nextAttemptAt`. Null during a retry. Not shown while the
   * device is offline.
   *
   * @default not shown
   */
  readonly nextAttemptAt?: number | null | undefined;
  /** Retries now: a session's `reconnect`. @default no button */
  readonly onRetry?: (() => void) | undefined;
  /** Called when the line disappears while it has the focus: move the focus elsewhere. */
  readonly onRestored?: (() => void) | undefined;
}

/**
 * A line that appears when the conversation may be out of date, with the time of the next retry. Renders nothing while
 * the connection is live, and never covers content. It is not a live region: the announcer announces its start and end,
 * without the countdown.
 */
export const ConnectionStatus = forwardRef<HTMLElement, ConnectionStatusProps>(function ConnectionStatus(
  { connection, isUnreachable = false, nextAttemptAt = null, onRetry, onRestored, className, ...dom },
  ref,
) {
  const strings = useStrings().connection;
  const shown = stateOf(connection, isUnreachable);
  const line = useKeptFocus(ref, onRestored);
  const seconds = useSecondsUntil(shown && shown !== "offline" ? nextAttemptAt : null);
  // The room is for the messages there.
  const isNarrow = useNarrowPage();
  if (!shown) return null;
  const isTrying = (shown === "unreachable" || shown === "reconnecting") && seconds === null;
  return (
    <Root
      {...dom}
      ref={line}
      className={joinClasses("sv-connection", className)}
      data-connection={connection}
      data-unreachable={present(shown === "unreachable")}
    >
      <Icon name={isTrying ? "spinner" : "offline"} />
      <span className="sv-part">{wordsFor(shown, strings, { isNarrow, isTrying })}</span>
      {seconds !== null && !isNarrow && <span className="sv-connection-next">{strings.retryIn(seconds)}</span>}
      {onRetry && (
        <button
          type="button"
          className="sv-link-button"
          // Not taken away, which would drop the focus of who has just pressed it.
          aria-disabled={isTrying || undefined}
          onClick={isTrying ? undefined : onRetry}
        >
          {strings.retry}
        </button>
      )}
    </Root>
  );
});

/** The state to show, if any. An offline device explains a missing response better. */
function stateOf(
  connection: ConnectionState,
  isUnreachable: boolean,
): "reconnecting" | "offline" | "closed" | "unreachable" | null {
  if (connection === "offline") return connection;
  if (isUnreachable) return "unreachable";
  return connection === "reconnecting" || connection === "closed" ? connection : null;
}

function wordsFor(
  shown: NonNullable<ReturnType<typeof stateOf>>,
  strings: Messages["connection"],
  { isNarrow, isTrying }: Record<"isNarrow" | "isTrying", boolean>,
): string {
  if (shown === "reconnecting" && (isNarrow || !isTrying)) return strings.lost;
  return (isNarrow ? { ...strings, ...strings.short } : strings)[shown];
}
