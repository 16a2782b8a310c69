import { useServiceContext } from "./service-context.js";
import { idleSession, shareSession, type SessionSource } from "./session-source.js";

/** The session that every hook of this identity shares, or nobody's while signed out or not enabled. */
export function useSessionSource(
  sessionId: string,
  {
    workspaceId,
    enabled = true,
  }: { readonly workspaceId?: string | undefined; readonly enabled?: boolean | undefined },
): SessionSource {
  const context = useServiceContext();
  const isIdle = !enabled || !context.scope.identity;
  return isIdle ? idleSession(sessionId, enabled) : shareSession(context, sessionId, workspaceId);
}
