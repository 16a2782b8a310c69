import { useRef, type ChangeEvent, type ReactNode } from "react";
import type { AttachmentsState } from "../../hooks/use-attachments.js";
import { useStrings } from "../../hooks/use-strings.js";
import { Icon } from "../icons.js";

/** Props of `AttachButton`. */
export interface AttachButtonProps {
  /** Files of the next message, from `useAttachments`. */
  readonly attachments: Pick<AttachmentsState, "isEnabled" | "limits" | "addFiles">;
  /** Disables the button. @default false */
  readonly disabled?: boolean | undefined;
}

/** A button that opens the file picker. Renders nothing if the server accepts no files. */
export function AttachButton({ attachments, disabled = false }: AttachButtonProps): ReactNode {
  const strings = useStrings().attachments;
  const input = useRef<HTMLInputElement>(null);
  const { isEnabled, limits, addFiles } = attachments;
  if (!isEnabled) return null;
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    addFiles(Array.from(event.target.files ?? []));
    // Allows the same file to be chosen again.
    event.target.value = "";
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        className="sv-attach-input"
        multiple={limits.maxFiles > 1}
        accept={limits.accept}
        tabIndex={-1}
        aria-hidden="true"
        onChange={choose}
      />
      <button
        type="button"
        className="sv-round-button sv-attach"
        aria-label={strings.attach}
        title={strings.attach}
        aria-disabled={disabled || undefined}
        onClick={() => {
          if (!disabled) input.current?.click();
        }}
      >
        <Icon name="attach" />
      </button>
    </>
  );
}
