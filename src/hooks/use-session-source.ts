import { useServiceContext } from "./service-context.js";
import { sessionOf, type SessionId, type SessionSource } from "./session-source.js";

/** The session that every hook of this identity shares, or an idle one: while signed out, not enabled, or without an id. */
export function useSessionSource(
  sessionId: SessionId,
  options: { readonly workspaceId?: string | undefined; readonly enabled?: boolean | undefined },
): SessionSource {
  return sessionOf(useServiceContext(), sessionId, options);
}
