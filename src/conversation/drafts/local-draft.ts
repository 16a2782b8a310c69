/** A draft in the identity's storage, so that it outlives a reload and a visit to another session. */
import type { ScopedStorage } from "../../identity/scoped-storage.js";
import { extrasOf, isSameExtras } from "./draft-extras.js";
import type { DraftState, DraftVersion } from "./draft-state.js";

type KeptDraft = Pick<DraftState, "text" | "extras" | "base"> & Partial<Pick<DraftState, "saving" | "doubtful">>;

export interface LocalDraft {
  readonly read: () => Partial<KeptDraft>;
  /** An empty draft is removed from the storage, once the service has no other text of it. */
  readonly write: (draft: KeptDraft) => void;
}

/** Number of stored drafts; the least recently changed ones are removed. */
const mostKept = 30;
/** Longer texts are not stored (characters), as the browser's storage is small. */
const longestKept = 100_000;
const listKey = "drafts";
/** Begins the key of each draft in the storage; its name follows. */
export const draftPrefix = "draft/";

export function createLocalDraft(storage: ScopedStorage, name: string): LocalDraft {
  const key = `${draftPrefix}${name}`;
  return {
    read: () => readDraft(parse(storage.get(key))),
    write({ text, extras, base, saving, doubtful = [] }) {
      const others = namesOf(storage).filter((other) => other !== name);
      const sent = base === null || text !== "" ? [] : [...doubtful, ...(saving ? [saving.text] : [])];
      if ((text === "" && isSameExtras(extras) && sent.length === 0) || text.length > longestKept) {
        storage.remove(key);
        list(storage, others);
        return;
      }
      storage.set(key, JSON.stringify({ text, extras, base, ...(sent.length > 0 && { doubtful: sent }) }));
      for (const gone of others.slice(0, -mostKept + 1)) storage.remove(`${draftPrefix}${gone}`);
      list(storage, [...others.slice(-mostKept + 1), name]);
    },
  };
}

function namesOf(storage: ScopedStorage): readonly string[] {
  const names = parse(storage.get(listKey));
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
}

function list(storage: ScopedStorage, names: readonly string[]): void {
  if (names.length > 0) storage.set(listKey, JSON.stringify(names));
  else storage.remove(listKey);
}

function readDraft(value: unknown): Partial<KeptDraft> {
  const { text, extras, base, doubtful } = (value ?? {}) as {
    readonly text?: unknown;
    readonly doubtful?: unknown;
    readonly extras?: object | null;
    readonly base?: Partial<DraftVersion> | null;
  };
  if (typeof text !== "string") return {};
  const isVersion = typeof base?.revision === "number" && typeof base.text === "string";
  const version = isVersion && { revision: base.revision, text: base.text, extras: extrasOf(base.extras ?? {}) };
  const sent = Array.isArray(doubtful) ? doubtful.filter((one) => typeof one === "string") : [];
  // The page may have been left before the answer to the save of this text.
  const unsure = text === "" || text === base?.text ? sent : [text];
  return { text, extras: extrasOf(extras ?? {}), base: version || null, doubtful: unsure };
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
