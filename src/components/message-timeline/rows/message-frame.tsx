import { useMemo, type ReactNode } from "react";
import { useLocale, useStrings } from "../../../hooks/use-strings.js";
import type { AgentMessageItem, UserMessageItem } from "../../../timeline/items.js";
import { present } from "../../class-names.js";
import { CopyButton } from "../../copy-button/copy-button.js";
import { Contained } from "../../contained.js";
import { useTimelineContext } from "../timeline-context.js";

/** Parts of every message: author and time for screen readers, and the actions below it. */
export function MessageFrame(props: {
  readonly item: UserMessageItem | AgentMessageItem;
  readonly from: "user" | "assistant";
  readonly author: string;
  /** Whether the author is worth a visible line. */
  readonly showAuthor?: boolean;
  /** Whether another person than the reader wrote it. */
  readonly isOther?: boolean;
  readonly busy?: boolean;
  readonly state?: string | undefined;
  /** Shown in place of the time until the message has arrived, so that nothing moves then. */
  readonly status?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const { item, author } = props;
  const { message } = useStrings();
  const { components } = useTimelineContext();
  const { MessageActions } = components;
  const time = useTime(item.occurredAt);
  return (
    <article
      className="sv-message"
      data-sv-item={item.id}
      data-role={props.from}
      data-other={present(props.isOther)}
      data-state={props.state}
      data-streaming={present(props.busy)}
      aria-label={message.label(author, time?.short ?? null)}
      aria-busy={props.busy || undefined}
    >
      {/* A screen reader goes from message to message by it; an answer's own headings are one level below. */}
      <h2 className={props.showAuthor ? "sv-message-author" : "sv-visually-hidden"}>
        <bdi className="sv-part">{author}</bdi>
      </h2>
      {props.children}
      {!props.busy && (
        <div className="sv-message-actions">
          {props.status}
          <CopyButton text={item.text} />
          {MessageActions && (
            <Contained resetKey={item}>
              <MessageActions item={item} />
            </Contained>
          )}
          {time && !props.status && (
            <time className="sv-message-time" dateTime={item.occurredAt} title={time.long}>
              {time.short}
            </time>
          )}
        </div>
      )}
    </article>
  );
}

/** The time in the reader's zone; null without one, and on a server, which lacks the zone. */
function useTime(occurredAt: string): { readonly short: string; readonly long: string } | null {
  const { units } = useStrings();
  const { locale } = useLocale();
  const { isZoneKnown } = useTimelineContext();
  // Written once, not with each piece of the text.
  return useMemo(() => {
    const at = Date.parse(occurredAt);
    if (!isZoneKnown || !(at > 0)) return null;
    const date = new Date(at);
    return { short: units.time(date, locale), long: units.dateTime(date, locale) };
  }, [occurredAt, units, locale, isZoneKnown]);
}
