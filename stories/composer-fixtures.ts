import { createDraftKeeper } from "../src/conversation/drafts/draft-keeper.js";
import type { AttachmentsState } from "../src/conversation/attachments/attachment.js";

type Status = AttachmentsState["attachments"][number]["status"];
const nothing = () => undefined;

/** Files beside a message, one for each state. */
export function attachmentsOf(...states: readonly Status[]): AttachmentsState {
  const names = ["Hotel offers for the offsite.pdf", "Lisbon.png"];
  const attachments = states.map((status, index) => {
    const name = names[index % names.length] ?? "file";
    const contentType = name.endsWith(".png") ? "image/png" : "application/pdf";
    const fileId = `00000000-0000-4000-8000-00000000000${index}`;
    const resource = { kind: "file", fileId, filename: name, contentType } as const;
    return {
      id: `file-${index}`,
      name,
      contentType,
      sizeBytes: 240_000 + index,
      status,
      progress: status === "ready" ? 1 : 0.4,
      previewUrl: null,
      resource: status === "ready" ? resource : null,
      problem: null,
      error: null,
    };
  });
  return {
    isEnabled: true,
    attachments,
    limits: { maxSizeBytes: 10_000_000, maxFiles: 10 },
    isUploading: states.includes("uploading"),
    hasUnresolved: states.some((status) => status !== "ready" && status !== "cancelled"),
    readyResources: attachments.flatMap(({ resource }) => resource ?? []),
    addFiles: nothing,
    remove: nothing,
    retry: nothing,
    cancel: nothing,
    clear: nothing,
  };
}

/** A draft that another window wrote to at the same time. */
export function conflictedDraft() {
  const keeper = createDraftKeeper({ initial: "Three nights in Lisbon and one in Sintra." });
  keeper.receive({ revision: 4, text: "Four nights in Porto.\nAnd a day by the sea." });
  return keeper;
}

export function refuseWith(reason: string) {
  return async (): Promise<never> => {
    throw new Error(reason);
  };
}
