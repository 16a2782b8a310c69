import { DecisionList } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { approval, questions } from "../fixtures.js";

const meta = {
  title: "Components/DecisionList",
  component: DecisionList,
  args: { decisions: [approval, questions], onRespond: () => undefined },
} satisfies Meta<typeof DecisionList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const SeveralWait: Story = {};

export const OneSettled: Story = {
  args: {
    decisions: [
      { ...approval, state: { name: "settled", outcome: "approve", here: false, by: { id: "ben", name: "Ben" } } },
      { ...approval, id: "approval-2", name: "send_invoice" },
    ],
  },
};

/** Nothing waits: nothing is shown. */
export const Empty: Story = { args: { decisions: [] } };

/** The host's own card. */
export const OwnCard: Story = {
  args: {
    decisions: [approval],
    components: {
      ApprovalCard: ({ approval: asked, onApprove }) => (
        <div className="own-tool">
          May {asked.name} run?{" "}
          <button type="button" className="live-button" onClick={() => onApprove(asked.id)}>
            Yes
          </button>
        </div>
      ),
    },
  },
};

export const RightToLeft: Story = { globals: { direction: "rtl" } };

export const Dark: Story = { globals: { theme: "dark" } };

export const Phone: Story = { globals: { width: "360" } };
