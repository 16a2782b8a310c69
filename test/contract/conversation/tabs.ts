/** Helpers of the contract's tests: tabs of one conversation, and their views. */
import type { TimelineItem } from "../../../src/timeline/items.js";
import type { TimelineGroup } from "../../../src/timeline/groups.js";
import type { SessionView } from "../../../src/conversation/view/session-view.js";
import type { Door, Tab, TabOptions } from "./doors.js";
import type { ContractWorld } from "./world.js";

/** Opens tabs of one conversation in a world created for each test. */
export interface Contract extends Pick<Door, "takes"> {
  readonly start: (options?: { readonly turns?: number }) => Promise<ContractWorld>;
  /** A visible tab with an open stream. */
  readonly open: (world: ContractWorld, options?: TabOptions) => Promise<Tab>;
  /** A tab with a listener. */
  readonly look: (world: ContractWorld, options?: TabOptions) => Tab;
  /** Removes the listener that a tab was opened with. */
  readonly leave: (tab: Tab) => void;
}

function itemsOf(groups: readonly TimelineGroup[]): readonly TimelineItem[] {
  return groups.flatMap((group) => {
    if (group.kind === "item") return [group.item];
    return group.kind === "activity" ? [...group.items] : itemsOf(group.groups);
  });
}

export function rowsOf({ settled, live }: Pick<SessionView, "settled" | "live">): readonly TimelineItem[] {
  return itemsOf([...settled, ...live]);
}

/** Messages and answers, in order. */
export function textsOf(view: Pick<SessionView, "settled" | "live">): readonly string[] {
  return rowsOf(view).flatMap((item) =>
    item.kind === "user-message" || item.kind === "agent-message" ? [item.text] : [],
  );
}

/** The delivery of a message; "sent" once the log has it. */
export function deliveryOf(view: SessionView, text: string): string | undefined {
  const row = rowsOf(view).find((item) => item.kind === "user-message" && item.text === text);
  return row?.kind === "user-message" ? (row.delivery?.state ?? "sent") : undefined;
}
