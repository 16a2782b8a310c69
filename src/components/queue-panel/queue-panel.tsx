import { forwardRef } from "react";
import type { SessionVerbs, SessionView } from "../../hooks/session-view.js";
import { useStrings } from "../../hooks/use-strings.js";
import { joinClasses } from "../class-names.js";
import { Icon } from "../icons.js";
import { Root, type RootProps } from "../root.js";

export interface QueuePanelProps extends RootProps {
  /** Prompts that wait behind the running turn, in the order they will run: a session's `queue`. */
  readonly queue: SessionView["queue"];
  /** Withdraws one; without it they are only shown. */
  readonly onRemove?: SessionVerbs["removeQueued"] | undefined;
}

/** What waits behind the running turn. Nothing while nothing waits. */
export const QueuePanel = forwardRef<HTMLElement, QueuePanelProps>(function QueuePanel(
  { queue, onRemove, className, ...dom },
  ref,
) {
  const strings = useStrings().queue;
  if (queue.length === 0) return null;
  return (
    <Root {...dom} ref={ref} className={joinClasses("sv-queue", className)} data-count={queue.length}>
      <p className="sv-queue-title">
        <Icon name="clock" />
        {strings.title(queue.length)}
      </p>
      <ol className="sv-queue-list">
        {queue.map((prompt) => (
          <li key={prompt.clientEventId ?? prompt.turnId} className="sv-queue-item">
            <span className="sv-queue-text" dir="auto">
              {prompt.text}
            </span>
            {onRemove && (
              <button
                type="button"
                className="sv-icon-button"
                aria-label={strings.removePrompt(shorten(prompt.text))}
                title={strings.remove}
                // A prompt that began to run meanwhile leaves the queue by itself.
                onClick={() => void onRemove(prompt.turnId).catch(() => undefined)}
              >
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ol>
    </Root>
  );
});

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
