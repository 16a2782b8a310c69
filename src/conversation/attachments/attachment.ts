import type { FileResource } from "../../wire/protocol/files.js";

/** A file on its way into a message, and what can be done with all of them. */

/**
 * `queued` waits for a slot · `uploading` · `offline` waits for the network and then continues by itself · `ready`
 * can be sent · `failed` can be retried · `refused` is not accepted (`problem` has the reason) · `cancelled` by the
 * reader, can be retried.
 */
export type AttachmentStatus = "queued" | "uploading" | "offline" | "ready" | "failed" | "refused" | "cancelled";

/** Why a file is refused or failed. */
export type AttachmentProblem = "too-large" | "too-many" | "empty" | "type" | "disabled" | "unreadable" | "upload";

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
  /** A `blob:` address of an image, valid until the attachment is removed. */
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
  /** A file waits, is on its way, failed or was refused: a message would go without it. */
  readonly hasUnresolved: boolean;
  /** For the message: those that are ready, in the order in which they were added. */
  readonly readyResources: readonly FileResource[];
  readonly addFiles: (files: Iterable<File>) => void;
  /** Takes it away, whatever it is doing. */
  readonly remove: (id: string) => void;
  /** Begins again with what failed or was cancelled. */
  readonly retry: (id: string) => void;
  /** Stops it and leaves it in sight. */
  readonly cancel: (id: string) => void;
  /** Takes everything away that a message took along: those that are ready, and those that were cancelled. */
  readonly clear: () => void;
}
