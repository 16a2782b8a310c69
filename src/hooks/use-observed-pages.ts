/**
 * Lists that are read page by page, as plain queries. react-query's infinite queries are not used: the context of their
 * request refers to itself through a getter. Chromium keeps the first such object with its pages until the page
 * closes, so a list would stay in memory after its person has signed out.
 */
import type {
  InfiniteData,
  QueryClient,
  QueryKey,
  QueryObserverOptions,
  QueryObserverResult,
} from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { useLatest } from "./use-latest.js";
import { useObservedQuery } from "./use-observed.js";

/** Options of a list that is read page by page. */
export interface PagesOptions<T, Param> extends Pick<
  QueryObserverOptions<InfiniteData<T, Param>>,
  "queryKey" | "enabled" | "refetchInterval" | "placeholderData"
> {
  readonly queryKey: QueryKey;
  readonly queryFn: (place: { readonly pageParam: Param; readonly signal: AbortSignal }) => Promise<T>;
  readonly initialPageParam: Param;
  /** Called when a request of all loaded pages begins. */
  readonly onAsk?: ((queryKey: QueryKey) => void) | undefined;
  /** Undefined after the last page. */
  readonly getNextPageParam: (page: T, pages: readonly T[]) => Param | undefined;
}

/** A list's pages, with what `usePaging` needs. */
export type PagesResult<T, Param> = QueryObserverResult<InfiniteData<T, Param>> & {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  /** Reads the next page, unless a request runs. */
  readonly fetchNextPage: () => void;
};

export function useObservedPages<T, Param>(
  queries: QueryClient,
  options: PagesOptions<T, Param>,
): PagesResult<T, Param> {
  const { queryKey, getNextPageParam } = options;
  const query = useObservedQuery<InfiniteData<T, Param>>(queries, {
    ...options,
    queryFn: ({ signal }) =>
      isForMore(queries, queryKey) ? readMore(queries, options, signal) : readAgain(queries, options, signal),
  });
  const latest = useLatest(queryKey);
  const fetchNextPage = useCallback(() => {
    const found = queries.getQueryCache().find({ queryKey: latest.current });
    // A failure is in the query's state.
    void found?.fetch(undefined, { meta: { fetchMore: { direction: "forward" } } }).catch(() => undefined);
  }, [queries, latest]);
  // A placeholder belongs to another list.
  const pages = query.isPlaceholderData ? undefined : query.data?.pages;
  return {
    ...query,
    hasNextPage: pages !== undefined && nextParam(pages, getNextPageParam) !== undefined,
    isFetchingNextPage: query.isFetching && isForMore(queries, queryKey),
    fetchNextPage,
  };
}

/** The paging of a list. One page is read at a time; a press during a refresh is kept until the refresh ends. */
export function usePaging(
  query: Pick<PagesResult<unknown, unknown>, "hasNextPage" | "isFetching" | "isFetchingNextPage" | "fetchNextPage">,
  isEnabled: boolean,
) {
  const latest = useLatest(query);
  const [isKept, setKept] = useState(false);
  const loadMore = useCallback(() => {
    const { hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = latest.current;
    if (!hasNextPage || isFetchingNextPage) return;
    if (isFetching) setKept(true);
    else fetchNextPage();
  }, [latest]);
  const { hasNextPage, isFetching } = query;
  const hasMore = isEnabled && hasNextPage;
  useEffect(() => {
    if (!isKept || (isFetching && hasMore)) return;
    // oxlint-disable-next-line react/set-state-in-effect -- the kept press is used up with the request
    setKept(false);
    if (hasMore) latest.current.fetchNextPage();
  }, [isKept, isFetching, hasMore, latest]);
  return { hasMore, isLoadingMore: query.isFetchingNextPage || (isKept && hasMore), loadMore };
}

/** Errors of requests for one more page, each for as long as its list has it. */
const ofNextPage = new WeakSet<Error>();

/** Whether a list's error is of its next page alone: the loaded pages are as new as before. */
export function isOfNextPage(error: Error | null | undefined): boolean {
  return error !== null && error !== undefined && ofNextPage.has(error);
}

/** Adds the next page to the loaded ones. */
async function readMore<T, Param>(
  queries: QueryClient,
  options: PagesOptions<T, Param>,
  signal: AbortSignal,
): Promise<InfiniteData<T, Param>> {
  const { queryKey, queryFn, getNextPageParam } = options;
  const loaded = () => queries.getQueryData<InfiniteData<T, Param>>(queryKey);
  const before = loaded();
  if (!before) return readAgain(queries, options, signal);
  const pageParam = nextParam(before.pages, getNextPageParam);
  if (pageParam === undefined) return before;
  const page = await queryFn({ pageParam, signal }).catch((error: unknown) => {
    if (error instanceof Error) ofNextPage.add(error);
    throw error;
  });
  signal.throwIfAborted();
  // A write may have changed the loaded pages meanwhile.
  const { pages, pageParams } = loaded() ?? before;
  return { pages: [...pages, page], pageParams: [...pageParams, pageParam] };
}

/** Reads as many pages as are loaded, at least one. */
async function readAgain<T, Param>(
  queries: QueryClient,
  { queryKey, queryFn, initialPageParam, getNextPageParam, onAsk }: PagesOptions<T, Param>,
  signal: AbortSignal,
): Promise<InfiniteData<T, Param>> {
  onAsk?.(queryKey);
  const count = queries.getQueryData<InfiniteData<T, Param>>(queryKey)?.pages.length ?? 1;
  const pages: T[] = [];
  const pageParams: Param[] = [];
  let pageParam: Param | undefined = initialPageParam;
  do {
    const param: Param = pageParam;
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    pages.push(await queryFn({ pageParam: param, signal }));
    signal.throwIfAborted();
    pageParams.push(param);
    pageParam = nextParam(pages, getNextPageParam);
  } while (pageParam !== undefined && pages.length < count);
  return { pages, pageParams };
}

function nextParam<T, Param>(
  pages: readonly T[],
  getNextPageParam: PagesOptions<T, Param>["getNextPageParam"],
): Param | undefined {
  const last = pages.at(-1);
  return last === undefined ? undefined : getNextPageParam(last, pages);
}

/** Whether the query's request is for one more page. */
function isForMore(queries: QueryClient, queryKey: QueryKey): boolean {
  return queries.getQueryState(queryKey)?.fetchMeta?.fetchMore !== undefined;
}
