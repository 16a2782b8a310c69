import { createContext, useCallback, useContext, type ReactNode } from "react";
import { addressOf } from "../wire/http/address.js";
import { useOptionalServiceContext } from "./service-context.js";

const ShownSession = createContext<string | null>(null);

/** Provides the session of the files below it. Users who may open the session may open its files. */
export function FilesOfSession(props: { readonly sessionId: string | null; readonly children?: ReactNode }): ReactNode {
  return <ShownSession.Provider value={props.sessionId}>{props.children}</ShownSession.Provider>;
}

/**
 * Where a file of the shown session is, on the host's own origin, by its id; null outside of a session, where files
 * cannot be opened.
 */
export function useFileAddress(): ((fileId: string) => string) | null {
  const session = useContext(ShownSession);
  const address = useAddress(session);
  return session === null ? null : address;
}

/** Where a file is that the person uploaded, by its id; null outside of a provider. */
export function useOwnFileAddress(): ((fileId: string) => string) | null {
  return useAddress(null);
}

function useAddress(session: string | null): ((fileId: string) => string) | null {
  const baseUrl = useOptionalServiceContext()?.baseUrl;
  const address = useCallback(
    (fileId: string) => {
      const path = `/v1/workspaces/current/files/${encodeURIComponent(fileId)}/content`;
      return addressOf(baseUrl ?? "", path, { session: session ?? undefined });
    },
    [baseUrl, session],
  );
  return baseUrl === undefined ? null : address;
}
