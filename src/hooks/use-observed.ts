/**
 * Binds a query to React, as react-query's own hooks do. Those keep the client that they were first given; here each
 * identity has its own, so when the person changes under a mounted component, the query must go over with it.
 */
import {
  InfiniteQueryObserver,
  QueryObserver,
  type DefaultError,
  type InfiniteData,
  type InfiniteQueryObserverOptions,
  type InfiniteQueryObserverResult,
  type QueryClient,
  type QueryKey,
  type QueryObserverOptions,
  type QueryObserverResult,
} from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";

interface Observer<Options, Result> {
  readonly setOptions: (options: Options) => void;
  readonly getOptimisticResult: (options: never) => unknown;
  readonly getCurrentResult: () => unknown;
  readonly subscribe: (listener: () => void) => () => void;
  readonly updateResult: () => void;
  /** Only for the type. */
  readonly result?: Result;
}

export function useObservedQuery<T>(queries: QueryClient, options: QueryObserverOptions<T>): QueryObserverResult<T> {
  const make = (defaulted: QueryObserverOptions<T>) => new QueryObserver<T>(queries, defaulted);
  return useObserver<QueryObserverOptions<T>, QueryObserverResult<T>>(queries, options, make);
}

export function useObservedPages<T, Param>(
  queries: QueryClient,
  options: InfiniteQueryObserverOptions<T, DefaultError, InfiniteData<T, Param>, QueryKey, Param>,
): InfiniteQueryObserverResult<InfiniteData<T, Param>> {
  return useObserver<typeof options, InfiniteQueryObserverResult<InfiniteData<T, Param>>>(
    queries,
    options,
    (defaulted) => new InfiniteQueryObserver(queries, defaulted),
  );
}

function useObserver<Options extends object, Result>(
  queries: QueryClient,
  options: Options,
  make: (options: Options) => Observer<Options, Result>,
): Result {
  const defaulted = {
    ...queries.defaultQueryOptions(options as QueryObserverOptions),
    _optimisticResults: "optimistic",
  } as unknown as Options;
  // oxlint-disable-next-line react/exhaustive-deps -- one for each client; its options follow below
  const observer = useMemo(() => make(defaulted), [queries]);
  const result = observer.getOptimisticResult(defaulted as never) as Result;
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
  return result;
}
