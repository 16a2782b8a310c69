import { useEffect } from "react";
import { useStore } from "zustand/react";
import type { Session } from "../wire/protocol/session.js";
import type { SessionControllerState, WindowVerbs } from "../session/session-types.js";
import { useServiceContext } from "./service-context.js";
import { listWritten } from "./session-list-cache.js";
import { useSessionRecord } from "./session-record.js";
import type { ResumeOption, SessionVerbs, SessionView } from "./session-view.js";
import { isSessionId, useSessionSource, type SessionId } from "./session-source.js";
import { givenOptions } from "./given-options.js";

/** Options of `useSessionById`. */
export interface UseSessionByIdOptions {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** When false, nothing is requested and the view stays empty. @default true */
  readonly enabled?: boolean | undefined;
}

/** The loaded part of the log, and the connection's state. */
export type SessionWindow = Pick<
  SessionControllerState,
  | "hasOlder"
  | "isLoadingOlder"
  | "hasNewer"
  | "isLoadingNewer"
  | "windowTruncated"
  | "connectionSince"
  | "nextAttemptAt"
>;

/** Features of the session API only. */
export interface SessionByIdExtras extends SessionWindow, WindowVerbs {
  readonly title: string | null;
  /** The session's record in the API; null until it is read. */
  readonly record: Session | null;
  readonly isPaused: boolean;
  readonly pause: () => Promise<void>;
  /** Ways to continue after a pause, as the service offers them; empty without a pause, and where it offers none. */
  readonly resumeOptions: readonly ResumeOption[];
  /** Resumes this session, or the target of one of `resumeOptions`. */
  readonly resume: (option?: ResumeOption) => Promise<void>;
}

/** Result of `useSessionById`. */
export type SessionById = SessionView & SessionVerbs & SessionByIdExtras;

/**
 * One session, live, through the session API and the host's proxy. Hooks of the same identity and session share one
 * connection.
 *
 * @example
 * const session = useSessionById(sessionId);
 * return <TimelineView timeline={session} />;
 */
export function useSessionById(sessionId: SessionId, options: UseSessionByIdOptions = {}): SessionById {
  const given = givenOptions(options);
  const session = useStore(useSessionSource(sessionId, given).store);
  const record = useRecordOf(session, given);
  useUnlisted(session.isMissing ? sessionId : null, given.workspaceId);
  return { ...session, record, title: session.title ?? record?.title ?? null };
}

/** Removes a session that was found missing from the lists of the page: a refresh does not reach all of their pages. */
function useUnlisted(sessionId: SessionId, workspaceId: string | undefined): void {
  const context = useServiceContext();
  useEffect(() => {
    if (isSessionId(sessionId)) listWritten(context, workspaceId, sessionId, null);
  }, [context, workspaceId, sessionId]);
}

/** The record of a shown session, read again when its log changes it; null until it is read. */
export function useRecordOf(
  session: Pick<SessionControllerState, "sessionId" | "title" | "isPaused" | "created">,
  { workspaceId, enabled = true }: UseSessionByIdOptions,
): Session | null {
  const revision = JSON.stringify([session.title, session.isPaused]);
  const options = { workspaceId, enabled: enabled && session.created, revision };
  return useSessionRecord(session.sessionId ?? "", options) ?? null;
}
