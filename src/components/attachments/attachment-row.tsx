import { useId, useState, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import type { Attachment, AttachmentLimits } from "../../hooks/use-attachments.js";
import { useOwnFileAddress } from "../../hooks/file-address.js";
import { useStrings } from "../../hooks/use-strings.js";
import { filesOf } from "../../timeline/file-view.js";
import { Icon } from "../icons.js";
import { FileName } from "./file-name.js";
import { problemText } from "./problem-text.js";

interface AttachmentRowProps {
  readonly attachment: Attachment;
  readonly limits: AttachmentLimits;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
  readonly onCancel: () => void;
}

/** One file before it is sent. */
export function AttachmentRow({ attachment, limits, onRemove, onRetry, onCancel }: AttachmentRowProps): ReactNode {
  const strings = useStrings().attachments;
  const note = useId();
  const { status } = attachment;
  const words = useNote(attachment, limits);
  const name = visibleText(attachment.name);
  const isUnderWay = status === "queued" || status === "uploading" || status === "offline";
  const canRetry = status === "failed" || status === "cancelled";
  return (
    <li className="sv-attachment" data-state={status}>
      <Thumbnail attachment={attachment} />
      <div className="sv-attachment-words">
        <span className="sv-attachment-name" title={name}>
          <FileName name={name} />
        </span>
        <span id={note} className="sv-attachment-note">
          <bdi className="sv-part">{words}</bdi>
        </span>
        {status === "uploading" && (
          <progress
            className="sv-attachment-progress"
            max={1}
            value={attachment.progress}
            aria-label={strings.progress(name)}
          />
        )}
      </div>
      {canRetry && <RowButton icon="retry" label={strings.retry(name)} describedBy={note} onPress={onRetry} />}
      {isUnderWay && <RowButton icon="stop" label={strings.cancel(name)} describedBy={note} onPress={onCancel} />}
      <RowButton icon="close" label={strings.remove(name)} describedBy={note} onPress={onRemove} isRemove />
    </li>
  );
}

function useNote(attachment: Attachment, limits: AttachmentLimits): string {
  const { attachments: strings, units } = useStrings();
  const { status, sizeBytes, progress } = attachment;
  if (status === "uploading") return strings.uploading(Math.round(progress * 100));
  if (status === "queued") return strings.queued;
  if (status === "offline") return strings.offline;
  if (status === "cancelled") return strings.cancelled;
  if (status === "ready") return units.fileSize(sizeBytes);
  // A server on the way may have a lower limit, which is unknown here.
  if (attachment.problem === "too-large" && limits.maxSizeBytes !== null && sizeBytes > limits.maxSizeBytes) {
    return strings.tooLargeFor(units.fileSize(sizeBytes), units.fileSize(limits.maxSizeBytes));
  }
  if (attachment.problem === "too-many") return strings.tooManyFor(limits.maxFiles);
  return problemText(attachment, strings);
}

function Thumbnail({ attachment }: Pick<AttachmentRowProps, "attachment">): ReactNode {
  const [isBroken, setBroken] = useState(false);
  const addressOf = useOwnFileAddress();
  const { previewUrl, status, problem, resource } = attachment;
  // A file of a draft that another page began is at the service alone.
  const [file] = filesOf([resource]);
  const picture = previewUrl ?? (file?.isImage ? addressOf?.(file.fileId) : null);
  const isBad = status === "refused" || (status === "failed" && problem !== null);
  return (
    <span className="sv-attachment-picture">
      {picture && !isBroken ? (
        <img className="sv-part" src={picture} alt="" loading="lazy" onError={() => setBroken(true)} />
      ) : (
        <Icon name={isBad ? "alert" : status === "offline" ? "offline" : "file"} />
      )}
    </span>
  );
}

function RowButton(props: {
  readonly icon: "retry" | "stop" | "close";
  readonly label: string;
  readonly describedBy: string;
  readonly onPress: () => void;
  readonly isRemove?: boolean;
}): ReactNode {
  const { icon, label, describedBy, onPress, isRemove } = props;
  return (
    <button
      type="button"
      className="sv-icon-button"
      aria-label={label}
      title={label}
      aria-describedby={describedBy}
      data-remove={isRemove ? "" : undefined}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}
