import { useEffect, useMemo } from "react";
import type { AttachmentsState } from "../conversation/attachments/attachment.js";
import { filesOfDraft, withoutFile } from "../conversation/drafts/draft-extras.js";
import type { DraftKeeper } from "../conversation/drafts/draft-keeper.js";
import type { MessageExtras } from "./session-view.js";
import { useLatest } from "./use-latest.js";

/**
 * The files of a composer: those of its draft, which are uploaded already, before those attached here. A file attached here
 * belongs to the draft as soon as it is uploaded, so it survives a reload.
 */
export function useComposerFiles(
  own: AttachmentsState | undefined,
  draft: DraftKeeper,
  extras: MessageExtras,
): AttachmentsState | undefined {
  const { readyResources, addFiles, remove, clear } = own ?? noFiles;
  useEffect(() => {
    const { extras } = draft.getState();
    const known = fileIdsOf(extras);
    const added = readyResources.filter(({ fileId }) => !known.has(fileId));
    if (added.length > 0) draft.setExtras({ ...extras, resources: [...(extras.resources ?? []), ...added] });
  }, [draft, readyResources]);
  const brought = useMemo(() => {
    const uploaded = new Set(readyResources.map(({ fileId }) => fileId));
    return filesOfDraft(extras).filter(({ id }) => !uploaded.has(id));
  }, [extras, readyResources]);
  const latest = useLatest({ own, brought });
  const verbs = useMemo(() => {
    return {
      addFiles: (files: Iterable<File>) => addFiles(files, latest.current.brought.length),
      remove(id: string) {
        const fileId = latest.current.own?.attachments.find((file) => file.id === id)?.resource?.fileId ?? id;
        const { extras } = draft.getState();
        if (fileIdsOf(extras).has(fileId)) draft.setExtras(withoutFile(extras, fileId));
        remove(id);
      },
      clear() {
        draft.setExtras({ ...draft.getState().extras, resources: [] });
        clear();
      },
    };
  }, [draft, latest, addFiles, remove, clear]);
  return useMemo(() => {
    if (brought.length === 0 && !own) return undefined;
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

const fileIdsOf = (extras: MessageExtras) => new Set(filesOfDraft(extras).map(({ id }) => id));

const nothing = () => undefined;

/** State of a composer without attachments. */
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
