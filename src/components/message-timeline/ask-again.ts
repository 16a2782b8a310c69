import type { TimelineGroup } from "../../timeline/groups.js";
import type { UserMessageItem } from "../../timeline/items.js";
import type { TimelineGroups } from "./timeline-groups.js";

/** The offer to send the message of the last, failed turn again. */
export interface AskAgain {
  /** Id of the row with the reason, which does not ask for a further try beside the button. */
  readonly row: string;
  readonly ask: () => void;
}

export type OnAskAgain = ((text: string, resources: readonly unknown[]) => void) | undefined;

/** Null where nothing failed, or nothing can be sent again. */
export function askAgainOf({ settled, live }: TimelineGroups, onAskAgain: OnAskAgain): AskAgain | null {
  if (!onAskAgain) return null;
  const row = failedRow(settled, live);
  const asked = row === undefined ? undefined : lastAsked(settled, live);
  if (row === undefined || !asked) return null;
  return { row, ask: () => onAskAgain(asked.text, asked.resources) };
}

/** The row of the last turn's failure; its output follows its group. */
function failedRow(settled: readonly TimelineGroup[], live: readonly TimelineGroup[]): string | undefined {
  const groups = [...settled.slice(-2), ...live];
  const last = groups.at(-1);
  // The turn failed before any output, so it has no group.
  if (last?.kind === "item" && last.item.kind === "notice") {
    return last.item.tone === "failed" ? last.item.id : undefined;
  }
  const turn = last?.kind === "item" && last.item.kind === "agent-message" ? groups.at(-2) : last;
  return turn?.kind === "turn" && turn.outcome === "failed" ? turn.id : undefined;
}

function lastAsked(settled: readonly TimelineGroup[], live: readonly TimelineGroup[]): UserMessageItem | undefined {
  for (const groups of [live, settled]) {
    const group = groups.findLast((candidate) => candidate.kind === "item" && candidate.item.kind === "user-message");
    if (group?.kind === "item" && group.item.kind === "user-message") return group.item;
  }
  return undefined;
}
