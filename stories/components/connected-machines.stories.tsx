import { ConnectedMachinesView } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { press } from "../begin.js";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { machine } from "../machine-fixtures.js";
import { inDays } from "../schedule-fixtures.js";

const machines = [
  machine("m1", "Ana's laptop"),
  machine("m2", "Build server", {
    folder: "releases",
    abilities: ["read"],
    endUser: null,
    state: "away",
    lastSeenAt: inDays(-1),
  }),
  machine("m3", "Design workstation in the Lisbon office, second floor, next to the meeting rooms", {
    state: "away",
    lastSeenAt: null,
    abilities: ["read", "write"],
  }),
];
const done = async () => undefined;

const meta = {
  title: "Panels/ConnectedMachines",
  component: ConnectedMachinesView,
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: "40rem" }}>
        <Story />
      </div>
    ),
  ],
  args: { machines, onRevoke: fn(done), onRetry: fn(), onDismiss: fn() },
} satisfies Meta<typeof ConnectedMachinesView>;
export default meta;
type Story = StoryObj<typeof meta>;

export const SeveralMachines: Story = {};
/** A custom command with the address of your service. */
export const OwnConnectCommand: Story = {
  args: { command: "npx @service/sdk machine <folder> --service https://agents.acme.example" },
};
export const NoMachinesWithOwnCommand: Story = { args: { ...OwnConnectCommand.args, machines: [] } };
const approved = {
  id: null,
  code: "BCDF-GHJK",
  name: "Ana's new laptop",
  folder: "project",
  abilities: ["read", "write"],
} as const;
/** A machine that was just approved. It is in the list within a few seconds. */
export const ConnectingAfterApproval: Story = { args: { approved: [{ ...approved, state: "connecting" }] } };
export const FirstMachineConnecting: Story = { args: { ...ConnectingAfterApproval.args, machines: [] } };
/** The machine was approved half a minute ago, and has not connected. */
export const NotConnectedInTime: Story = { args: { machines: [], approved: [{ ...approved, state: "late" }] } };
export const ReadOnly: Story = { render: () => <ConnectedMachinesView machines={machines} /> };
export const Loading: Story = { args: { machines: [], isLoading: true } };
export const NoMachines: Story = { args: { machines: [] } };
export const LoadingFailed: Story = {
  args: { machines: [], error: new Error("We couldn't reach the server. Try again.") },
};
export const RemovalInProgress: Story = { args: { pending: new Map([["m1", "revoke"]]) } };
/** Removing failed. The list stays. */
export const RemovalFailed: Story = {
  args: {
    refused: {
      target: "m1",
      action: "revoke",
      isConflict: false,
      error: new Error("We couldn't reach the server. Try again."),
    },
  },
};

/** Removing asks for confirmation. The safe answer has the focus, and Escape cancels. */
export const RemoveConfirmation: Story = {
  parameters: { begin: press(/^Remove: ana/i) },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const keep = await canvas.findByRole("button", { name: "Keep" });
    await waitFor(() => expect(keep).toHaveFocus());
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(canvas.getByRole("button", { name: /^Remove: ana/i })).toHaveFocus());
    await userEvent.keyboard("{Enter}");
    await userEvent.keyboard("{Tab}{Enter}");
    await expect(args.onRevoke).toHaveBeenCalledWith("m1");
    await userEvent.click(canvas.getByRole("button", { name: /^Remove: build/i }));
  },
};

export const Dark: Story = { globals: { theme: "dark" } };
export const PhoneRightToLeft: Story = { globals: { width: "360", direction: "rtl" } };
