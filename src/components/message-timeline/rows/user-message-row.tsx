import type { ReactNode } from "react";
import { visibleText } from "../../../foundation/visible-text.js";
import { useErrorText, useReasonBesideRetry, useStrings } from "../../../hooks/use-strings.js";
import type { Delivery, UserMessageItem } from "../../../timeline/items.js";
import { MessageAttachments as KitAttachments } from "../../attachments/message-attachments.js";
import { Icon } from "../../icons.js";
import { Cut, HiddenRest, ShowAll, useBeginning } from "../../long-text.js";
import { Contained } from "../../contained.js";
import { isOwn } from "../scroll/new-items.js";
import { useTimelineContext, type RowProps } from "../timeline-context.js";
import { useFold } from "../use-fold.js";
import { MessageFrame } from "./message-frame.js";

export function UserMessageRow({ item }: RowProps<"user-message">): ReactNode {
  const { people } = useStrings();
  const { reader } = useTimelineContext();
  // Without a signed-in reader, a known name is worth showing.
  const isMine = isOwn(item, reader);
  const author = isMine ? people.you : visibleText(item.actor?.name ?? people.unknownAuthor);
  const delivery = item.delivery && <DeliveryLine item={item} delivery={item.delivery} />;
  return (
    <MessageFrame
      item={item}
      from="user"
      author={author}
      showAuthor={!isMine}
      isOther={!isMine && Boolean(reader)}
      state={item.delivery?.state}
      status={delivery}
    >
      <Attachments resources={item.resources} />
      {item.text !== "" && <Bubble item={item} />}
      <Annotations of={item.annotations} />
    </MessageFrame>
  );
}

/** A pasted log of thousands of lines would push everything else out of reach. */
const shownFirst = { lines: 20, length: 2_500 };

function Bubble({ item }: RowProps<"user-message">): ReactNode {
  const { text } = item;
  const beginning = useBeginning(text, shownFirst);
  const [isOpen, setOpen] = useFold(`${item.id} text`, false);
  return (
    <div className="sv-bubble" dir="auto">
      <span className="sv-part">{beginning === undefined || isOpen ? text : beginning}</span>
      {beginning !== undefined && !isOpen && (
        <>
          <Cut after={beginning} />
          <HiddenRest text={text.slice(beginning.length)} onFound={() => setOpen(true)} />
        </>
      )}
      {beginning !== undefined && <ShowAll isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
    </div>
  );
}

function Attachments({ resources }: Pick<UserMessageItem, "resources">): ReactNode {
  const { MessageAttachments } = useTimelineContext().components;
  if (resources.length === 0) return null;
  const standard = <KitAttachments resources={resources} />;
  if (!MessageAttachments) return standard;
  return (
    <Contained resetKey={resources} fallback={standard}>
      <MessageAttachments resources={resources} />
    </Contained>
  );
}

/** Notes to parts of an earlier answer: the quoted words, and the note. */
function Annotations({ of }: { readonly of: unknown }): ReactNode {
  const { message } = useStrings();
  const notes = Array.isArray(of) ? of.map(toNote).filter((note) => note.text !== "" || note.quote !== undefined) : [];
  if (notes.length === 0) return null;
  return (
    <ul className="sv-message-notes" aria-label={message.notes}>
      {notes.map((note, index) => (
        <li key={index} className="sv-part" dir="auto">
          {note.quote !== undefined && <q className="sv-part">{note.quote}</q>}{" "}
          {note.text !== "" && <span className="sv-part">{note.text}</span>}
        </li>
      ))}
    </ul>
  );
}

function toNote(value: unknown): { readonly quote: string | undefined; readonly text: string } {
  if (typeof value === "string") return { quote: undefined, text: value };
  return {
    quote: textAt(value, "quote", "selectedText", "excerpt"),
    text: textAt(value, "comment", "note", "text") ?? "",
  };
}

/** The first of these fields that contains text, of an untyped value. */
function textAt(value: unknown, ...names: readonly string[]): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = value as Readonly<Record<string, unknown>>;
  return names.map((name) => fields[name]).find((field): field is string => typeof field === "string" && field !== "");
}

/** Whether the message is still on its way. */
const isOnItsWay = ({ state }: Delivery) => state === "sending" || state === "queued";

function DeliveryLine(props: { readonly item: UserMessageItem; readonly delivery: Delivery }): ReactNode {
  const strings = useStrings().delivery;
  const errorText = useErrorText();
  const besideRetry = useReasonBesideRetry();
  const { onRetry, onDiscard, isOffline } = useTimelineContext();
  const { state, error, isRefused, isHeld } = props.delivery;
  const key = props.item.reconciliationKey;
  const isUnderWay = isOnItsWay(props.delivery);
  const canDiscard = onDiscard !== undefined && (!isUnderWay || isHeld);
  const canRetry = !isUnderWay && onRetry !== undefined && !isRefused;
  return (
    <div className="sv-delivery" data-state={state}>
      <span className="sv-delivery-words">
        <Icon name={isUnderWay ? "clock" : "alert"} />
        <span className="sv-part">
          {/* One isolate: in a page of the other direction the reason still follows the state. */}
          <span className="sv-part" dir="auto">
            <span className="sv-part">{strings[state === "sending" && isOffline ? "offline" : state]}</span>
            {error && " "}
            {error && (
              <span className="sv-delivery-reason" dir="auto">
                {(canRetry ? besideRetry : errorText)(error)}
              </span>
            )}
          </span>
        </span>
      </span>
      {(canRetry || canDiscard) && (
        <span className="sv-delivery-actions">
          {canRetry && (
            <button type="button" className="sv-link-button" onClick={() => onRetry(key)}>
              {strings.retry}
            </button>
          )}
          {canDiscard && (
            <button type="button" className="sv-link-button" onClick={() => onDiscard(key)}>
              {strings.discard}
            </button>
          )}
        </span>
      )}
    </div>
  );
}
