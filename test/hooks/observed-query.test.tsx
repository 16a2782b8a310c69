import { QueryClient } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useObservedQuery } from "../../src/hooks/use-observed.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** How often a query is read in a second, from its mount on. */
async function readsOf(options: object): Promise<number> {
  const queries = new QueryClient();
  const read = vi.fn<() => Promise<string>>().mockResolvedValue("list");
  const { unmount } = renderHook(() =>
    useObservedQuery(queries, { queryKey: ["list"], queryFn: read, staleTime: Infinity, ...options }),
  );
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  unmount();
  return read.mock.calls.length;
}

it.each([Infinity, 2 ** 31, 1e12, Number.NaN, 0])("reads a list once with an interval of %s ms", async (ms) => {
  expect([await readsOf({ refetchInterval: ms }), await readsOf({ refetchInterval: () => ms })]).toEqual([1, 1]);
});

it("reads a list again at its interval", async () => {
  expect(await readsOf({ refetchInterval: 400 })).toBe(3);
});

it.each([Infinity, 2 ** 31, 0])(
  "with an interval of %s ms, keeps the client's own rule for failed reads",
  async (ms) => {
    const client = new QueryClient({
      defaultOptions: { queries: { refetchInterval: ({ state }) => state.data === undefined && 400, retry: false } },
    });
    const read = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("a portal")).mockResolvedValue("list");
    const { unmount } = renderHook(() =>
      useObservedQuery(client, { queryKey: ["list"], queryFn: read, staleTime: Infinity, refetchInterval: ms }),
    );
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    unmount();
    expect(read).toHaveBeenCalledTimes(2);
  },
);

it.each([null, 0, ""])("reads nothing where `enabled` is %j, as of a host without types", async (enabled) => {
  expect(await readsOf({ enabled })).toBe(0);
});
