/**
 * Recalls the person's earlier messages, like a shell's history, but only from an empty field, so no typed text is
 * lost.
 */
import type { SessionView } from "../view/session-view.js";

/** Position among the earlier messages. */
export interface Recall {
  readonly position: number;
  /** The text put into the field; once it is edited it is an ordinary draft. */
  readonly shown: string;
}

/** One step among `entries` (oldest first). Null when there is none in that direction, or the field has typed text. */
export function recallStep(
  entries: readonly string[],
  from: Recall | null,
  text: string,
  direction: "older" | "newer",
): { readonly text: string; readonly recall: Recall | null } | null {
  const standing = from && from.shown === text ? from : null;
  if (!standing && (text !== "" || direction === "newer")) return null;
  const position = (standing?.position ?? entries.length) + (direction === "older" ? -1 : 1);
  if (position < 0) return null;
  const shown = entries[position];
  return shown === undefined ? { text: "", recall: null } : { text: shown, recall: { position, shown } };
}

/**
 * The texts that this person sent, oldest first, without consecutive repeats. A message without an author counts as
 * theirs.
 */
export function ownMessages(
  groups: readonly SessionView["settled"][number][],
  userId: string | undefined,
): readonly string[] {
  const texts: string[] = [];
  for (const group of groups) {
    if (group.kind !== "item" || group.item.kind !== "user-message") continue;
    const { text, actor } = group.item;
    const isOwn = !actor || userId === undefined || actor.id === userId;
    if (isOwn && text !== "" && text !== texts.at(-1)) texts.push(text);
  }
  return texts;
}
