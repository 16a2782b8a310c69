import type { Attachment, AttachmentProblem } from "../../hooks/use-attachments.js";
import type { Messages } from "../../strings/messages.js";

const wordOf = {
  "too-large": "tooLarge",
  "too-many": "tooMany",
  empty: "empty",
  type: "wrongType",
  disabled: "notTaken",
  unreadable: "unreadable",
  upload: "failed",
  lost: "lost",
} as const satisfies Record<AttachmentProblem, keyof Messages["attachments"]>;

/** Why a file is not ready, in words. */
export function problemText({ problem }: Pick<Attachment, "problem">, strings: Messages["attachments"]): string {
  return strings[wordOf[problem ?? "upload"]];
}
