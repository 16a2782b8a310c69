import { createContext, useContext, type ComponentType } from "react";
import type { AgentMessageItem, ItemKind, ItemOf, ToolCallItem, UserMessageItem } from "../../timeline/items.js";
import type { MarkdownProps } from "../markdown/markdown.js";
import type { ToolCallProps } from "../tool-call/tool-call.js";

export interface RowProps<Kind extends ItemKind> {
  readonly item: ItemOf<Kind>;
}

/** The component of each kind of row; null shows nothing. */
export type RowTable = { readonly [Kind in ItemKind]: ComponentType<RowProps<Kind>> | null };

/** What a tool's own renderer is given: the props of `ToolCall`, and the row as it stands. */
export interface ToolRendererProps extends Pick<ToolCallProps, "name" | "state" | "arguments" | "output"> {
  readonly item: ToolCallItem;
}

/** The parts of a timeline that a host may draw itself. */
export interface TimelineComponents {
  /** Renderers of tool calls by the tool's name, with or without what stands before `__`. */
  readonly tools?: Readonly<Record<string, ComponentType<ToolRendererProps>>> | undefined;
  /** Draws the calls that `tools` does not name. */
  readonly ToolCall?: ComponentType<ToolRendererProps> | undefined;
  /** Rows by kind, for those that are to be drawn otherwise; null shows nothing. */
  readonly rows?: Partial<RowTable> | undefined;
  readonly Markdown?: ComponentType<Pick<MarkdownProps, "text" | "streaming">> | undefined;
  /** Stands beside the copy button of a message. */
  readonly MessageActions?: ComponentType<{ readonly item: UserMessageItem | AgentMessageItem }> | undefined;
  readonly EmptyState?: ComponentType | undefined;
  readonly LoadingState?: ComponentType | undefined;
}

/** What the reader opened and closed by hand, by the group's key. It outlives a row's remount, not the view. */
export type FoldMemory = Map<string, boolean>;

export interface TimelineContextValue {
  readonly components: TimelineComponents;
  readonly folds: FoldMemory;
  readonly onRetry: ((clientEventId: string) => void) | undefined;
  readonly onDiscard: ((clientEventId: string) => void) | undefined;
}

export const TimelineContext = createContext<TimelineContextValue>({
  components: {},
  folds: new Map(),
  onRetry: undefined,
  onDiscard: undefined,
});

export function useTimelineContext(): TimelineContextValue {
  return useContext(TimelineContext);
}
