import { createContext, useCallback, useContext, type ReactNode } from "react";
import { useOptionalServiceContext } from "./service-context.js";

const ShownSession = createContext<string | null>(null);

/** Provides the session that the files below are shown in: people who may open it may open them. */
export function FilesOfSession(props: { readonly sessionId: string | null; readonly children?: ReactNode }): ReactNode {
  return <ShownSession.Provider value={props.sessionId}>{props.children}</ShownSession.Provider>;
}

/**
 * Where a file of the shown session is, on the host's own origin, by its id; null outside of a session, where files
 * cannot be opened.
 */
export function useFileAddress(): ((fileId: string) => string) | null {
  const context = useOptionalServiceContext();
  const sessionId = useContext(ShownSession);
  const baseUrl = context?.baseUrl.replace(/\/+$/, "");
  const address = useCallback(
    (fileId: string) =>
      `${baseUrl}/v1/workspaces/current/files/${encodeURIComponent(fileId)}/content?session=${encodeURIComponent(sessionId ?? "")}`,
    [baseUrl, sessionId],
  );
  return baseUrl === undefined || sessionId === null ? null : address;
}
