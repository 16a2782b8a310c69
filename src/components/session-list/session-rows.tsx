import { useMemo, useRef, type ReactNode } from "react";
import { useMinute } from "../use-minute.js";
import { callHost } from "../call-host.js";
import { headingsOf } from "./session-ages.js";
import type { SessionListViewProps } from "./session-list-props.js";
import { SessionRowView } from "./session-row.js";
import { useRowKeys } from "./use-row-keys.js";

type SessionRowsProps = Pick<
  SessionListViewProps,
  "sessions" | "selectedId" | "onOpen" | "hrefOf" | "attention" | "onRename" | "onArchive" | "onDelete" | "pending"
> & {
  /** Called with the title of a session that was deleted. */
  readonly onDeleted: (title: string) => void;
};

/** The rows of a list, under the day or the time they are from. */
export function SessionRows(props: SessionRowsProps): ReactNode {
  const { sessions, selectedId, onOpen, hrefOf, attention, onRename, onArchive, onDelete, onDeleted, pending } = props;
  const list = useRef<HTMLUListElement>(null);
  const keys = useRowKeys(list, sessions, selectedId);
  const now = useMinute();
  const headings = useMemo(() => (now === null ? undefined : headingsOf(sessions, now)), [sessions, now]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys between the rows' own buttons
    <ul className="sv-session-rows" ref={list} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
      {sessions.map((session) => (
        <SessionRowView
          key={session.sessionId}
          session={session}
          now={now}
          heading={headings?.get(session.sessionId) ?? null}
          isSelected={session.sessionId === selectedId}
          isStop={session.sessionId === keys.stopId}
          attention={attention?.get(session.sessionId) ?? null}
          pending={pending?.get(session.sessionId) ?? null}
          onOpen={onOpen}
          href={callHost(hrefOf, session.sessionId)}
          onRename={onRename}
          onArchive={onArchive}
          onDelete={onDelete}
          onDeleted={onDeleted}
        />
      ))}
    </ul>
  );
}
