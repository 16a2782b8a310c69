import { useCallback, useId, useMemo, useRef, useState, type ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { callHost } from "../../foundation/call-host.js";
import { RecordHeading, RecordHeadingLevel } from "../record-heading.js";
import { activeElementOf } from "../mount.js";
import { useMinute } from "../use-minute.js";
import { groupsOf, type SessionAge } from "./session-ages.js";
import type { SessionListViewProps } from "./session-list-props.js";
import { SessionRowView } from "./session-row.js";
import { useRowKeys } from "./use-row-keys.js";

type SessionRowsProps = Pick<
  SessionListViewProps,
  | "sessions"
  | "selectedId"
  | "onOpen"
  | "hrefOf"
  | "attention"
  | "isQuiet"
  | "onRename"
  | "onArchive"
  | "onDelete"
  | "subtasksOf"
  | "pending"
  | "headingLevel"
> & {
  /** Called with the title of a session that was deleted. */
  readonly onDeleted: (title: string) => void;
};

const nothingHeld: readonly string[] = [];
const nothingKept: ReadonlyMap<string, SessionAge> = new Map();

/** The rows of a list: one list for each age, with its heading. */
export function SessionRows(props: SessionRowsProps): ReactNode {
  const { sessions, selectedId, hrefOf, attention, isQuiet, pending, headingLevel = 3, ...verbs } = props;
  const { onOpen, onRename, onArchive, onDelete, subtasksOf, onDeleted } = verbs;
  const strings = useStrings().sessions;
  const part = useRef<HTMLDivElement>(null);
  const now = useMinute();
  const id = useId();
  // A row that moved to another list would lose the typed name.
  const [kept, setKept] = useState(nothingKept);
  const onEdit = useCallback((sessionId: string, age: SessionAge | null) => {
    setKept((last) => {
      const next = new Map(last);
      if (age === null) next.delete(sessionId);
      else next.set(sessionId, age);
      return next;
    });
  }, []);
  // Rows that changed places under the focus would take it away.
  const [held, setHeld] = useState(nothingHeld);
  const groups = useMemo(() => groupsOf(sessions, now, kept, held), [sessions, now, kept, held]);
  const shown = useMemo(() => groups.flatMap((group) => group.sessions), [groups]);
  const keys = useRowKeys(part, shown, selectedId);
  return (
    <RecordHeadingLevel.Provider value={headingLevel}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys between the rows' own buttons */}
      <div
        className="sv-session-groups"
        ref={part}
        {...keys.handlers}
        onFocus={(event) => {
          keys.handlers.onFocus(event);
          if (held === nothingHeld) setHeld(shown.map(({ sessionId }) => sessionId));
        }}
        onBlur={(event) => {
          keys.handlers.onBlur(event);
          const { currentTarget, relatedTarget, target } = event;
          // Another window may have taken the focus, which returns to the same row.
          if (!target.isConnected || activeElementOf(target) === target) return;
          if (!currentTarget.contains(relatedTarget)) setHeld(nothingHeld);
        }}
      >
        {groups.map(({ age, sessions }) => (
          <div key={age} className="sv-session-group">
            {age !== null && (
              <RecordHeading id={`${id}${age}`} className="sv-session-age">
                {strings.ages[age]}
              </RecordHeading>
            )}
            <ul className="sv-session-rows" aria-labelledby={age === null ? undefined : `${id}${age}`}>
              {sessions.map((session) => (
                <SessionRowView
                  key={session.sessionId}
                  session={session}
                  now={now}
                  age={age}
                  isSelected={session.sessionId === selectedId}
                  isStop={session.sessionId === keys.stopId}
                  isQuiet={callHost(isQuiet, session.sessionId) === true}
                  attention={attention?.get(session.sessionId) ?? null}
                  pending={pending?.get(session.sessionId) ?? null}
                  onEdit={onEdit}
                  onOpen={onOpen}
                  href={callHost(hrefOf, session.sessionId)}
                  onRename={onRename}
                  onArchive={onArchive}
                  onDelete={onDelete}
                  subtasksOf={subtasksOf}
                  onDeleted={onDeleted}
                />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </RecordHeadingLevel.Provider>
  );
}
