import { ConnectionStatus } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";

const meta = {
  title: "Components/ConnectionStatus",
  component: ConnectionStatus,
  args: { connection: "reconnecting" },
} satisfies Meta<typeof ConnectionStatus>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Reconnecting: Story = {};
export const Offline: Story = { args: { connection: "offline", onRetry: () => undefined } };
export const Closed: Story = { args: { connection: "closed" } };
/** All is well: nothing is shown. */
export const Live: Story = { args: { connection: "live" } };
export const Dark: Story = { globals: { theme: "dark" } };
export const Phone: Story = { globals: { width: "360" }, args: { connection: "offline", onRetry: () => undefined } };
