import { forwardRef, useId, useRef, useState, type ReactNode, type RefObject } from "react";
import type { SessionVerbs, SessionView } from "../../hooks/session-view.js";
import type { Queue } from "../../hooks/use-queue.js";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { useStrings } from "../../hooks/use-strings.js";
import { joinClasses } from "../class-names.js";
import { ignoreRepeatedClicks } from "../ignore-repeated-clicks.js";
import { Icon } from "../icons.js";
import { activeElementOf } from "../mount.js";
import { Root, type RootProps } from "../root.js";
import { useKeptFocus } from "../use-kept-focus.js";
import { useSpoken } from "../use-spoken.js";
import { QueueItem } from "./queue-item.js";
import { lastingNotices, QueueNotice } from "./queue-notice.js";
import { useDragOrder } from "./use-drag-order.js";
import { useNoticeInSight } from "./use-notice-in-sight.js";

/** Props of `QueuePanelView`. */
export interface QueuePanelViewProps extends RootProps {
  /** The messages queued behind the running turn, in the order they will run: a session's `queue`. */
  readonly queue: SessionView["queue"];
  /** Removes a message. @default not offered */
  readonly onRemove?: SessionVerbs["removeQueued"] | undefined;
  /** Moves a message before another, or to the end with null. @default not offered */
  readonly onMove?: Queue["move"] | undefined;
  /** Takes a message back into the composer, to be edited. @default not offered */
  readonly onEdit?: Queue["edit"] | undefined;
  /** Sends a message ahead of all others. @default not offered */
  readonly onSendNow?: Queue["sendNow"] | undefined;
  /**
   * Whether only the number of messages is shown, on a button that opens the list. The list stays open while the focus
   * is in it, and folded until a person opens it or the queue is empty. @default false
   */
  readonly isFolded?: boolean | undefined;
  /** Pending changes, by turn id. @default none */
  readonly pendingByTurn?: Queue["pendingByTurn"] | undefined;
  /** Why the last change failed, or the last change of each message, which is shown at its message. @default none */
  readonly refused?: Queue["refused"] | Queue["refusals"] | undefined;
  /** Dismisses the notice about the failed change of a message. @default not offered */
  readonly onDismiss?: ((turnId: string) => void) | undefined;
  /** Called when the last message leaves the queue while it has the focus: move the focus elsewhere. */
  readonly onEmptied?: (() => void) | undefined;
}

const nothingPending: Queue["pendingByTurn"] = new Map();

