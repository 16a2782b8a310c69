import { forwardRef } from "react";
import type { ConnectionState } from "../../foundation/connection.js";
import { useStrings } from "../../hooks/use-strings.js";
import { joinClasses } from "../class-names.js";
import { Icon } from "../icons.js";
import { Root, type RootProps } from "../root.js";

export interface ConnectionStatusProps extends RootProps {
  /** How the live connection stands: a session's `connection`. */
  readonly connection: ConnectionState;
  /** Tries again at once, where the host offers that. */
  readonly onRetry?: (() => void) | undefined;
}

/** A line that says when what is shown may be behind. Nothing while all is well; never in the way of what is there. */
export const ConnectionStatus = forwardRef<HTMLElement, ConnectionStatusProps>(function ConnectionStatus(
  { connection, onRetry, className, ...dom },
  ref,
) {
  const strings = useStrings().connection;
  if (connection === "idle" || connection === "live" || connection === "connecting") return null;
  return (
    <Root {...dom} ref={ref} className={joinClasses("sv-connection", className)} data-connection={connection}>
      <Icon name={connection === "reconnecting" ? "spinner" : "offline"} />
      <span>{strings[connection]}</span>
      {onRetry && connection !== "reconnecting" && (
        <button type="button" className="sv-link-button" onClick={onRetry}>
          {strings.retry}
        </button>
      )}
    </Root>
  );
});
