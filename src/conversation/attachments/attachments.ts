/**
 * The files of one composer, from their selection until a message was sent with them.
 *
 * At most three upload at once. A file is kept in memory only until the service has it. Offline, an upload waits and
 * then continues by itself, and one that nothing answered is tried again; any other failure waits for the person. The server sets the limits, and nothing of a file
 * over the size limit is sent.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { FileLimits } from "../../wire/protocol/files.js";
import type { Attachment, AttachmentLimits, AttachmentProblem, AttachmentsState } from "./attachment.js";
import { createLostFiles, type KeptNames } from "./lost-files.js";
import { moveAttachment, type AttachmentMove } from "./move-attachment.js";
import { createUploadQueue, type Network, type UploadCalls } from "./upload-queue.js";
import { namedFile, typeOf } from "./taken-file.js";
import { toError } from "../../foundation/to-error.js";

export interface AttachmentsOptions {
  readonly calls: UploadCalls;
  /** Reads the server's limits; called once, with the first listener. */
  readonly readLimits: (signal: AbortSignal) => Promise<FileLimits>;
  readonly newId: () => string;
  /** @default 10 */
  readonly maxFiles?: number | undefined;
  /** As in an `accept` attribute. @default every kind */
  readonly accept?: string | undefined;
  /** @default always online */
  readonly network?: Network | undefined;
  /** Addresses of pictures. @default the platform's object URLs */
  readonly previews?: { readonly make: (file: Blob) => string; readonly drop: (url: string) => void } | undefined;
  /** Where the names of unfinished files survive a reload. @default nowhere */
  readonly kept?: KeptNames | undefined;
  /** Called with errors that no file's row can show. */
  readonly onError?: ((error: Error) => void) | undefined;
}

export interface Attachments {
  readonly store: StoreApi<AttachmentsState>;
  /** Restores the names of files that a page before had not uploaded, and requests the limits, if that has not happened. */
  readonly start: () => void;
  /** Ends every upload and forgets everything. */
  readonly dispose: () => void;
}

export function createAttachments(options: AttachmentsOptions): Attachments {
  const { calls, newId, maxFiles = 10, accept, network, previews = objectUrls, onError = () => {} } = options;
  const end = new AbortController();
  let isAsked = false;
  let isRestored = false;
  const list = () => store.getState().attachments;
  const lost = createLostFiles(options.kept, newId);
  const setList = (attachments: readonly Attachment[]) => {
    if (!end.signal.aborted) lost.note(attachments);
    store.setState(derived(attachments));
  };
  const queue = createUploadQueue({ calls, network, list, move });
  const store = createStore<AttachmentsState>(() => ({
    ...derived([]),
    isEnabled: false,
    limits: { maxSizeBytes: null, maxFiles, ...(accept !== undefined && { accept }) },
    addFiles,
    remove: (id) => removeWhere((entry) => entry.id === id),
    retry(id) {
      move(id, { type: "retry" });
      queue.startNext();
    },
    cancel(id) {
      move(id, { type: "cancel" });
      queue.stop(id);
      queue.startNext();
    },
    clear: () => removeWhere(({ status }) => status === "ready" || status === "cancelled"),
  }));

  function move(id: string, change: AttachmentMove): void {
    const next = list().map((entry) => (entry.id === id ? moveAttachment(entry, change) : entry));
    if (next.some((entry, index) => entry !== list()[index])) setList(next);
  }

  function addFiles(given: Iterable<File>, others = 0): void {
    const { limits, isEnabled } = store.getState();
    if (!isEnabled || end.signal.aborted) return;
    const added: Attachment[] = [];
    for (const chosen of given) {
      const file = namedFile(chosen);
      const own = [...list(), ...added].filter(({ status }) => status !== "refused" && status !== "cancelled");
      const problem = problemOf(file, limits, others + own.length);
      const id = newId();
      const hasPreview = !problem && file.type.startsWith("image/");
      if (!problem) queue.hold(id, file);
      added.push(attachmentOf(file, id, problem, hasPreview ? previews.make(file) : null));
    }
    if (added.length === 0) return;
    setList([...withoutLost(list(), added), ...added]);
    queue.startNext();
  }

  function removeWhere(isGone: (entry: Attachment) => boolean): void {
    const gone = list().filter(isGone);
    if (gone.length === 0) return;
    for (const { id, previewUrl } of gone) {
      queue.drop(id);
      if (previewUrl !== null) previews.drop(previewUrl);
    }
    setList(list().filter((entry) => !isGone(entry)));
    queue.startNext();
  }

  async function readLimits(): Promise<void> {
    try {
      const { enabled, maxSizeBytes } = await options.readLimits(end.signal);
      if (end.signal.aborted) return;
      store.setState(({ limits }) => ({ isEnabled: enabled, limits: { ...limits, maxSizeBytes } }));
    } catch (cause) {
      // The next listener requests them again.
      isAsked = false;
      if (!end.signal.aborted) onError(toError(cause));
    }
  }

  return {
    store,
    start() {
      if (end.signal.aborted) return;
      if (!isRestored) {
        isRestored = true;
        const restored = lost.restore();
        if (restored.length > 0) setList([...restored, ...list()]);
      }
      if (isAsked) return;
      isAsked = true;
      void readLimits();
    },
    dispose() {
      end.abort();
      queue.dispose();
      removeWhere(() => true);
      store.setState({ isEnabled: false });
    },
  };
}

/** The list without the lost files that are added again. */
function withoutLost(list: readonly Attachment[], added: readonly Attachment[]): readonly Attachment[] {
  const names = new Set(added.map(({ name }) => name));
  return list.filter(({ name, problem }) => problem !== "lost" || !names.has(name));
}

function derived(attachments: readonly Attachment[]) {
  const has = (...statuses: readonly string[]) => attachments.some(({ status }) => statuses.includes(status));
  return {
    attachments,
    isUploading: has("queued", "uploading", "offline"),
    hasUnresolved: has("queued", "uploading", "offline", "failed", "refused"),
    readyResources: attachments.flatMap(({ resource }) => resource ?? []),
  };
}

function problemOf(file: File, limits: AttachmentLimits, kept: number): AttachmentProblem | null {
  if (!accepts(limits.accept, file)) return "type";
  if (file.size === 0) return "empty";
  if (limits.maxSizeBytes !== null && file.size > limits.maxSizeBytes) return "too-large";
  return kept >= limits.maxFiles ? "too-many" : null;
}

/** Whether a file is of a kind that an `accept` attribute lets through; without one every file is. */
function accepts(accept: string | undefined, file: Pick<File, "name" | "type">): boolean {
  const kinds = (accept ?? "").split(",").map((kind) => kind.trim().toLowerCase());
  const [name, type] = [file.name.toLowerCase(), file.type.toLowerCase()];
  const wanted = kinds.filter((kind) => kind !== "");
  return (
    wanted.length === 0 ||
    wanted.some((kind) => {
      if (kind.startsWith(".")) return name.endsWith(kind);
      return kind.endsWith("/*") ? type.startsWith(kind.slice(0, -1)) : type === kind;
    })
  );
}

function attachmentOf(
  file: File,
  id: string,
  problem: AttachmentProblem | null,
  previewUrl: string | null,
): Attachment {
  return {
    id,
    name: file.name,
    contentType: typeOf(file),
    sizeBytes: file.size,
    status: problem ? "refused" : "queued",
    progress: 0,
    previewUrl,
    resource: null,
    problem,
    error: null,
  };
}

const objectUrls = {
  make: (file: Blob) => URL.createObjectURL(file),
  drop: (url: string) => URL.revokeObjectURL(url),
};
