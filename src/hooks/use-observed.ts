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
import { longestTimer } from "../foundation/clock.js";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";

type Interval<T> = QueryObserverOptions<T>["refetchInterval"];

/** Whether a list can be read again after `ms`. After a longer time the query library would read without a pause. */
const isInterval = (ms: unknown): ms is number => typeof ms === "number" && ms > 0 && ms <= longestTimer;

/** The interval of a list; undefined where it has none of its own, and the client's rule for failed reads holds. */
function intervalOf<T>(given: Interval<T>): Interval<T> {
  if (typeof given !== "function") return isInterval(given) ? given : undefined;
  return (query) => {
    const ms = given(query);
    return isInterval(ms) && ms;
  };
}

/** A host without types may give null. */
const isOn = (enabled: unknown): boolean => Boolean(enabled);

/** Options as the query library takes them, whatever a host without types gave a hook. */
function taken<T>({ enabled = true, refetchInterval, ...options }: QueryObserverOptions<T>): QueryObserverOptions<T> {
  const own = intervalOf(refetchInterval);
  return {
    ...options,
    enabled: typeof enabled === "function" ? enabled : isOn(enabled),
    // A field that is undefined would replace the client's rule.
    ...(own !== undefined && { refetchInterval: own }),
  };
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
