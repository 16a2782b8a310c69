/**
 * The session's record through react-query. One private client for each identity, made by the first hook that needs it
 * and passed as an argument, so that a host's own provider is never touched.
 */
import { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { mayReadAgain, readAgainAfter } from "../session/may-read-again.js";
import type { Session } from "../wire/protocol/session.js";
import { getSession } from "../api/routes/sessions.js";
import { queryForgetter } from "./forget-queries.js";
import { useServiceContext, type ServiceContextValue } from "./service-context.js";
import { shareClient } from "./session-source.js";
import { useObservedQuery } from "./use-observed.js";

/** Reads are tried again this often when that may help. */
const mostRetries = 2;

export function shareQueryClient({ scope }: ServiceContextValue): QueryClient {
  const { queries } = scope.share("queries", () => {
    const queries = new QueryClient({
      defaultOptions: {
        queries: {
          // Kept while it is shown, without a timer afterwards.
          gcTime: 0,
          staleTime: Number.POSITIVE_INFINITY,
          refetchOnWindowFocus: false,
          retry: (count, error) => count < mostRetries && mayReadAgain(error),
          refetchInterval: ({ state }) => readAgainAfter(state.error),
        },
      },
    });
    return { queries, dispose: queryForgetter(queries) };
  });
  return queries;
}

export interface SessionRecordOptions {
  readonly workspaceId: string | undefined;
  readonly enabled: boolean;
  /** A change of this value reads the record again: it comes from the log. */
  readonly revision: string;
}

/** The session's record; undefined until it is read. */
export function useSessionRecord(sessionId: string, options: SessionRecordOptions): Session | undefined {
  const context = useServiceContext();
  const { workspaceId, enabled, revision } = options;
  const client = shareClient(context);
  const queries = shareQueryClient(context);
  const isEnabled = enabled && context.scope.identity !== null;
  const queryKey = ["session", context.baseUrl, workspaceId ?? null, sessionId];
  const query = useObservedQuery<Session>(queries, {
    queryKey: [...queryKey, revision],
    queryFn: ({ signal }) => getSession(client, { sessionId, workspaceId }, { signal }),
    enabled: isEnabled,
    placeholderData: (previous, of) => (of && isSameSession(of.queryKey, queryKey) ? previous : undefined),
  });
  useEffect(() => {
    if (query.error) context.transport.onError(query.error);
  }, [query.error, context.transport]);
  return isEnabled ? query.data : undefined;
}

function isSameSession(key: readonly unknown[], session: readonly unknown[]): boolean {
  return session.every((part, index) => key[index] === part);
}
