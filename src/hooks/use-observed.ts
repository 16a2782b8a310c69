/**
 * Binds a query to React, as react-query's own hooks do. Those keep their first client. Here each identity has its own,
 * so when the person changes under a mounted component, the query must switch clients.
 */
import {
  InfiniteQueryObserver,
  QueryObserver,
  type DefaultError,
  type DefaultedInfiniteQueryObserverOptions,
  type InfiniteData,
  type InfiniteQueryObserverOptions,
  type InfiniteQueryObserverResult,
  type QueryClient,
  type QueryKey,
  type QueryObserverOptions,
  type QueryObserverResult,
} from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { useLatest } from "./use-latest.js";

/** The common interface of react-query's observers for one page and for many. */
interface Observer<Options, Result> {
  readonly setOptions: (options: Options) => void;
  readonly getOptimisticResult: (options: Options) => Result;
  readonly getCurrentResult: () => unknown;
  readonly subscribe: (listener: () => void) => () => void;
  readonly updateResult: () => void;
}

export function useObservedQuery<T>(queries: QueryClient, options: QueryObserverOptions<T>): QueryObserverResult<T> {
  const defaulted = queries.defaultQueryOptions(options);
  return useObserver(queries, defaulted, () => new QueryObserver<T>(queries, defaulted));
}

export function useObservedPages<T, Param>(
  queries: QueryClient,
  options: InfiniteQueryObserverOptions<T, DefaultError, InfiniteData<T, Param>, QueryKey, Param>,
): InfiniteQueryObserverResult<InfiniteData<T, Param>> {
  // The client's own type for this covers queries of one page only.
  const defaulted = queries.defaultQueryOptions(options as QueryObserverOptions) as unknown as DefaultedPages<T, Param>;
  return useObserver(queries, defaulted, () => new InfiniteQueryObserver(queries, defaulted));
}

type PagedQuery = Pick<
  InfiniteQueryObserverResult,
  "hasNextPage" | "isFetching" | "isFetchingNextPage" | "fetchNextPage"
>;

/** The paging of a list. One page is read at a time. */
export function usePaging(query: PagedQuery, isEnabled: boolean) {
  const latest = useLatest(query);
  const loadMore = useCallback(() => {
    const { hasNextPage, isFetching, fetchNextPage } = latest.current;
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [latest]);
  return { hasMore: isEnabled && query.hasNextPage, isLoadingMore: query.isFetchingNextPage, loadMore };
}

type DefaultedPages<T, Param> = DefaultedInfiniteQueryObserverOptions<
  T,
  DefaultError,
  InfiniteData<T, Param>,
  QueryKey,
  Param
>;

function useObserver<Options, Result extends { isPending: boolean; isEnabled: boolean; isLoading: boolean }>(
  queries: QueryClient,
  options: Options,
  make: () => Observer<Options, Result>,
): Result {
  // oxlint-disable-next-line react/exhaustive-deps -- one for each client; its options follow below
  const observer = useMemo(make, [queries]);
  const result = observer.getOptimisticResult(options);
  useEffect(() => {
    observer.setOptions(options);
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
  return { ...result, isLoading: result.isPending && result.isEnabled };
}
