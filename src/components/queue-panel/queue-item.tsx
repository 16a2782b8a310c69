import type { ReactNode } from "react";
import type { QueuedPrompt } from "../../hooks/session-view.js";
import type { Queue } from "../../hooks/use-queue.js";
import { useOptionalIdentity } from "../../hooks/use-identity.js";
import { useStrings } from "../../hooks/use-strings.js";
import { present } from "../class-names.js";
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
}

/** One prompt that waits, with what can be done to it. */
export function QueueItem({ prompt, pending, drag, onUp, onDown, ...verbs }: QueueItemProps): ReactNode {
  const strings = useStrings().queue;
  const { onEdit, onSendNow, onRemove } = verbs;
  const { turnId, text, actor } = prompt;
  const short = shorten(text);
  const isBusy = pending !== null;
  const canRemove = !isBusy || (prompt.isHeld === true && pending === "send");
  const button = (name: IconName, title: string, label: string, press: (() => void) | undefined) => (
    <button
      type="button"
      className="sv-icon-button"
      aria-label={label}
      title={title}
      // Not `disabled`, which would drop the focus while it is on its way.
      aria-disabled={!press || undefined}
      onClick={press}
    >
      <Icon name={name} />
    </button>
  );
  const press = (verb: (turnId: string) => Promise<void>, can = !isBusy) =>
    // The panel shows failures, and a prompt that begins to run leaves the queue by itself.
    can ? () => void verb(turnId).catch(() => undefined) : undefined;
  const moves: MenuAction[] = [];
  if (onUp) moves.push({ label: strings.moveUp, icon: "up", onPress: onUp });
  if (onDown) moves.push({ label: strings.moveDown, icon: "lower", onPress: onDown });
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
      <span className="sv-queue-actions">
        <Pending prompt={prompt} pending={pending} />
        {onEdit && button("edit", strings.edit, strings.editPrompt(short), press(onEdit))}
        {onSendNow && button("steer", strings.sendNow, strings.sendNowPrompt(short), press(onSendNow))}
        {onRemove && button("close", strings.remove, strings.removePrompt(short), press(onRemove, canRemove))}
        {moves.length > 0 && (
          <Menu title={strings.actions} label={strings.actionsOf(short)} actions={moves} isBusy={isBusy} />
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
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
