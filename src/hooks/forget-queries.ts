import type { Query, QueryClient } from "@tanstack/react-query";

/** How many removed queries are remembered before those that were collected are dropped. */
const firstSweep = 64;

/**
 * Returns how to remove all queries of a client with their data, those that the client has removed before as well. An
 * engine may keep the functions of a query for as long as the page is open: in the shape of an object that was made with them.
 */
export function queryForgetter(queries: QueryClient): () => void {
  const cache = queries.getQueryCache();
  let removed: WeakRef<Query>[] = [];
  let sweepAt = firstSweep;
  cache.subscribe(({ type, query }) => {
    if (type !== "removed") return;
    removed.push(new WeakRef(query));
    if (removed.length < sweepAt) return;
    removed = removed.filter((ref) => ref.deref());
    sweepAt = Math.max(firstSweep, removed.length * 2);
  });
  return () => {
    queries.clear();
    for (const ref of removed) ref.deref()?.setData(undefined);
    removed = [];
  };
}
