import { DecisionList, type DecisionListProps } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, userEvent, within } from "storybook/test";
import { approval, questions } from "../fixtures.js";
import "../live.css";

const meta = {
  title: "Decisions/DecisionList",
  component: DecisionList,
  args: { decisions: [approval, questions], onRespond: () => undefined },
} satisfies Meta<typeof DecisionList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const SeveralRequests: Story = {};

export const OneAlreadyDecided: Story = {
  args: {
    decisions: [
      { ...approval, state: { name: "settled", outcome: "approve", here: false, by: { id: "ben", name: "Ben" } } },
      {
        ...approval,
        id: "approval-2",
        name: "send_mail",
        arguments: { to: "team@acme.example", subject: "Rooms for the offsite" },
      },
    ],
  },
};

/** Nothing is pending, so nothing is shown. */
export const NothingToDecide: Story = {
  args: { decisions: [] },
  parameters: { blank: "Nothing needs a decision: the list takes no room." },
};

/** A custom card. */
export const OwnApprovalCard: Story = {
  args: {
    decisions: [approval],
    components: {
      ApprovalCard: ({ approval: asked, onApprove }) => (
        <div className="own-tool">
          Book {String((asked.arguments as { rooms: number }).rooms)} rooms at Casa do Rio?{" "}
          <button type="button" className="live-button" onClick={() => onApprove(asked.id)}>
            Book
          </button>
        </div>
      ),
    },
  },
};

const note = questions.request.questions.filter(({ kind }) => kind === "text");
const written = { ...questions, request: { ...questions.request, questions: note } };

/** Decisions that another person ends: Ben decided the approval, and the question has no known result. */
function EndedElsewhere(props: DecisionListProps) {
  const [isOver, end] = useState(false);
  const by = { id: "ben", name: "Ben" };
  const over = [{ ...approval, state: { name: "settled", outcome: "approve", here: false, by } as const }];
  return (
    <>
      <DecisionList {...props} decisions={isOver ? over : [approval, written]} />
      {!isOver && (
        <button type="button" className="live-button" onClick={() => end(true)}>
          Close both elsewhere
        </button>
      )}
    </>
  );
}

/** Text typed for a decision that was closed elsewhere stays, to be copied, until the user discards it. */
export const TextKeptAfterClosing: Story = {
  render: (args) => <EndedElsewhere {...args} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "Reject…" }));
    await userEvent.type(canvas.getByRole("textbox", { name: "Reason (optional)" }), "Check with Ben first.");
    await userEvent.type(canvas.getByRole("textbox", { name: /Anything else/ }), "I will arrive after ten.");
    await userEvent.click(canvas.getByRole("button", { name: "Close both elsewhere" }));
    const fields = canvas.getAllByRole("textbox");
    await expect(fields.map((field) => (field as HTMLTextAreaElement).value)).toEqual([
      "Check with Ben first.",
      "I will arrive after ten.",
    ]);
    for (const field of fields) await expect(field).toHaveAttribute("readonly");
    await expect(canvas.getAllByRole("button", { name: "Discard" })).toHaveLength(2);
    await expect(canvas.queryByRole("button", { name: /^(Approve|Reject|Send)/ })).toBeNull();
  },
};

export const TextKeptAfterClosingInTheDark: Story = { ...TextKeptAfterClosing, globals: { theme: "dark" } };

export const TextKeptAfterClosingOnAPhone: Story = { ...TextKeptAfterClosing, globals: { width: "360" } };

export const RightToLeft: Story = { globals: { direction: "rtl" } };

export const Dark: Story = { globals: { theme: "dark" } };

export const Phone: Story = { globals: { width: "360" } };
