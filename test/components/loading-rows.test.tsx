import { act, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { ScheduledTaskListView } from "../../src/components/scheduled-tasks/scheduled-task-list-view.js";
import { SessionListView } from "../../src/components/session-list/session-list-view.js";

afterEach(() => vi.restoreAllMocks());

const lists: readonly (readonly [string, ReactNode, RegExp])[] = [
  ["records", <ScheduledTaskListView key="t" tasks={[]} isLoading />, /^Loading/],
  ["sessions", <SessionListView key="s" sessions={[]} isLoading />, /^Loading/],
];

it.each(lists)("a list of %s that is being read shows when the device is offline", (_of, list, loading) => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  render(list);
  expect(screen.getByText(loading)).toBeInTheDocument();
  onLine.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(screen.getByRole("alert")).toHaveTextContent("You're offline. We'll catch up when you reconnect.");
  expect(screen.queryByText(loading)).toBeNull();
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByText(loading)).toBeInTheDocument();
});
