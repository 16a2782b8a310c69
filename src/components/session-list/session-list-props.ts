import type { Attention } from "../../hooks/use-attention.js";
import type { Sessions } from "../../hooks/use-sessions.js";
import type { TreeStats } from "../../hooks/record-types.js";
import type { RecordListRootProps } from "../record-section.js";

type Listed = Pick<Sessions, "sessions"> & { readonly [Name in keyof Sessions]?: Sessions[Name] | undefined };

/** Props of `SessionListView`. */
export interface SessionListViewProps
  extends RecordListRootProps, Omit<Listed, "rename" | "archive" | "remove" | "loadMore" | "refresh"> {
  /** The id of the selected session. @default none */
  readonly selectedId?: string | undefined;
  /** Opens a session. @default not offered */
  readonly onOpen?: ((sessionId: string) => void) | undefined;
  /** Returns the URL of a session. Makes each row a link that opens in another tab. */
  readonly hrefOf?: ((sessionId: string) => string) | undefined;
  /** Sessions that need the user, each with the reason. @default none */
  readonly attention?: ReadonlyMap<string, Attention["entries"][number]["reason"]> | undefined;
  /** Whether a row hides its state, such as "Needs your input", because the page shows it elsewhere. @default never */
  readonly isQuiet?: ((sessionId: string) => boolean) | undefined;
  /**
   * Whether a session is in the list; false leaves it out because the page shows it elsewhere. A search and the archive
   * list every session that they find. @default all are
   */
  readonly isListed?: ((sessionId: string) => boolean) | undefined;
  /** Starts a new conversation. Shows a button above the list. */
  readonly onNew?: (() => void) | undefined;
  /** Text of the search field. @default empty */
  readonly search?: string | undefined;
  /** Called when the user edits the search field. @default no search field */
  readonly onSearch?: ((search: string) => void) | undefined;
  /** Whether the archive is shown. @default false */
  readonly archived?: boolean | undefined;
  /** Called when the user opens or closes the archive. @default not offered */
  readonly onArchived?: ((archived: boolean) => void) | undefined;
  /** Loads the next page. @default not offered */
  readonly onLoadMore?: (() => void) | undefined;
  /** Renames a session. @default not offered */
  readonly onRename?: Sessions["rename"] | undefined;
  /** Archives or restores a session. @default not offered */
  readonly onArchive?: Sessions["archive"] | undefined;
  /** Deletes a session permanently, after the user confirmed it. @default not offered */
  readonly onDelete?: Sessions["remove"] | undefined;
  /**
   * Reads how many subtasks are below a session. The question before a deletion names them, as they are deleted too.
   *
   * @default not asked
   */
  readonly subtasksOf?: ((sessionId: string) => Promise<Pick<TreeStats, "totalDescendants" | "truncated">>) | undefined;
  /** Reads the list again. */
  readonly onRetry?: (() => void) | undefined;
  /** Dismisses the message about a failed change. */
  readonly onDismiss?: (() => void) | undefined;
}
