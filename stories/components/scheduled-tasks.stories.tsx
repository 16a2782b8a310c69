import { ScheduledTaskListView } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { inOrder, press } from "../begin.js";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { inDays, run, task, zone } from "../schedule-fixtures.js";
import { withoutNetwork } from "../without-network.js";

const tasks = [
  task(1, "Morning summary of all orders"),
  task(2, "Import prices", { schedule: { type: "interval", everySeconds: 7_200 }, lastRun: run(2, "running") }),
  task(3, "Quarterly report for finance, sales and the board, with a comparison to last year", {
    schedule: { type: "once", runAt: inDays(33, 15), timeZone: zone },
    nextRunAt: inDays(33, 15),
    endUser: null,
    lastRun: null,
  }),
  task(4, "Clean up drafts", {
    schedule: { type: "calendar", timeZone: zone, hour: 18, minute: 30, daysOfWeek: [1, 4] },
    status: "paused",
    nextRunAt: null,
    lastRun: run(4, "failed"),
  }),
  task(5, "Check the web shop", {
    schedule: { type: "manual" },
    nextRunAt: null,
    lastRun: run(5, "skipped", { sessionId: null }),
  }),
];
const done = async () => undefined;

const meta = {
  title: "Panels/ScheduledTaskList",
  component: ScheduledTaskListView,
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: "40rem" }}>
        <Story />
      </div>
    ),
  ],
  // Day names and zones are the browser's own words.
  parameters: { data: [zone, "Monday and Thursday"] },
  args: {
    tasks,
    hrefOf: (id: string) => `#/${id}`,
    onAdd: fn(),
    onEdit: fn(),
    onPause: fn(done),
    onResume: fn(done),
    onTrigger: fn(done),
    onRemove: fn(done),
    onRetry: fn(),
    onDismiss: fn(),
  },
} satisfies Meta<typeof ScheduledTaskListView>;
export default meta;
type Story = StoryObj<typeof meta>;

export const SeveralTasks: Story = {};
/** Admins choose whose tasks are listed. */
export const SharedWithTheWorkspace: Story = {
  args: { tasks: tasks.slice(2, 3), owners: ["user", "workspace"], owner: "workspace", onOwner: fn() },
};
export const ReadOnly: Story = { args: { readOnly: true } };
export const Loading: Story = { args: { tasks: [], isLoading: true } };
/** The list loads once the device is online. */
export const LoadingWhileOffline: Story = { ...Loading, beforeEach: withoutNetwork, tags: ["!autodocs"] };
export const NoTasks: Story = { args: { tasks: [] } };
export const LoadingFailed: Story = {
  args: { tasks: [], error: new Error("We couldn't reach the server. Try again.") },
};
/** The last change failed. The list stays. */
export const PauseFailed: Story = {
  args: {
    refused: {
      target: "t1",
      action: "pause",
      isConflict: false,
      error: new Error("We couldn't reach the server. Try again."),
    },
  },
};
export const RunStarting: Story = { args: { pending: new Map([["t1", "trigger"]]) } };
export const MoreToLoad: Story = { args: { hasMore: true, onLoadMore: fn() } };
export const LoadingMore: Story = { args: { hasMore: true, isLoadingMore: true, onLoadMore: fn() } };

/** Deleting asks for confirmation. Escape cancels, and the focus stays in the list. */
export const DeleteConfirmation: Story = {
  parameters: { begin: inOrder(press(/^More actions for Morning/), press("Delete", "menuitem")) },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const cancel = await canvas.findByRole("button", { name: "Keep" });
    await waitFor(() => expect(cancel).toHaveFocus());
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(canvas.getByRole("button", { name: /^More actions for Morning/ })).toHaveFocus());
    await expect(args.onRemove).not.toHaveBeenCalled();
    await userEvent.keyboard("{Enter}{End}{Enter}");
  },
};

export const Dark: Story = { globals: { theme: "dark" } };
export const PhoneRightToLeft: Story = { globals: { width: "360", direction: "rtl" } };
