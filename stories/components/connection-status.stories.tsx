import { ConnectionStatus, type ConnectionState, type ConnectionStatusProps } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useEffect, useState } from "react";
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

const waitMs = 12_000;

/** The next retry, which is planned again when its time has come: a story may be seen at any time. */
function useNextAttempt(): number {
  const [next, setNext] = useState(() => Date.now() + waitMs);
  useEffect(() => {
    const planning = setInterval(() => setNext(Date.now() + waitMs), waitMs);
    return () => clearInterval(planning);
  }, []);
  return next;
}

function Waiting(props: ConnectionStatusProps) {
  return <ConnectionStatus {...props} nextAttemptAt={useNextAttempt()} />;
}

/** A retry is running. */
export const Reconnecting: Story = {};

/** An automatic retry is running. No button offers another. */
export const AutomaticRetry: Story = {
  args: { onRetry: () => undefined },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText("Try now")).not.toBeVisible();
  },
};

function Pressed(props: ConnectionStatusProps) {
  const [isTrying, setTrying] = useState(false);
  const later = useNextAttempt();
  return <ConnectionStatus {...props} nextAttemptAt={isTrying ? null : later} onRetry={() => setTrying(true)} />;
}

/** After a click on the retry button. The button keeps the focus, and does nothing during the retry. */
export const RetryAfterClick: Story = {
  parameters: { docs: { story: { inline: false, height: "6rem" } } },
  render: (args) => <Pressed {...args} />,
  play: async ({ canvasElement }) => {
    const button = within(canvasElement).getByRole("button", { name: "Try now" });
    await userEvent.click(button);
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await expect(button).toHaveFocus();
    await expect(button).toBeVisible();
  },
};

/** The line shows the next retry, with a button to retry now. */
export const WaitingToRetry: Story = {
  args: { onRetry: fn() },
  render: (args) => <Waiting {...args} />,
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await waitFor(() => expect(canvas.getByText(/^Trying again in [\w ]+\.$/)).toBeVisible());
    await userEvent.click(canvas.getByRole("button", { name: "Try now" }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};
/** The server has not responded for three seconds. */
export const AgentUnreachable: Story = {
  args: { connection: "live", isUnreachable: true, onRetry: () => undefined },
  render: (args) => <Waiting {...args} />,
};
export const Offline: Story = { args: { connection: "offline", onRetry: () => undefined } };
export const Disconnected: Story = { args: { connection: "closed", onRetry: () => undefined } };
/** The connection is live, so nothing is shown. */
export const Connected: Story = {
  args: { connection: "live" },
  parameters: { blank: "The connection is live: the line takes no room." },
};
export const RightToLeft: Story = {
  globals: { direction: "rtl" },
  args: { connection: "offline", onRetry: () => undefined },
};
export const Dark: Story = { globals: { theme: "dark" }, args: { connection: "offline", onRetry: () => undefined } };
export const Phone: Story = { globals: { width: "360" }, args: { connection: "offline", onRetry: () => undefined } };
