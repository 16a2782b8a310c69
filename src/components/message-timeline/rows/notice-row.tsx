import { useContext, type ReactNode } from "react";
import { visibleText } from "../../../foundation/visible-text.js";
import { useErrorText, useReasonBesideRetry, useStrings } from "../../../hooks/use-strings.js";
import type { NoticeItem } from "../../../timeline/items.js";
import { Icon, type IconName } from "../../icons.js";
import { safeHref } from "../../markdown/links.js";
import { AskAgainContext, WaitingContext, type RowProps, type Waiting } from "../timeline-context.js";
import { isWaitNotice } from "../waiting-row.js";
import { Facts } from "./activity-row.js";

const icons: Readonly<Record<NoticeItem["tone"], IconName>> = {
  waiting: "clock",
  input: "question",
  cancelled: "stop",
  failed: "alert",
};

export function NoticeRow({ item }: RowProps<"notice">): ReactNode {
  const { notice: strings, markdown } = useStrings();
  const errorText = useErrorText();
  const besideRetry = useReasonBesideRetry();
  const isBesideRetry = useContext(AskAgainContext) === item.id;
  if (!isStillTrue(item, useContext(WaitingContext))) return null;
  const { tone, text, details, action } = item;
  const href = action && safeHref(action.url);
  return (
    <div className="sv-notice" data-sv-item={item.id} data-tone={tone}>
      <Icon name={icons[tone]} />
      <div className="sv-notice-body">
        <p className="sv-part" dir="auto">
          {visibleText((isBesideRetry ? besideRetry : errorText)(text)) || strings[tone]}
        </p>
        {details && <Facts of={details.map(({ label, value }) => [label, value] as const)} />}
        {href && (
          <a
            className="sv-link-button"
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            title={markdown.opensInNewTab}
          >
            {visibleText(action.label)}
          </a>
        )}
      </div>
    </div>
  );
}

/** A waiting call's own row shows that, so this one does not; and once nothing waits, it is outdated. */
function isStillTrue(item: NoticeItem, waiting: Waiting | null): boolean {
  if (!waiting || !isWaitNotice(item)) return true;
  return (waiting.isAsked && item.tone === "input") || waiting.row === item.id;
}
