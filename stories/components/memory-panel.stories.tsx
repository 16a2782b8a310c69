import { MemoryPanelView, type MemoryPanelViewProps } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { press } from "../begin.js";

type Memory = MemoryPanelViewProps["memories"][number];

function memory(id: string, text: string, day: number): Memory {
  const at = `2026-05-0${day}T09:00:00.000Z`;
  return { id, endUser: { source: "app", id: "ana" }, kind: "fact", text, createdAt: at, updatedAt: at };
}

const memories = [
  memory("m1", "Prefers window seats.", 1),
  memory("m2", "Writes her reports in English and prefers dates as day, month, year.", 2),
  memory("m3", "يفضل الشاي", 3),
];
const unreachable = new Error("We couldn't reach the server. Try again.");
const done = async () => undefined;

const meta = {
  title: "Panels/MemoryPanel",
  component: MemoryPanelView,
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: "32rem" }}>
        <Story />
      </div>
    ),
  ],
  args: { memories, onDelete: fn(done), onDeleteAll: fn(done), onRetry: fn(), onDismiss: fn() },
} satisfies Meta<typeof MemoryPanelView>;
export default meta;
type Story = StoryObj<typeof meta>;

export const SeveralMemories: Story = {};
export const ReadOnly: Story = { render: () => <MemoryPanelView memories={memories} /> };
export const Loading: Story = { args: { memories: [], isLoading: true } };
export const NoMemories: Story = { args: { memories: [] } };
export const LoadingFailed: Story = { args: { memories: [], error: unreachable } };
/** The loaded memories stay. */
export const RefreshFailed: Story = { args: { error: unreachable } };
export const DeletionInProgress: Story = { args: { pending: new Map([["m1", "delete"]]) } };
export const DeletionOfAllInProgress: Story = { args: { pending: new Map([["all", "deleteAll"]]) } };
/** Deleting failed. The list stays. */
export const DeletionFailed: Story = {
  args: { refused: { target: "m1", action: "delete", isConflict: false, error: unreachable } },
};

/** Deleting asks for confirmation. The safe answer has the focus, and Escape cancels. */
export const DeleteConfirmation: Story = {
  parameters: { begin: press("Delete: Prefers window seats.") },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const keep = await canvas.findByRole("button", { name: "Keep" });
    await waitFor(() => expect(keep).toHaveFocus());
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(canvas.getByRole("button", { name: "Delete: Prefers window seats." })).toHaveFocus());
    await userEvent.keyboard("{Enter}");
    await userEvent.keyboard("{Tab}{Enter}");
    await expect(args.onDelete).toHaveBeenCalledWith("m1");
    await userEvent.click(canvas.getByRole("button", { name: "Delete: يفضل الشاي" }));
  },
};

export const DeleteAllConfirmation: Story = {
  parameters: { begin: press("Delete all") },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await canvas.findByRole("group", { name: /^Delete all 3 memories/ });
    await userEvent.click(canvas.getByRole("button", { name: "Delete all memories" }));
    await expect(args.onDeleteAll).toHaveBeenCalled();
    await userEvent.click(canvas.getByRole("button", { name: "Delete all" }));
  },
};

export const RightToLeft: Story = { globals: { direction: "rtl" } };
export const Dark: Story = { globals: { theme: "dark" } };
export const Phone: Story = { globals: { width: "360" } };