/** The messages queued behind the running turn, and their actions. Renders nothing while the queue is empty. */
export const QueuePanelView = forwardRef<HTMLElement, QueuePanelViewProps>(function QueuePanelView(props, ref) {
  const {
    queue,
    onRemove,
    onMove,
    onEdit,
    onSendNow,
    isFolded = false,
    pendingByTurn,
    onDismiss,
    onEmptied,
    className,
    refused: _,
    ...dom
  } = props;
  const strings = useStrings().queue;
  const notices = lastingNotices(queue, props.refused);
  const list = useRef<HTMLOListElement>(null);
  const [spoken, say] = useSpoken();
  const panel = useKeptFocus(ref, onEmptied);
  const listId = useId();
  const [isOpen, toggle] = useFold(list, isFolded, queue.length === 0);

  /** Moves a prompt to a place; the order on screen follows once it has been made. */
  const moveTo = (turnId: string, place: number) => {
    const others = queue.filter((prompt) => prompt.turnId !== turnId);
    const before = others[place]?.turnId ?? null;
    void onMove?.(turnId, before).then(
      () => say(strings.moved(place + 1, queue.length)),
      () => undefined,
    );
  };
  const canMove = onMove !== undefined && queue.length > 1;
  const drag = useDragOrder(list, moveTo);

  /** Returns to the prompt that the notice is about, so that no other one is sent or removed by the next key. */
  const dismiss = (turnId: string) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(".sv-queue-item") ?? [])];
    rows
      .find(({ dataset }) => dataset["turn"] === turnId)
      ?.querySelector("button")
      ?.focus();
    onDismiss?.(turnId);
  };
  const notice = (refused: NonNullable<Queue["refused"]>) => (
    <QueueNotice
      key={refused.target}
      refused={refused}
      onEdit={onEdit}
      onDismiss={onDismiss && (() => dismiss(refused.target))}
    />
  );
  useNoticeInSight(
    list,
    notices.map(({ target }) => target),
  );
  const isListed = (turnId: string) => isOpen && queue.some((prompt) => prompt.turnId === turnId);

  if (queue.length === 0 && notices.length === 0) return null;
  return (
    <Root {...dom} ref={panel} className={joinClasses("sv-queue", className)} data-count={queue.length}>
      {queue.length > 0 && (
        <QueueTitle onToggle={toggle} isOpen={isOpen} listId={listId}>
          {strings.title(queue.length)}
        </QueueTitle>
      )}
      {notices.filter(({ target }) => !isListed(target)).map(notice)}
      {isOpen && (
        <ol id={listId} className="sv-queue-list" ref={list} onClickCapture={ignoreRepeatedClicks}>
          {queue.map((prompt, index) => (
            <QueueItem
              key={prompt.clientEventId ?? prompt.turnId}
              prompt={prompt}
              pending={prompt.isSending ? "send" : ((pendingByTurn ?? nothingPending).get(prompt.turnId) ?? null)}
              drag={canMove ? drag : undefined}
              onUp={canMove && index > 0 ? () => moveTo(prompt.turnId, index - 1) : undefined}
              onDown={canMove && index < queue.length - 1 ? () => moveTo(prompt.turnId, index + 1) : undefined}
              onEdit={onEdit}
              onSendNow={onSendNow}
              onRemove={onRemove}
            >
              {notices.filter(({ target }) => target === prompt.turnId).map(notice)}
            </QueueItem>
          ))}
        </ol>
      )}
      <p className="sv-visually-hidden" aria-live="polite">
        {spoken}
      </p>
    </Root>
  );
});

/** The number of messages; with `onToggle`, the button that opens their list. */
function QueueTitle(props: {
  readonly onToggle: (() => void) | undefined;
  readonly isOpen: boolean;
  readonly listId: string;
  readonly children: string;
}): ReactNode {
  const { onToggle, isOpen, listId, children } = props;
  if (!onToggle) {
    return (
      <p className="sv-queue-title">
        <Icon name="clock" />
        <span className="sv-part">{children}</span>
      </p>
    );
  }
  return (
    <button
      type="button"
      className="sv-disclosure-button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? listId : undefined}
      onClick={onToggle}
    >
      <Icon name="clock" />
      <span className="sv-part">{children}</span>
      <Icon name="chevron" />
    </button>
  );
}

/**
 * Whether the list is open. Once it was folded, only the person opens it: by itself it could put a button to remove a message
 * under a pointer that has just approved a call. It does not fold under the focus. The next queue begins open.
 *
 * @returns without a `toggle` for a list that was not folded
 */
function useFold(
  list: RefObject<HTMLElement | null>,
  isFolded: boolean,
  isEmpty: boolean,
): [isOpen: boolean, toggle: (() => void) | undefined] {
  const [isOpen, setOpen] = useState(!isFolded);
  const [hasFolded, setFolded] = useState(isFolded);
  useBrowserLayoutEffect(() => {
    if (!isFolded) return;
    const { current } = list;
    setFolded(true);
    setOpen(current !== null && current.contains(activeElementOf(current)));
  }, [list, isFolded]);
  if (isEmpty && hasFolded && !isFolded) {
    setFolded(false);
    setOpen(true);
  }
  return [isOpen, hasFolded ? () => setOpen(!isOpen) : undefined];
}
