import { justNow } from "./english-words.js";

/** The words of memories, apart from the rest, so that a page without them does not load them. */
export interface MemoryMessages {
  readonly label: string;
  readonly emptyTitle: string;
  readonly emptyText: string;
  readonly loading: string;
  /** @param isShown whether the list shows what it loaded before */
  loadFailed(reason: string, isShown?: boolean): string;
  readonly retry: string;
  readonly dismiss: string;
  /** `when` is a time in words, such as "2 hours ago". */
  saved(when: string): string;
  readonly delete: string;
  /** The name of a memory's button; `text` is the memory. */
  deleteNamed(text: string): string;
  readonly deleteQuestion: string;
  readonly deleteConfirm: string;
  readonly deleteAll: string;
  deleteAllQuestion(count: number): string;
  readonly deleteAllConfirm: string;
  readonly keep: string;
  readonly deleted: string;
  readonly deletedAll: string;
  deleteFailed(reason: string): string;
}

/** English strings of `MemoryPanel`. */
export const englishMemory: MemoryMessages = {
  label: "Memory",
  emptyTitle: "No memories yet",
  emptyText: "What the agent remembers about you appears here. You can delete it at any time.",
  loading: "Loading memory…",
  loadFailed: (reason, isShown) => `Couldn't ${isShown ? "refresh" : "load"} memories. ${reason}`,
  retry: "Try again",
  dismiss: "Dismiss",
  saved: (when) => `Saved ${justNow(when)}`,
  delete: "Delete",
  deleteNamed: (text) => `Delete: ${text}`,
  deleteQuestion: "Delete this memory? You can't undo this.",
  deleteConfirm: "Delete memory",
  deleteAll: "Delete all",
  deleteAllQuestion: (count) =>
    count === 1 ? "Delete the only memory? You can't undo this." : `Delete all ${count} memories? You can't undo this.`,
  deleteAllConfirm: "Delete all memories",
  keep: "Keep",
  deleted: "Memory deleted",
  deletedAll: "All memories deleted",
  deleteFailed: (reason) => `Couldn't delete memories. ${reason}`,
};
