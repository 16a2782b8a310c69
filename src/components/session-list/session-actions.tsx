import type { ReactNode } from "react";
import type { Sessions } from "../../hooks/use-sessions.js";
import { useStrings } from "../../hooks/use-strings.js";
import { Menu, type MenuAction } from "../menu.js";

interface SessionActionsProps {
  readonly session: Sessions["sessions"][number];
  readonly title: string;
  readonly tabIndex: number;
  readonly isBusy: boolean;
  readonly onRename: (() => void) | undefined;
  readonly onArchive: Sessions["archive"] | undefined;
  readonly onDelete: (() => void) | undefined;
}

/** The actions on a session, behind one button; nothing where the host offers none. */
export function SessionActions(props: SessionActionsProps): ReactNode {
  const { session, title, tabIndex, isBusy, onRename, onArchive, onDelete } = props;
  const { sessionId, isArchived } = session;
  const strings = useStrings().sessions;
  const actions: MenuAction[] = [];
  if (onRename) actions.push({ label: strings.rename, icon: "edit", onPress: onRename });
  if (onArchive) {
    actions.push({
      label: isArchived ? strings.unarchive : strings.archive,
      icon: isArchived ? "restore" : "archive",
      // Failures are shown above the list.
      onPress: () => void onArchive(sessionId, !isArchived).catch(() => undefined),
    });
  }
  if (onDelete) actions.push({ label: strings.delete, icon: "trash", tone: "danger", onPress: onDelete });
  if (actions.length === 0) return null;
  return (
    <span className="sv-session-actions">
      <Menu
        label={strings.actionsOf(title)}
        title={strings.actions}
        actions={actions}
        tabIndex={tabIndex}
        isBusy={isBusy}
      />
    </span>
  );
}
