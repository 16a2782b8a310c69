import { useStore } from "zustand/react";
import type { Session } from "../protocol/session.js";
import { useServiceContext } from "./service-context.js";
import { useSessionRecord } from "./session-record.js";
import { idleSession, shareSession } from "./session-source.js";
import type { SessionVerbs, SessionView } from "./session-view.js";

export interface UseSessionByIdOptions {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** When false, nothing is requested and the view stays empty. @default true */
  readonly enabled?: boolean | undefined;
}

/** What only the session API can do. */
export interface SessionByIdExtras {
  readonly title: string | null;
  /** The session as the API tells it; null until it is read. */
  readonly record: Session | null;
  readonly isPaused: boolean;
  /** Whether there is more before the first group. */
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  readonly loadOlder: () => Promise<void>;
  /** Interrupts the running turn with this message. */
  readonly steer: (text: string) => Promise<void>;
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
}

export type SessionById = SessionView & SessionVerbs & SessionByIdExtras;

/**
 * One session, live, through the session API and the host's proxy. Hooks of the same identity and session share one
 * connection.
 *
 * @example
 * const session = useSessionById(sessionId);
 * return <TimelineView settled={session.settled} live={session.live} />;
 */
export function useSessionById(sessionId: string, options: UseSessionByIdOptions = {}): SessionById {
  const { workspaceId, enabled = true } = options;
  const context = useServiceContext();
  const isIdle = !enabled || !context.scope.identity;
  const source = isIdle ? idleSession(sessionId, enabled) : shareSession(context, sessionId, workspaceId);
  const session = useStore(source.store);
  const revision = JSON.stringify([session.title, session.isPaused]);
  const record = useSessionRecord(sessionId, { workspaceId, enabled: enabled && session.created, revision }) ?? null;
  return { ...session, record, title: session.title ?? record?.title ?? null };
}
