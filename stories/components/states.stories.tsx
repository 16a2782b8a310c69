import { EmptyState, ErrorState, LoadingState } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import "../live.css";

const meta = {
  title: "Primitives/States",
  component: ErrorState,
  subcomponents: { EmptyState, LoadingState },
  args: { error: new Error("The server took too long to respond. Try again in a moment.") },
} satisfies Meta<typeof ErrorState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const ErrorWithRetry: Story = { args: { onRetry: () => undefined, onDismiss: () => undefined } };
export const ErrorWithoutRetry: Story = {
  args: {
    title: "This conversation can't be opened",
    error: new Error("It was deleted, or you no longer have access to it."),
  },
};
export const EmptyConversation: Story = { render: () => <EmptyState /> };
export const EmptyConversationWithSuggestions: Story = {
  render: () => (
    <EmptyState title="Ask about your orders" text="I can track, change and cancel them.">
      <div className="live-suggestions">
        <button type="button" className="live-button" data-host="">
          Where is my parcel?
        </button>
        <button type="button" className="live-button" data-host="">
          Cancel an order
        </button>
      </div>
    </EmptyState>
  ),
};
export const LoadingConversation: Story = { render: () => <LoadingState /> };
export const Dark: Story = { globals: { theme: "dark" }, args: { onRetry: () => undefined } };
export const Phone: Story = {
  globals: { width: "360" },
  args: { onRetry: () => undefined, onDismiss: () => undefined },
};
