import { EmptyState, ErrorState, LoadingState } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";

const meta = {
  title: "Primitives/States",
  component: ErrorState,
  subcomponents: { EmptyState, LoadingState },
  args: { error: new Error("The server didn't answer in time. Try again in a moment.") },
} satisfies Meta<typeof ErrorState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Failed: Story = { args: { onRetry: () => undefined, onDismiss: () => undefined } };
export const FailedForGood: Story = { args: { title: "This session cannot be opened" } };
export const Empty: Story = { render: () => <EmptyState /> };
export const EmptyWithOwnWords: Story = {
  render: () => (
    <EmptyState title="Ask about your orders" text="I can look up, change and cancel them.">
      <button type="button" className="live-button">
        Where is my parcel?
      </button>
    </EmptyState>
  ),
};
export const Loading: Story = { render: () => <LoadingState /> };
export const Dark: Story = { globals: { theme: "dark" }, args: { onRetry: () => undefined } };
export const Phone: Story = {
  globals: { width: "360" },
  args: { onRetry: () => undefined, onDismiss: () => undefined },
};
