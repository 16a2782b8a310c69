import type { Attention } from "../../hooks/use-attention.js";
import type { Sessions } from "../../hooks/use-sessions.js";
import type { RootProps } from "../root.js";

type Listed = Pick<Sessions, "sessions"> & { readonly [Name in keyof Sessions]?: Sessions[Name] | undefined };

export interface SessionListViewProps extends RootProps, Omit<Listed, "rename" | "archive" | "loadMore" | "refresh"> {
  /** The one that is shown beside the list. */
  readonly selectedId?: string | undefined;
  readonly onOpen?: ((sessionId: string) => void) | undefined;
  /** Makes each row a link, so that it can be opened in another tab. */
  readonly hrefOf?: ((sessionId: string) => string) | undefined;
  /** Which of them want the person, and why. */
  readonly attention?: ReadonlyMap<string, Attention["entries"][number]["reason"]> | undefined;
  readonly search?: string | undefined;
  /** What is left out of these is not offered. */
  readonly onSearch?: ((search: string) => void) | undefined;
  readonly archived?: boolean | undefined;
  readonly onArchived?: ((archived: boolean) => void) | undefined;
  readonly onLoadMore?: (() => void) | undefined;
  readonly onRename?: Sessions["rename"] | undefined;
  readonly onArchive?: Sessions["archive"] | undefined;
  /** Reads the list again. */
  readonly onRetry?: (() => void) | undefined;
  /** Puts away why the last change was refused. */
  readonly onDismiss?: (() => void) | undefined;
}
