import { createContext, useContext, type ComponentType } from "react";
import type {
  AgentMessageItem,
  AuthNeededItem,
  ItemKind,
  ItemOf,
  MemoryItem,
  ToolCallItem,
  UserMessageItem,
} from "../../timeline/items.js";
import type { MarkdownProps } from "../markdown/markdown.js";
import type { ToolCallProps } from "../tool-call/tool-call.js";

/** Props of `Row`. */
export interface RowProps<Kind extends ItemKind> {
  /** The item of this row. */
  readonly item: ItemOf<Kind>;
}

/** The component of each kind of row; null shows nothing. */
export type RowTable = { readonly [Kind in ItemKind]: ComponentType<RowProps<Kind>> | null };

/** Props of a tool's own renderer: those of `ToolCall`, and the row. */
export interface ToolRendererProps extends Pick<
  ToolCallProps,
  "name" | "state" | "input" | "arguments" | "output" | "denial" | "isTruncated"
> {
  /** The timeline item of the call. */
  readonly item: ToolCallItem;
}

/** A tool's own renderer, or how and where the tool's calls are drawn. */
export type ToolPart =
  | ComponentType<ToolRendererProps>
  | {
      /** @default the component `ToolCall`, or else the standard row */
      readonly component?: ComponentType<ToolRendererProps> | undefined;
      /**
       * `inline`: a call stays in the answer after the turn has ended. `step`: it folds with the other steps, and so do
       * the pictures and files that it returned.
       *
       * @default "inline" with a `component`; else the row is a step, and its pictures and files stay in the answer
       */
      readonly placement?: "inline" | "step" | undefined;
    };

/** A host's own component for an agent's text, or additions to the kit's. */
export type MarkdownPart =
  | ComponentType<Pick<MarkdownProps, "text" | "streaming" | "cutOff">>
  | Pick<MarkdownProps, "plugins" | "allowImage">;

/** The parts of a timeline that a host may draw itself. One that throws is replaced by the kit's own, and takes nothing else down. */
export interface TimelineComponents {
  /**
   * Renderers of tool calls by the tool's name, with or without the part before `__`. Without it a renderer draws the tools
   * of that name of every server and integration. The whole name has priority, also with undefined, which leaves the tool to
   * the kit.
   */
  readonly tools?: Readonly<Record<string, ToolPart | undefined>> | undefined;
  /** Draws the calls that `tools` does not name. */
  readonly ToolCall?: ComponentType<ToolRendererProps> | undefined;
  /** Rows by kind, for those that are to be drawn otherwise; null shows nothing. */
  readonly rows?: Partial<RowTable> | undefined;
  /**
   * Draws an agent's text; or `{ plugins, allowImage }` for the kit's own, such as syntax colours. Additions that throw
   * are left out.
   *
   * @default `Markdown`
   */
  readonly Markdown?: MarkdownPart | undefined;
  /** Beside the copy button of a message. */
  readonly MessageActions?: ComponentType<{ readonly item: UserMessageItem | AgentMessageItem }> | undefined;
  /** Draws the files of a message. @default `MessageAttachments` */
  readonly MessageAttachments?: ComponentType<{ readonly resources: readonly unknown[] }> | undefined;
  readonly EmptyState?: ComponentType | undefined;
  readonly LoadingState?: ComponentType | undefined;
  /** Replaces the message for a conversation that is missing, or that this person may not open. */
  readonly MissingState?: ComponentType | undefined;
}

/** Actions of a reader in the rows that the host handles. Omitted ones are not offered. */
export interface HostActions {
  /** Called when the user opens a subtask's session. */
  readonly onOpenSession?: ((sessionId: string) => void) | undefined;
  /** Called when the user opens a saved memory. */
  readonly onMemoryClick?: ((item: MemoryItem) => void) | undefined;
  /** Called when the user signs in for a tool. Without it, the row links to the provider's page, if there is one. */
  readonly onReconnect?: ((item: AuthNeededItem) => void) | undefined;
}

/** Actions of a reader in the rows. Omitted ones are not offered. */
export interface TimelineActions extends HostActions {
  /** Sends a message again that did not arrive, by its key. */
  readonly onRetry?: ((clientEventId: string) => void) | undefined;
  /** Forgets a message that did not arrive, by its key. */
  readonly onDiscard?: ((clientEventId: string) => void) | undefined;
}

/** The reader's choices of open and closed, by the group's key. Survives a row's remount, but not the view. */
export type FoldMemory = Map<string, boolean>;

/** Pending decisions, or the log's own wait where they are unknown, for the rows that they concern. */
export interface Waiting {
  /** The calls that wait for a yes or no, by the call's or the approval's id. */
  readonly calls: ReadonlySet<string>;
  /** Calls that were approved here and do not run yet in the log. */
  readonly approved: ReadonlySet<string>;
  /** Whether an approval is still to be decided: no call runs until it is. */
  readonly isHalted: boolean;
  /** Whether the agent waits for an answer. */
  readonly isAsked: boolean;
  /** Where the decisions are unknown, the row that shows the wait; null if none does or a call's own row does. */
  readonly row: string | null;
}

export interface TimelineContextValue extends TimelineActions {
  readonly components: TimelineComponents;
  readonly folds: FoldMemory;
  /** The reader's id, where the provider has it. */
  readonly reader: string | undefined;
  /** Whether messages that are being sent wait for a network. */
  readonly isOffline: boolean;
  /** False on a server and while its page is taken over: the reader's zone is not known there. */
  readonly isZoneKnown: boolean;
}

export const TimelineContext = createContext<TimelineContextValue>({
  components: {},
  folds: new Map(),
  reader: undefined,
  isOffline: false,
  isZoneKnown: false,
});

/** When a server read the page that it draws, an ISO time. */
export const ReadAtContext = createContext<string | undefined>(undefined);

/** Separate from the rest: it changes during a conversation, and few rows need it. Null outside a timeline. */
export const WaitingContext = createContext<Waiting | null>(null);

/** The row of a failure beside a button that tries again, by its id; null where there is none. */
export const AskAgainContext = createContext<string | null>(null);

export function useTimelineContext(): TimelineContextValue {
  return useContext(TimelineContext);
}
