import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ScheduledTaskFormView, ScheduledTaskListView } from "@service/react";
import { task } from "../../stories/schedule-fixtures.js";

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const at = "2046-01-02T15:00:00.000Z";

/** Shows a task that runs once, and returns the words of its next run. */
function nextOf(runAt: string, nextRunAt: string | null, timeZone = zone): string | null {
  const schedule = { type: "once", runAt, timeZone } as const;
  const { unmount } = render(<ScheduledTaskListView tasks={[task(1, "Report", { schedule, nextRunAt })]} />);
  expect(screen.getByText(/^Once: /)).toBeVisible();
  const next = screen.queryByText(/^Next: |^No upcoming/)?.textContent ?? null;
  unmount();
  return next;
}

it("shows the time of a task that runs once one time", () => {
  expect(nextOf(at, at)).toBeNull();
});

it("shows the next run of a task that runs once where it is at another time, or where there is none", () => {
  expect(nextOf(at, "2046-01-02T15:05:00.000Z")).toMatch(/^Next: .*05/);
  expect(nextOf(at, null)).toBe("No upcoming runs");
});

it("marks the reader's time below the time of another zone", () => {
  expect(nextOf("2046-01-02T15:00", "2046-01-02T01:15:00.000Z", "Pacific/Chatham")).toMatch(/ your time$/);
});

it("is edited also where the browser does not have its zone, or cannot read its time", async () => {
  const saved: unknown[] = [];
  const opened = [task(1, "Report", { schedule: { type: "once", runAt: at, timeZone: "Europe/Nowhere" } })];
  opened.push(task(2, "Report", { schedule: { type: "once", runAt: "2046T25:00Z", timeZone: zone } }));
  for (const one of opened) {
    const onSave = (_: unknown, changes: unknown) => Promise.resolve((saved.push(changes), one));
    const { unmount } = render(<ScheduledTaskFormView task={one} onSave={onSave} onPreview={async () => []} />);
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Other" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByRole("button", { name: "Save" });
    unmount();
  }
  expect(saved).toEqual([{ name: "Other" }, { name: "Other" }]);
});
