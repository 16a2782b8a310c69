import { ConnectionStatus, type ConnectionState } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { oneOf } from "../prop-table.js";

const meta = {
  title: "Primitives/ConnectionStatus",
  component: ConnectionStatus,
  argTypes: {
    connection: oneOf([
      "idle",
      "connecting",
      "live",
      "reconnecting",
      "offline",
      "closed",
    ] satisfies readonly ConnectionState[]),
  },
  args: { connection: "reconnecting" },
} satisfies Meta<typeof ConnectionStatus>;
export default meta;
type Story = StoryObj<typeof meta>;

const opened = Date.now();

/** It is being tried right now. */
export const Reconnecting: Story = {};

/** Asked for by the person: the button stays, with the focus, and has nothing to do for now. */
export const TryingNow: Story = { args: { onRetry: () => undefined } };

/** It shows when it retries, and offers to do so now. */
export const WaitsToRetry: Story = {
  args: { nextAttemptAt: opened + 3_600_000, onRetry: fn() },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await waitFor(() => expect(canvas.getByText(/^Trying again in [\w ]+\.$/)).toBeVisible());
    await userEvent.click(canvas.getByRole("button", { name: "Try now" }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};
/** Nothing has been answered for three seconds. */
export const Unreachable: Story = {
  args: { connection: "live", isUnreachable: true, nextAttemptAt: opened + 3_600_000, onRetry: () => undefined },
};
export const Offline: Story = { args: { connection: "offline", onRetry: () => undefined } };
export const Closed: Story = { args: { connection: "closed", onRetry: () => undefined } };
/** All is well: nothing is shown. */
export const Live: Story = {
  args: { connection: "live" },
  parameters: { blank: "The connection is live: the line takes no room." },
};
export const RightToLeft: Story = {
  globals: { direction: "rtl" },
  args: { connection: "offline", onRetry: () => undefined },
};
export const Dark: Story = { globals: { theme: "dark" }, args: { connection: "offline", onRetry: () => undefined } };
export const Phone: Story = { globals: { width: "360" }, args: { connection: "offline", onRetry: () => undefined } };
