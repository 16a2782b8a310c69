import type { FileResource } from "../../wire/protocol/files.js";

/** A file on its way into a message, and what can be done with all of them. */

/**
 * `queued` waits for a place · `uploading` · `offline` waits for the connection and then goes on by itself · `ready` can
 * be sent · `failed` can be tried again · `refused` is not taken (`problem` says why) · `cancelled` by the reader, can
 * be tried again.
 */
export type AttachmentStatus = "queued" | "uploading" | "offline" | "ready" | "failed" | "refused" | "cancelled";

/** Why a file is refused or failed. */
export type AttachmentProblem = "too-large" | "too-many" | "empty" | "type" | "disabled" | "unreadable" | "upload";

/** A file of the next message, from its choice to the end of its upload. */
export interface Attachment {
  /** Of this page alone. */
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly status: AttachmentStatus;
  /** What has been sent, from 0 to 1. */
  readonly progress: number;
  /** A `blob:` address of an image, good until the attachment goes. */
  readonly previewUrl: string | null;
  /** What a message names; null until `ready`. */
  readonly resource: FileResource | null;
  readonly problem: AttachmentProblem | null;
  /** What went wrong, for `failed`. */
  readonly error: Error | null;
}

/** Limits for the files of a message. */
export interface AttachmentLimits {
  /** Null until the server has said it; nothing is uploaded before. */
  readonly maxSizeBytes: number | null;
  /** @default 10 */
  readonly maxFiles: number;
  /** As in an `accept` attribute; absent takes every kind. */
  readonly accept?: string | undefined;
}

/** What a composer shows and calls. Its functions keep their identity. */
export interface AttachmentsState {
  /** Whether files can be attached at all: false until the server has said so. */
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
