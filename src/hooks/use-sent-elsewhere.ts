import { useEffect } from "react";
import type { Composer } from "../conversation/drafts/composer-types.js";
import type { DraftKeeper } from "../conversation/drafts/draft-keeper.js";
import type { TimelineGroup } from "../timeline/groups.js";

/**
 * Reads a shared draft again when the conversation shows its words as this person's newest message: another window has sent
 * them, and emptied the draft on the service. Words that were typed since stay.
 */
export function useSentElsewhere(draft: DraftKeeper, text: string, source: Composer, userId: string | undefined): void {
  const words = text.trim();
  const isSent = words !== "" && draft.isDurable() && (isNewest(words, source, userId) || isQueued(words, source));
  useEffect(() => {
    if (isSent) draft.lookAgain();
  }, [isSent, draft]);
}

function isNewest(words: string, { settled = [], live = [] }: Composer, userId: string | undefined): boolean {
  const isOwn = (group: TimelineGroup) => ownText(group, userId) !== undefined;
  const newest = live.findLast(isOwn) ?? settled.findLast(isOwn);
  return newest !== undefined && ownText(newest, userId) === words;
}

function isQueued(words: string, { queue = [] }: Composer): boolean {
  return queue.some(({ text }) => text.trim() === words);
}

/** The text of a message of this person; undefined for other rows. */
function ownText(group: TimelineGroup, userId: string | undefined): string | undefined {
  if (group.kind !== "item" || group.item.kind !== "user-message") return undefined;
  const { actor, text } = group.item;
  return !actor || userId === undefined || actor.id === userId ? text.trim() : undefined;
}
