import { useRef, type ReactNode } from "react";
import type { Attachment, AttachmentsState } from "../../hooks/use-attachments.js";
import { useStrings } from "../../hooks/use-strings.js";
import { joinClasses } from "../class-names.js";
import { Icon } from "../icons.js";
import { Root, type RootProps } from "../root.js";
import { useKeptFocus } from "../use-kept-focus.js";
import { AttachmentRow } from "./attachment-row.js";
import { useSpokenAttachments } from "./use-spoken-attachments.js";

/** Props of `AttachmentTray`. */
export interface AttachmentTrayProps extends RootProps {
  /** Files of the next message, from `useAttachments`. */
  readonly attachments: Pick<AttachmentsState, "attachments" | "limits" | "remove" | "retry" | "cancel">;
  /** Called when the last file is removed while it has the focus: move the focus elsewhere. */
  readonly onLeave?: (() => void) | undefined;
}

/** The files of the next message, each with its progress and actions. Takes no space while it is empty. */
export function AttachmentTray({ attachments, onLeave, className, ...dom }: AttachmentTrayProps): ReactNode {
  const strings = useStrings().attachments;
  const list = useRef<HTMLUListElement>(null);
  const tray = useKeptFocus(null, onLeave);
  const spoken = useSpokenAttachments(attachments.attachments, attachments.limits);
  const { attachments: given, limits, retry, cancel } = attachments;
  const beyond = given.filter(({ problem }) => problem === "too-many");
  const isMany = beyond.length > 1;
  // One row represents all files beyond the limit.
  const all = isMany ? given.filter((entry) => !beyond.includes(entry)) : given;
  const remove = (entry: Attachment) => {
    const index = all.indexOf(entry);
    attachments.remove(entry.id);
    const neighbour = all[index + 1] ?? all[index - 1];
    if (!neighbour) return onLeave?.();
    // Its button is there before and after, so it can be found now.
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>("[data-remove]") ?? [];
    buttons[all.indexOf(neighbour)]?.focus();
  };
  const removeBeyond = () => {
    for (const { id } of beyond) attachments.remove(id);
    onLeave?.();
  };
  return (
    <Root {...dom} ref={tray} className={joinClasses("sv-attachments", className)}>
      <div className="sv-visually-hidden" aria-live="polite" aria-atomic="true">
        {spoken}
      </div>
      {isMany && (
        <div className="sv-attachments-beyond">
          <Icon name="alert" />
          <span className="sv-part" dir="auto">
            {strings.tooManyFiles(beyond.length, limits.maxFiles)}
          </span>
          <button type="button" className="sv-link-button" onClick={removeBeyond}>
            {strings.removeAll}
          </button>
        </div>
      )}
      {all.length > 0 && (
        <ul ref={list} className="sv-attachment-list" aria-label={strings.label(all.length)}>
          {all.map((entry) => (
            <AttachmentRow
              key={entry.id}
              attachment={entry}
              limits={limits}
              onRemove={() => remove(entry)}
              onRetry={() => retry(entry.id)}
              onCancel={() => cancel(entry.id)}
            />
          ))}
        </ul>
      )}
    </Root>
  );
}
