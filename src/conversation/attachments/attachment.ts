import type { FileResource } from "../../wire/protocol/files.js";

/** A file for the next message, and the state and verbs of all files of a composer. */

/**
 * `queued` waits for a slot · `uploading` · `offline` waits for the network and then continues by itself · `ready`
 * can be sent · `failed` can be retried · `refused` is not accepted (`problem` has the reason) · `cancelled` by the
 * reader, can be retried.
 */
export type AttachmentStatus = "queued" | "uploading" | "offline" | "ready" | "failed" | "refused" | "cancelled";

/** Why a file is refused or failed. `lost`: the page was loaded again before the upload had ended. */
export type AttachmentProblem =
  | ("too-large" | "too-many" | "empty" | "type")
  | ("disabled" | "unreadable" | "upload" | "lost");

/** A file of the next message, from its choice to the end of its upload. */
export interface Attachment {
  /** Unique on this page. */
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly status: AttachmentStatus;
  /** The uploaded share, from 0 to 1. */
  readonly progress: number;
  /** A `blob:` address of an image, valid until the attachment is removed; null for a file of a restored draft. */
  readonly previewUrl: string | null;
  /** The reference for a message; null until `ready`. */
  readonly resource: FileResource | null;
  readonly problem: AttachmentProblem | null;
  /** The error, for `failed`. */
  readonly error: Error | null;
}

/** Limits for the files of a message. */
export interface AttachmentLimits {
  /** Null until the server has reported it; nothing is uploaded before. */
  readonly maxSizeBytes: number | null;
  /** @default 10 */
  readonly maxFiles: number;
  /** As in an `accept` attribute; absent takes every kind. */
  readonly accept?: string | undefined;
}

/** State and verbs for a composer. Its functions keep their identity. */
export interface AttachmentsState {
  /** Whether files can be attached: false until the server has reported it. */
  readonly isEnabled: boolean;
  readonly attachments: readonly Attachment[];
  readonly limits: AttachmentLimits;
  readonly isUploading: boolean;
  /** True while a file waits, uploads, has failed or was refused: a message sent now would lack it. */
  readonly hasUnresolved: boolean;
  /** References of the ready files for the message, in the order in which the files were added. */
  readonly readyResources: readonly FileResource[];
  /** @param others how many files the message has that are not in the list. A composer gives those of its draft. */
  readonly addFiles: (files: Iterable<File>, others?: number) => void;
  /** Removes a file in any state. */
  readonly remove: (id: string) => void;
  /** Restarts a failed or cancelled upload. */
  readonly retry: (id: string) => void;
  /** Cancels the upload and keeps the file in the list. */
  readonly cancel: (id: string) => void;
  /** Removes the ready and the cancelled files, after a message was sent. */
  readonly clear: () => void;
}
