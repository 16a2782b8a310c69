import { useId, type ReactNode } from "react";
import { useLocale, useStrings } from "../../../hooks/use-strings.js";
import type { AgentMessageItem, UserMessageItem } from "../../../timeline/items.js";
import { present } from "../../class-names.js";
import { CopyButton } from "../../copy-button/copy-button.js";
import { useTimelineContext } from "../timeline-context.js";

/** What every message has: who and when for those who listen, and the actions below it. */
export function MessageFrame(props: {
  readonly item: UserMessageItem | AgentMessageItem;
  readonly from: "user" | "assistant";
  readonly author: string;
  /** Whether the author is worth a visible line. */
  readonly showAuthor?: boolean;
  readonly busy?: boolean;
  readonly state?: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const { item } = props;
  const strings = useStrings();
  const { locale } = useLocale();
  const { MessageActions } = useTimelineContext().components;
  const label = useId();
  return (
    <article
      className="sv-message"
      data-role={props.from}
      data-state={props.state}
      data-streaming={present(props.busy)}
      aria-labelledby={label}
      aria-busy={props.busy || undefined}
    >
      <p id={label} className={props.showAuthor ? "sv-message-author" : "sv-visually-hidden"}>
        <bdi>{props.author}</bdi>{" "}
        <time dateTime={item.occurredAt} suppressHydrationWarning>
          {strings.units.time(new Date(item.occurredAt), locale)}
        </time>
      </p>
      {props.children}
      {!props.busy && (
        <div className="sv-message-actions">
          <CopyButton text={item.text} />
          {MessageActions && <MessageActions item={item} />}
        </div>
      )}
    </article>
  );
}
