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
  /** Its pending write. */
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
  const button = (name: IconName, title: string, label: string, press: (() => void) | undefined) => (
    <button
      type="button"
      className="sv-icon-button"
      aria-label={label}
      title={title}
      // Not `disabled`, which would drop the focus while it is on its way.
      aria-disabled={isBusy || !press || undefined}
      onClick={isBusy ? undefined : press}
    >
      <Icon name={name} />
    </button>
  );
  const press = (verb: ((turnId: string) => Promise<void>) | undefined) =>
    // The panel shows failures, and a prompt that begins to run leaves the queue by itself.
    verb && (() => void verb(turnId).catch(() => undefined));
  const moves: MenuAction[] = [];
  if (onUp) moves.push({ label: strings.moveUp, icon: "up", onPress: onUp });
  if (onDown) moves.push({ label: strings.moveDown, icon: "lower", onPress: onDown });
  const words = { move: strings.moving, edit: strings.editing, send: strings.sending, remove: strings.removing };
  return (
    <li
      className="sv-queue-item"
      data-turn={turnId}
      data-pending={pending ?? undefined}
      data-dragging={present(drag?.dragged === turnId)}
      data-drop={drag?.dropOf(turnId)}
      aria-busy={isBusy || undefined}
    >
      {drag && (
        <span className="sv-queue-grip" title={strings.moveHelp} aria-hidden="true" onPointerDown={drag.begin(turnId)}>
          <Icon name="grip" />
        </span>
      )}
      <span className="sv-queue-text" dir="auto">
        <Author of={actor} />
        {text}
      </span>
      <span className="sv-queue-actions">
        {pending && <span className="sv-queue-pending">{words[pending]}</span>}
        {onEdit && button("edit", strings.edit, strings.editPrompt(short), press(onEdit))}
        {onSendNow && button("send", strings.sendNow, strings.sendNowPrompt(short), press(onSendNow))}
        {onRemove && button("close", strings.remove, strings.removePrompt(short), press(onRemove))}
        {moves.length > 0 && (
          <Menu title={strings.actions} label={strings.actionsOf(short)} actions={moves} isBusy={isBusy} />
        )}
      </span>
    </li>
  );
}

/** As in the timeline: shows the author only when it is another person. */
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
