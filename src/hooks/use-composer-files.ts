import { useMemo } from "react";
import type { AttachmentsState } from "../conversation/attachments/attachment.js";
import { filesOfDraft, withoutFile } from "../conversation/drafts/draft-extras.js";
import type { DraftKeeper } from "../conversation/drafts/draft-keeper.js";
import type { MessageExtras } from "./session-view.js";

/** The files of a composer: those of its draft, which are uploaded already, before those attached here. */
export function useComposerFiles(
  own: AttachmentsState | undefined,
  draft: DraftKeeper,
  extras: MessageExtras,
): AttachmentsState | undefined {
  const brought = useMemo(() => filesOfDraft(extras), [extras]);
  const { remove, clear } = own ?? noFiles;
  const verbs = useMemo(() => {
    const isBrought = (id: string) => filesOfDraft(draft.getState().extras).some((file) => file.id === id);
    return {
      remove: (id: string) => (isBrought(id) ? draft.setExtras(withoutFile(draft.getState().extras, id)) : remove(id)),
      clear() {
        draft.setExtras({ ...draft.getState().extras, resources: [] });
        clear();
      },
    };
  }, [draft, remove, clear]);
  return useMemo(() => {
    if (brought.length === 0) return own;
    const files = own ?? noFiles;
    const resources = brought.flatMap(({ resource }) => resource ?? []);
    return {
      ...files,
      ...verbs,
      attachments: [...brought, ...files.attachments],
      readyResources: [...resources, ...files.readyResources],
    };
  }, [own, brought, verbs]);
}

const nothing = () => undefined;

/** Where none can be attached. */
const noFiles: AttachmentsState = {
  isEnabled: false,
  attachments: [],
  limits: { maxSizeBytes: null, maxFiles: 0 },
  isUploading: false,
  hasUnresolved: false,
  readyResources: [],
  addFiles: nothing,
  remove: nothing,
  retry: nothing,
  cancel: nothing,
  clear: nothing,
};
