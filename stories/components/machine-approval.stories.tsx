import { MachineApprovalView } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";

const machine = {
  name: "Ana's laptop",
  folder: "shop",
  abilities: ["read", "write", "run"] as const,
  state: "pending" as const,
  expiresAt: "2024-05-04T09:10:00.000Z",
};

const meta = {
  title: "Decisions/MachineApproval",
  component: MachineApprovalView,
  args: {
    state: { is: "ask", machine },
    code: "BCDF-GHJK",
    onCode: fn(),
    onCheck: fn(),
    onApprove: fn(),
    onDeny: fn(),
    onAgain: fn(),
  },
} satisfies Meta<typeof MachineApprovalView>;
export default meta;
type Story = StoryObj<typeof meta>;

export const ApprovalRequest: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole("heading")).toHaveFocus();
    await userEvent.tab();
    await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "Connect" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(args.onApprove).toHaveBeenCalledTimes(1);
  },
};
/** The agent may only read. */
export const ReadOnlyRequest: Story = { args: { state: { is: "ask", machine: { ...machine, abilities: ["read"] } } } };
export const SavingDecision: Story = { args: { state: { is: "ask", machine, isSaving: true } } };
export const SavingFailed: Story = {
  args: { state: { is: "ask", machine, fault: new Error("We couldn't reach the server. Try again.") } },
};
export const EnterCode: Story = { args: { state: { is: "enter" }, code: "" } };
export const CheckingCode: Story = { args: { state: { is: "checking" } } };
export const CodeUnknown: Story = { args: { state: { is: "enter", fault: "unknown" } } };
/** The code stays in the field, to be checked again. */
export const CodeCheckFailed: Story = {
  args: { state: { is: "enter", fault: new Error("We couldn't reach the server. Try again.") } },
};
export const CodeIncomplete: Story = { args: { state: { is: "enter", fault: "incomplete" }, code: "BCDF" } };
export const Approved: Story = { args: { state: { is: "approved", machine } } };
/** The machine has connected. */
export const ApprovedAndConnected: Story = { args: { state: { is: "approved", machine, link: "connected" } } };
/** The machine has not connected within half a minute. */
export const ApprovedNotConnected: Story = { args: { state: { is: "approved", machine, link: "late" } } };
export const Rejected: Story = { args: { state: { is: "denied", machine } } };
/** A long name and a long folder on a phone. */
export const Phone: Story = {
  globals: { width: "360" },
  args: {
    state: {
      is: "ask",
      machine: {
        ...machine,
        name: "build-server-2-in-the-lisbon-warehouse",
        folder: "~/projects/warehouse/label-printers/firmware/releases/2026/november/lisbon/build-server-2/checkout",
      },
    },
  },
};
