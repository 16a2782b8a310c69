import type { ReactNode } from "react";
import { useStrings } from "../../../hooks/use-strings.js";
import type { Delivery, UserMessageItem } from "../../../timeline/items.js";
import { Icon } from "../../icons.js";
import { useTimelineContext, type RowProps } from "../timeline-context.js";
import { MessageFrame } from "./message-frame.js";

export function UserMessageRow({ item }: RowProps<"user-message">): ReactNode {
  const strings = useStrings();
  const author = item.actor?.name ?? strings.people.you;
  return (
    <MessageFrame item={item} from="user" author={author} state={item.delivery?.state}>
      <div className="sv-bubble" dir="auto">
        {item.text}
      </div>
      {item.delivery && <DeliveryLine item={item} delivery={item.delivery} />}
    </MessageFrame>
  );
}

function DeliveryLine(props: { readonly item: UserMessageItem; readonly delivery: Delivery }): ReactNode {
  const strings = useStrings().delivery;
  const { onRetry, onDiscard } = useTimelineContext();
  const { state, error } = props.delivery;
  const key = props.item.reconciliationKey;
  const isOpen = state === "sending" || state === "queued";
  return (
    <div className="sv-delivery" data-state={state}>
      <Icon name={isOpen ? "clock" : "alert"} />
      <span>
        {strings[state]}
        {error && <span className="sv-delivery-reason"> {error}</span>}
      </span>
      {!isOpen && onRetry && (
        <button type="button" className="sv-link-button" onClick={() => onRetry(key)}>
          {strings.retry}
        </button>
      )}
      {!isOpen && onDiscard && (
        <button type="button" className="sv-link-button" onClick={() => onDiscard(key)}>
          {strings.discard}
        </button>
      )}
    </div>
  );
}
