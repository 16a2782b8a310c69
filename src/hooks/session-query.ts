/** Reads that depend on a session and are invalidated by its log, never polled. */
import { useEffect } from "react";
import type { ServiceConnection, SessionRef } from "../api/service-connection.js";
import type { Stale } from "../session/stale.js";
import { isAwaited, useServiceContext } from "./service-context.js";
import { shareQueryClient } from "./session-record.js";
import { isSessionId, sessionOf, shareClient, type SessionId } from "./session-source.js";
import { useObservedQuery } from "./use-observed.js";
import { givenOptions } from "./given-options.js";

/** Where a session is, and whether anything is asked of it. */
export interface SessionHookOptions {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** When false, nothing is requested. @default true */
  readonly enabled?: boolean | undefined;
}

/** The state of one read of a session. */
export interface SessionQuery<T> {
  /** Undefined until it is read. */
  readonly value: T | undefined;
  readonly isLoading: boolean;
  /** Why the last read failed. */
  readonly error: Error | null;
}

/** A read: its place in the cache, and the events of the log that make it stale. */
export interface SessionRead<T> {
  readonly name: Stale;
  readonly read: (client: ServiceConnection, ref: SessionRef, options: { readonly signal: AbortSignal }) => Promise<T>;
}

export function queryKeyOf(baseUrl: string, name: string, { workspaceId, sessionId }: SessionRef): readonly unknown[] {
  return [name, baseUrl, workspaceId ?? null, sessionId];
}

export function useSessionQuery<T>(
  id: SessionId,
  options: SessionHookOptions,
  { name, read }: SessionRead<T>,
): SessionQuery<T> {
  const given = givenOptions(options);
  const { workspaceId, enabled = true } = given;
  const context = useServiceContext();
  const queries = shareQueryClient(context);
  const isIdle = !enabled || context.scope.identity === null || !isSessionId(id);
  const sessionId = id ?? "";
  const source = sessionOf(context, id, given);
  const { baseUrl } = context;
  const query = useObservedQuery<T>(queries, {
    queryKey: queryKeyOf(baseUrl, name, { sessionId, workspaceId }),
    queryFn: ({ signal }) => read(shareClient(context), { sessionId, workspaceId }, { signal }),
    enabled: !isIdle,
  });
  useEffect(() => {
    if (isIdle) return;
    const queryKey = queryKeyOf(baseUrl, name, { sessionId, workspaceId });
    const stopFollowing = source.store.subscribe(() => {});
    const stopHearing = source.store.getState().onStale((stale) => {
      if (stale.includes(name)) void queries.invalidateQueries({ queryKey });
    });
    return () => {
      stopHearing();
      stopFollowing();
    };
  }, [isIdle, source, queries, name, baseUrl, sessionId, workspaceId]);
  return {
    value: isIdle ? undefined : query.data,
    isLoading: query.isLoading || (isSessionId(id) && isAwaited(context, enabled)),
    error: isIdle ? null : query.error,
  };
}
