/**
 * Binds a query to React, as react-query's own hooks do. Those keep their first client. Here each identity has its own,
 * so when the person changes under a mounted component, the query must switch clients.
 */
import {
  QueryObserver,
  type QueryClient,
  type QueryObserverOptions,
  type QueryObserverResult,
} from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";

/** The platform's timers take no longer interval (ms): they run without a pause instead. */
const longestInterval = 2_147_483_647;

/** False for an interval that never ends. */
const every = (ms: number | false | undefined): number | false => (ms && ms <= longestInterval ? ms : false);

/** A host without types may give null. */
const isOn = (enabled: unknown): boolean => Boolean(enabled);

/** Options as the query library takes them, whatever a host without types gave a hook. */
function taken<T>({ enabled = true, refetchInterval, ...options }: QueryObserverOptions<T>): QueryObserverOptions<T> {
  const interval: QueryObserverOptions<T>["refetchInterval"] =
    typeof refetchInterval === "function" ? (query) => every(refetchInterval(query)) : every(refetchInterval);
  return { ...options, enabled: typeof enabled === "function" ? enabled : isOn(enabled), refetchInterval: interval };
}

export function useObservedQuery<T>(queries: QueryClient, options: QueryObserverOptions<T>): QueryObserverResult<T> {
  const defaulted = queries.defaultQueryOptions(taken(options));
  // oxlint-disable-next-line react/exhaustive-deps -- one for each client; its options follow below
  const observer = useMemo(() => new QueryObserver<T>(queries, defaulted), [queries]);
  const result = observer.getOptimisticResult(defaulted);
  useEffect(() => {
    observer.setOptions(defaulted);
  });
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribe = observer.subscribe(listener);
      observer.updateResult();
      return unsubscribe;
    },
    [observer],
  );
  const getResult = () => observer.getCurrentResult();
  useSyncExternalStore(subscribe, getResult, getResult);
  // Before the first effect no request has begun, so `isFetching` alone would show an empty list for a moment.
  return { ...result, isLoading: result.isPending && result.isEnabled } as QueryObserverResult<T>;
}
