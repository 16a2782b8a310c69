import { cutText } from "../../foundation/cut-text.js";
import {
  memo,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { visibleText } from "../../foundation/visible-text.js";
import type { Attention } from "../../hooks/use-attention.js";
import type { Sessions } from "../../hooks/use-sessions.js";
import { useLocale, useStrings } from "../../hooks/use-strings.js";
import { present } from "../class-names.js";
import { Icon } from "../icons.js";
import { DeleteQuestion } from "./delete-question.js";
import { RenameForm } from "./rename-form.js";
import { SessionActions } from "./session-actions.js";
import type { SessionAge } from "./session-ages.js";
import type { SessionListViewProps } from "./session-list-props.js";

interface SessionRowViewProps {
  readonly session: Sessions["sessions"][number];
  /** The minute it is (ms since 1970). */
  readonly now: number | null;
  /** Age of its list; null while the time is unknown. */
  readonly age: SessionAge | null;
  readonly isSelected: boolean;
  /** Whether the tab key stops here: at one row of the list. */
  readonly isStop: boolean;
  readonly attention: Attention["entries"][number]["reason"] | null;
  /** Whether its state is shown elsewhere. */
  readonly isQuiet: boolean;
  readonly pending: "rename" | "archive" | "delete" | null;
  /** Called with the age to keep while the person edits the row, and with null afterwards. */
  readonly onEdit: (sessionId: string, age: SessionAge | null) => void;
  readonly onOpen: ((sessionId: string) => void) | undefined;
  readonly href: string | undefined;
  readonly onRename: Sessions["rename"] | undefined;
  readonly onArchive: Sessions["archive"] | undefined;
  readonly onDelete: Sessions["remove"] | undefined;
  readonly subtasksOf: SessionListViewProps["subtasksOf"];
  readonly onDeleted: (title: string) => void;
}

type Mode = "read" | "rename" | "delete";

/**
 * Moves the focus back to where the person was, once the field or the question has gone. Firefox and Safari would draw a
 * ring there also after a click. Returns listeners for the row.
 */
function useFocusBack(row: RefObject<HTMLElement | null>, mode: Mode) {
  const last = useRef(mode);
  const isByPointer = useRef(false);
  useEffect(() => {
    if (last.current !== mode && mode === "read") {
      const title = row.current?.querySelector<HTMLElement>(".sv-session-open");
      title?.focus(isByPointer.current ? { focusVisible: false } : {});
    }
    last.current = mode;
  }, [row, mode]);
  return {
    onPointerDownCapture: () => void (isByPointer.current = true),
    onKeyDownCapture: () => void (isByPointer.current = false),
  };
}

/** One session of a list. F2 renames it. */
export const SessionRowView = memo(function SessionRowView(props: SessionRowViewProps): ReactNode {
  const { session, now, age, isSelected, isStop, isQuiet, pending, onOpen, href, ...verbs } = props;
  const { onEdit, onRename, onArchive, onDelete, subtasksOf, onDeleted } = verbs;
  const attention = isQuiet ? null : props.attention;
  const { sessionId, status } = session;
  const strings = useStrings().sessions;
  const [mode, setMode] = useState<Mode>("read");
  const row = useRef<HTMLLIElement>(null);
  const heard = useFocusBack(row, mode);
  useEffect(() => {
    if (mode === "read" || age === null) return undefined;
    onEdit(sessionId, age);
    return () => onEdit(sessionId, null);
  }, [mode, sessionId, age, onEdit]);
  const leave = () => setMode("read");
  const title = nameOf(session) || strings.untitled;
  const tabIndex = isStop ? 0 : -1;
  const open = (event: MouseEvent) => {
    // With a modifier key, the browser opens the link its own way.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (onOpen) event.preventDefault();
    onOpen?.(sessionId);
  };
  const face = <SessionFace session={session} title={title} isQuiet={isQuiet} attention={attention} now={now} />;
  const rename = onRename && (() => setMode("rename"));
  const press = (event: KeyboardEvent) => {
    if (event.key === "F2" && pending === null) rename?.();
  };
  const openProps = {
    className: "sv-session-open",
    tabIndex,
    "aria-current": isSelected || undefined,
    onClick: open,
    onKeyDown: press,
  };
  return (
    <li ref={row} className="sv-session-item" {...heard}>
      <div
        className="sv-session"
        data-session={sessionId}
        data-status={status}
        data-selected={present(isSelected)}
        data-attention={attention ?? undefined}
        data-pending={pending ?? undefined}
        aria-busy={pending !== null || undefined}
      >
        {mode === "rename" && onRename ? (
          <RenameForm title={title} onSave={(next) => onRename(sessionId, next)} onLeave={leave} />
        ) : mode === "delete" && onDelete ? (
          <DeleteQuestion
            sessionId={sessionId}
            title={title}
            subtasksOf={subtasksOf}
            // A failure is shown above the list.
            onConfirm={() =>
              void onDelete(sessionId).then(
                () => onDeleted(title),
                () => undefined,
              )
            }
            onLeave={leave}
          />
        ) : (
          <>
            {href === undefined ? (
              <button type="button" {...openProps}>
                {face}
              </button>
            ) : (
              <a href={href} {...openProps}>
                {face}
              </a>
            )}
            <SessionActions
              session={session}
              title={title}
              tabIndex={tabIndex}
              isBusy={pending !== null}
              onRename={rename}
              onArchive={onArchive}
              onDelete={onDelete && (() => setMode("delete"))}
            />
          </>
        )}
      </div>
    </li>
  );
});

interface SessionFaceProps {
  readonly session: Sessions["sessions"][number];
  readonly title: string;
  readonly now: number | null;
  readonly isQuiet: boolean;
  readonly attention: Attention["entries"][number]["reason"] | null;
}

const quiet: ReadonlySet<string> = new Set(["idle", "cancelled"]);

/** Content of a row. */
function SessionFace({ session, title, isQuiet, attention, now }: SessionFaceProps): ReactNode {
  const strings = useStrings().sessions;
  const { locale } = useLocale();
  const { status, updatedAt } = session;
  const wants = { decision: strings.wantsDecision, finished: strings.finishedUnseen, failed: strings.failedUnseen };
  const said = isQuiet ? null : attention ? wants[attention] : quiet.has(status) ? null : strings.status(status);
  return (
    <>
      <span className="sv-session-title" dir="auto" title={title}>
        {title}
      </span>
      <span className="sv-session-facts">
        {said !== null && (
          <span className="sv-session-badge">
            {status === "running" && !attention ? <Icon name="spinner" /> : <span className="sv-session-dot" />}
            <span className="sv-part">{said}</span>
          </span>
        )}
        <time className="sv-part" dateTime={updatedAt}>
          {now !== null && strings.when(new Date(updatedAt), new Date(now), locale)}
        </time>
      </span>
    </>
  );
}

/** Its title, or else the first line of what it began with. */
function nameOf({ title, firstMessage }: Sessions["sessions"][number]): string {
  return visibleText(title ?? cutText(firstMessage.trim().split("\n", 1)[0] ?? "", 120));
}
