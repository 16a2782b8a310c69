import type { FileResource } from "../../wire/protocol/files.js";
import type { Attachment, AttachmentProblem, AttachmentStatus } from "./attachment.js";

export type AttachmentMove =
  | { readonly type: "start" }
  | { readonly type: "progress"; readonly sentBytes: number }
  | { readonly type: "complete"; readonly resource: FileResource }
  | { readonly type: "fail"; readonly error: Error }
  | { readonly type: "refuse"; readonly problem: AttachmentProblem; readonly error: Error }
  | { readonly type: "disconnect" }
  | { readonly type: "cancel" }
  | { readonly type: "retry" };

/** Valid source states of each move: a late event of an ended upload changes nothing. */
const from: Record<AttachmentMove["type"], readonly AttachmentStatus[]> = {
  start: ["queued"],
  progress: ["uploading"],
  complete: ["uploading"],
  fail: ["uploading"],
  refuse: ["uploading"],
  disconnect: ["uploading", "queued"],
  cancel: ["queued", "uploading", "offline"],
  retry: ["failed", "cancelled", "offline"],
};

/** The attachment after the move; the same object when the move does not fit its state. */
export function moveAttachment(attachment: Attachment, move: AttachmentMove): Attachment {
  if (!from[move.type].includes(attachment.status)) return attachment;
  const clean = { ...attachment, problem: null, error: null };
  switch (move.type) {
    case "start":
      return { ...clean, status: "uploading", progress: 0 };
    case "progress":
      return withProgress(attachment, move.sentBytes / Math.max(attachment.sizeBytes, 1));
    case "complete":
      return { ...clean, status: "ready", progress: 1, resource: move.resource };
    case "fail":
      return { ...attachment, status: "failed", problem: "upload", error: move.error };
    case "refuse":
      return { ...attachment, status: "refused", problem: move.problem, error: move.error };
    case "disconnect":
      return { ...clean, status: "offline" };
    case "cancel":
      return { ...clean, status: "cancelled" };
    case "retry":
      return { ...clean, status: "queued", progress: 0 };
    default:
      return move satisfies never;
  }
}

/** In steps of a hundredth, so that a fast upload renders no more often than it can be seen. Never backwards. */
function withProgress(attachment: Attachment, share: number): Attachment {
  const progress = Math.max(attachment.progress, Math.min(1, Math.floor(share * 100) / 100));
  return progress === attachment.progress ? attachment : { ...attachment, progress };
}
