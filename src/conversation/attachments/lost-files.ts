/** Files whose upload a reload ended: their names outlive the page, their bytes do not. */
import { readStoredList } from "../../foundation/read-stored-list.js";
import type { Attachment } from "./attachment.js";

type KeptFile = Pick<Attachment, "name" | "contentType" | "sizeBytes">;

/** Where the names are kept over a reload. */
export interface KeptNames {
  readonly read: () => string | null;
  /** Null removes them. */
  readonly write: (names: string | null) => void;
}

export interface LostFiles {
  /** The files that a page before had not uploaded, as rows to be removed or added again. */
  readonly restore: () => readonly Attachment[];
  /** Stores the names of the files that a reload would lose now. */
  readonly note: (attachments: readonly Attachment[]) => void;
}

/** Names that are stored for one message. */
const most = 50;

/** @param kept without it, nothing survives a reload */
export function createLostFiles(kept: KeptNames | undefined, newId: () => string): LostFiles {
  let last = "[]";
  return {
    restore() {
      const stored = readStoredList(kept?.read(), isKept);
      last = JSON.stringify(stored);
      return stored.map(({ name, contentType, sizeBytes }) => ({
        id: newId(),
        name,
        contentType,
        sizeBytes,
        status: "refused",
        progress: 0,
        previewUrl: null,
        resource: null,
        problem: "lost",
        error: null,
      }));
    },
    note(attachments) {
      const unsafe = attachments.filter((entry) => isOnPageOnly(entry) || entry.problem === "lost").slice(0, most);
      const next = JSON.stringify(unsafe.map(({ name, contentType, sizeBytes }) => ({ name, contentType, sizeBytes })));
      if (next === last) return;
      last = next;
      kept?.write(unsafe.length > 0 ? next : null);
    },
  };
}

/** Whether the message needs the file, and its bytes are on this page alone. */
export function isOnPageOnly({ status }: Pick<Attachment, "status">): boolean {
  return status === "queued" || status === "uploading" || status === "offline" || status === "failed";
}

function isKept(value: unknown): value is KeptFile {
  const { name, contentType, sizeBytes } = (value ?? {}) as Partial<Record<keyof KeptFile, unknown>>;
  return typeof name === "string" && typeof contentType === "string" && typeof sizeBytes === "number";
}
