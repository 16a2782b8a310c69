import { ApprovalCard } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { inOrder, press, write } from "../begin.js";
import { expect, waitFor, within } from "storybook/test";
import { approval } from "../fixtures.js";
import { oneExampleOf } from "../prop-table.js";

const letter = `Hi everyone,

The spring offsite is in Lisbon, from Tuesday to Friday. We're staying at Casa do Rio, a short walk from the river.

${["Tuesday", "Wednesday", "Thursday", "Friday"].map((day) => `${day}: we start at nine in the meeting room on the first floor and have lunch together at one. The afternoon is for work in small groups.`).join("\n\n")}

Three of us need a visa letter. If you are one of them, please reply by Friday.

Ana`;
const response = { kind: "approval", decision: "approve" } as const;
const inState = (state: typeof approval.state) => ({ ...approval, state });

const meta = {
  title: "Decisions/ApprovalCard",
  component: ApprovalCard,
  argTypes: {
    approval: oneExampleOf({
      pending: inState({ name: "pending" }),
      submitting: inState({ name: "submitting", response }),
      accepted: inState({ name: "accepted", response }),
      settled: inState({ name: "settled", outcome: "approve", here: true }),
      expired: inState({ name: "expired" }),
      superseded: inState({ name: "superseded" }),
      failed: inState({ name: "failed", response, error: new Error("We couldn't reach the server. Try again.") }),
      unknown: inState({ name: "unknown", response }),
    }),
  },
  args: { approval, onApprove: () => undefined, onReject: () => undefined },
} satisfies Meta<typeof ApprovalCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const WaitingForDecision: Story = { args: { heading: `Approve “Reserve rooms”?` } };

export const LongArguments: Story = {
  args: {
    approval: {
      ...approval,
      name: "mail__send_message",
      arguments: {
        to: ["ana@example.com", "ben@example.com"],
        body: letter,
      },
    },
  },
};

/** Your product describes the action in its own words. The original arguments are in the details. */
export const OwnHeadingAndDetails: Story = {
  args: {
    approval: { ...approval, name: "orders__refund", arguments: { id: 1042 } },
    heading: "Refund €24.50 for order 1042?",
    approveLabel: "Refund €24.50",
    renderArguments: () => <p style={{ margin: 0 }}>Desk lamp, arrived broken · Visa ending in 4242</p>,
  },
  parameters: {
    data: ["Refund €24.50 for order 1042?", "Refund €24.50", "Desk lamp, arrived broken · Visa ending in 4242"],
  },
};

/** A call that deletes or stops something: approving it does not look like the next step. */
export const Destructive: Story = {
  args: {
    approval: { ...approval, name: "orders__delete", arguments: { customer: "Globex", orders: 218 } },
    tone: "danger",
    heading: "Delete all 218 orders of Globex?",
    approveLabel: "Delete orders",
  },
  parameters: { data: ["Delete all 218 orders of Globex?", "Delete orders"] },
};

export const DestructiveInTheDark: Story = { ...Destructive, globals: { theme: "dark" } };

const laptop = { handle: "anas-laptop-x7q2", name: "Ana's laptop", folder: "/home/ana/shop" };

/** A command for a connected machine. */
export const CommandOnMachine: Story = {
  args: {
    approval: {
      ...approval,
      name: "run",
      machine: laptop,
      arguments: {
        machine: laptop.handle,
        command: "npm run build && npm run deploy -- --environment staging --region eu-north-1",
        timeoutSeconds: 600,
      },
    },
  },
};

/** A file for a connected machine. */
export const FileOnMachine: Story = {
  args: {
    approval: {
      ...approval,
      name: "write_file",
      machine: laptop,
      arguments: {
        machine: laptop.handle,
        path: "src/import.ts",
        content: "const size = 500;\n\nexport async function importOrders(): Promise<void> {\n  await read(size);\n}\n",
      },
    },
  },
};

/** The second of several pending requests. */
export const SecondOfThreeRequests: Story = { args: { position: { number: 2, count: 3 } } };

/** A rejection can include a reason for the agent. */
export const RejectWithReason: Story = {
  parameters: {
    begin: inOrder(press("Reject…"), write("Reason (optional)", "Check with Ben first.")),
    data: ["Check with Ben first."],
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await waitFor(() =>
      expect(canvas.getByRole("textbox", { name: "Reason (optional)" })).toHaveValue("Check with Ben first."),
    );
    await expect(canvas.getByRole("button", { name: "Reject" })).toBeInTheDocument();
  },
};

/** Arguments without content have words of their own, and a text that reads like one of them has quotes. */
export const EmptyArguments: Story = {
  args: {
    approval: {
      ...approval,
      name: "crm__save_contact",
      arguments: { firstName: "", lastName: "none", company: null, tags: [], address: {} },
    },
  },
};

export const NoArguments: Story = { args: { approval: { ...approval, name: null, arguments: undefined } } };

export const SendingDecision: Story = { args: { approval: { ...approval, state: { name: "submitting", response } } } };

export const ApprovedAndContinuing: Story = {
  args: { approval: { ...approval, state: { name: "accepted", response } } },
};

export const ApprovedByYou: Story = {
  args: { approval: { ...approval, state: { name: "settled", outcome: "approve", here: true } } },
};

export const RejectedByAnotherPerson: Story = {
  args: {
    approval: {
      ...approval,
      state: { name: "settled", outcome: "reject", here: false, by: { id: "ben", name: "Ben" } },
    },
  },
};

export const TimeRanOut: Story = { args: { approval: { ...approval, state: { name: "expired" } } } };

export const NoLongerNeeded: Story = { args: { approval: { ...approval, state: { name: "superseded" } } } };

/** The decision could not be sent, and can be sent again. */
export const SendingFailed: Story = {
  args: {
    approval: {
      ...approval,
      state: { name: "failed", response, error: new Error("We couldn't reach the server. Try again.") },
    },
  },
};

export const SendingResultUnknown: Story = {
  args: { approval: { ...approval, state: { name: "unknown", response } } },
};

export const Dark: Story = { globals: { theme: "dark" } };

export const RightToLeft: Story = { globals: { direction: "rtl" } };

export const Phone: Story = { globals: { width: "360" } };
