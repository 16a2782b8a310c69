import { cutText } from "../../foundation/cut-text.js";
import type { ReactNode } from "react";
import type { QueuedPrompt } from "../../hooks/session-view.js";
import type { Queue } from "../../hooks/use-queue.js";
import { useOptionalIdentity } from "../../hooks/use-identity.js";
import { useStrings } from "../../hooks/use-strings.js";
import { joinClasses, present } from "../class-names.js";
import { Icon, type IconName } from "../icons.js";
import { Menu, type MenuAction } from "../menu.js";
import type { DragOrder } from "./use-drag-order.js";

interface QueueItemProps {
  readonly prompt: QueuedPrompt;
  /** Its pending write; `send` also while it is on its way into the queue. */
  readonly pending: "move" | "edit" | "send" | "remove" | null;
  readonly drag: DragOrder | undefined;
  readonly onUp: (() => void) | undefined;
  readonly onDown: (() => void) | undefined;
  readonly onEdit: Queue["edit"] | undefined;
  readonly onSendNow: Queue["sendNow"] | undefined;
  readonly onRemove: ((turnId: string) => Promise<void>) | undefined;
  /** A notice about a change of this prompt. When it ends, the focus moves to the actions of the prompt. */
  readonly children?: ReactNode;
}

/** An action with a button in the row. In a narrow room it is in the menu instead, where it has words. */
interface OwnAction {
  readonly icon: IconName;
  readonly title: string;
  readonly label: string;
  /** Undefined while it cannot be used. */
  readonly press: (() => void) | undefined;
}

type Words = ReturnType<typeof useStrings>["queue"];

function ownActions(
  prompt: QueuedPrompt,
  pending: QueueItemProps["pending"],
  { onEdit, onSendNow, onRemove }: Pick<QueueItemProps, "onEdit" | "onSendNow" | "onRemove">,
  strings: Words,
): readonly OwnAction[] {
  const short = shorten(prompt.text);
  const canWrite = pending === null;
  const canRemove = canWrite || (prompt.isHeld === true && pending === "send");
  const action = (
    verb: ((turnId: string) => Promise<void>) | undefined,
    can: boolean,
    shown: Omit<OwnAction, "press">,
  ): readonly OwnAction[] => {
    if (!verb) return [];
    // The panel shows failures, and a prompt that begins to run leaves the queue by itself.
    const press = () => void verb(prompt.turnId).catch(() => undefined);
    return [{ ...shown, press: can ? press : undefined }];
  };
  return [
    ...action(onEdit, canWrite, { icon: "edit", title: strings.edit, label: strings.editPrompt(short) }),
    ...action(onSendNow, canWrite, { icon: "steer", title: strings.sendNow, label: strings.sendNowPrompt(short) }),
    ...action(onRemove, canRemove, { icon: "close", title: strings.remove, label: strings.removePrompt(short) }),
  ];
}

function menuOf(own: readonly OwnAction[]): readonly MenuAction[] {
  return own.flatMap(({ icon, title, press }) =>
    press ? [{ icon, label: title, className: "sv-queue-verb", onPress: press }] : [],
  );
}

function movesOf(onUp: (() => void) | undefined, onDown: (() => void) | undefined, strings: Words): MenuAction[] {
  return [
    ...(onUp ? [{ label: strings.moveUp, icon: "up" as const, onPress: onUp }] : []),
    ...(onDown ? [{ label: strings.moveDown, icon: "lower" as const, onPress: onDown }] : []),
  ];
}

/** One prompt that waits, with what can be done to it. */
export function QueueItem({ prompt, pending, drag, onUp, onDown, children, ...verbs }: QueueItemProps): ReactNode {
  const strings = useStrings().queue;
  const { turnId, text, actor } = prompt;
  const short = shorten(text);
  const isBusy = pending !== null;
  const own = ownActions(prompt, pending, verbs, strings);
  const canMove = onUp !== undefined || onDown !== undefined;
  const inMenu = [...menuOf(own), ...(isBusy ? [] : movesOf(onUp, onDown, strings))];
  return (
    <li
      className="sv-queue-item"
      data-turn={turnId}
      data-pending={pending ?? undefined}
      data-dragging={present(drag?.dragged === turnId)}
      data-drop={drag?.dropOf(turnId)}
      aria-busy={(isBusy && !prompt.isHeld) || undefined}
    >
      {drag && (
        <span className="sv-queue-grip" title={strings.moveHelp} aria-hidden="true" onPointerDown={drag.begin(turnId)}>
          <Icon name="grip" />
        </span>
      )}
      <span className="sv-queue-text" dir="auto">
        <Author of={actor} />
        <span className="sv-part">{text}</span>
      </span>
      {children}
      <span className="sv-queue-actions">
        <Pending prompt={prompt} pending={pending} />
        {own.map(({ icon, title, label, press: onPress }) => (
          <button
            key={icon}
            type="button"
            className="sv-icon-button"
            aria-label={label}
            title={title}
            // Not `disabled`, which would drop the focus while it is on its way.
            aria-disabled={!onPress || undefined}
            onClick={onPress}
          >
            <Icon name={icon} />
          </button>
        ))}
        {(canMove || own.length > 1) && (
          <Menu
            className={joinClasses("sv-icon-button", canMove ? undefined : "sv-queue-more")}
            title={strings.actions}
            label={strings.actionsOf(short)}
            actions={inMenu}
            isBusy={inMenu.length === 0}
          />
        )}
      </span>
    </li>
  );
}

/** The pending write in words. */
function Pending({ prompt, pending }: Pick<QueueItemProps, "prompt" | "pending">): ReactNode {
  const strings = useStrings().queue;
  if (!pending) return null;
  const words = { move: strings.moving, edit: strings.editing, send: strings.sending, remove: strings.removing };
  return <span className="sv-queue-pending">{prompt.isHeld ? strings.unsent : words[pending]}</span>;
}

/** Shows the author only when it is another person, as the timeline does. */
function Author({ of: actor }: { readonly of: QueuedPrompt["actor"] }): ReactNode {
  const me = useOptionalIdentity()?.user;
  if (!actor?.name || actor.id === me) return null;
  return (
    <>
      <bdi className="sv-queue-actor">{actor.name}</bdi>{" "}
    </>
  );
}

function shorten(text: string): string {
  return text.length > 60 ? `${cutText(text, 59)}…` : text;
}
