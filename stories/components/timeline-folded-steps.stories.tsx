import { TimelineView, type ToolRendererProps } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { picture, turnOf } from "../row-fixtures.js";

/** Content that stays visible once the turn has ended and its steps are collapsed. */
const meta = {
  title: "Timeline/TimelineView/Collapsed steps",
  component: TimelineView,
  parameters: { stage: "chat" },
  args: { isRunning: false, timeline: [] },
} satisfies Meta<typeof TimelineView>;
export default meta;
type Story = StoryObj<typeof meta>;

const pictureResult = { content: [{ type: "image", data: picture, mimeType: "image/png" }] };
const report = {
  kind: "file",
  fileId: "f1",
  filename: "Orders in March.pdf",
  contentType: "application/pdf",
  sizeBytes: 48_200,
};

/** After the turn, its steps are collapsed. The picture and the file that the user asked for stay visible. */
export const FilesAndPicturesStayVisible: Story = {
  args: {
    timeline: turnOf("Chart the orders in March and write the report.", (add) => {
      add("agent.toolCall.created", { id: "r1", name: "list_orders", arguments: { month: "March" } });
      add("agent.toolCall.output", { id: "r1", output: { orders: 218 } });
      add("agent.toolCall.created", { id: "r2", name: "draw_chart", arguments: { month: "March" } });
      add("agent.toolCall.output", { id: "r2", output: pictureResult });
      add("agent.toolCall.created", { id: "r3", name: "write_report", arguments: { format: "pdf" } });
      add("agent.toolCall.output", { id: "r3", output: { file: report } });
      add("agent.message.completed", {
        text: "There were **218 orders** in March. The chart and the report are above.",
      });
      add("turn.completed", {});
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: /^Worked/ })).toHaveAttribute("aria-expanded", "false");
    await expect(await canvas.findByAltText("Image from the tool")).toBeVisible();
    await expect(canvas.getByText("Orders in March")).toBeVisible();
  },
};

/** After the turn, its steps are collapsed. Text between the steps stays visible. */
export const TextBetweenStepsStaysVisible: Story = {
  args: {
    timeline: turnOf("My desk lamp arrived broken.", (add) => {
      add("agent.toolCall.created", { id: "w1", name: "find_order", arguments: { number: "4711" } });
      add("agent.toolCall.output", { id: "w1", output: { total: "€49.90" } });
      add("agent.message.completed", { text: "I found order 4711. I'll refund €49.90 for the lamp." });
      add("agent.toolCall.created", { id: "w2", name: "refund_order", arguments: { amount: "€49.90" } });
      add("agent.toolCall.output", { id: "w2", output: { refunded: true } });
      add("agent.message.completed", { text: "The refund is on its way." });
      add("turn.completed", {});
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: /^Worked/ })).toHaveAttribute("aria-expanded", "false");
    await expect(canvas.getByText(/refund €49.90 for the lamp/)).toBeVisible();
    await expect(canvas.queryByText("Find order")).toBeNull();
  },
};

/** A parcel as the host draws it. */
function ParcelCard({ output }: ToolRendererProps) {
  const { number = "", place = "" } = (output ?? {}) as { number?: string; place?: string };
  return (
    <section aria-label={`Parcel ${number}`} className="own-parcel">
      <strong>{number}</strong>: {place}
    </section>
  );
}

/**
 * A tool with a custom renderer stays visible in the answer. With `placement: "step"`, it is collapsed with the steps.
 */
export const OwnToolStaysVisible: Story = {
  args: {
    timeline: turnOf("Where is parcel 4711?", (add) => {
      add("agent.toolCall.created", { id: "o1", name: "find_order", arguments: { order: "4711" } });
      add("agent.toolCall.output", { id: "o1", output: { number: "4711", place: "order placed" } });
      add("agent.toolCall.created", { id: "o2", name: "track_parcel", arguments: { number: "4711" } });
      add("agent.toolCall.output", { id: "o2", output: { number: "4711", place: "on the van, 3 stops away" } });
      add("agent.message.completed", { text: "It arrives this afternoon." });
      add("turn.completed", {});
    }),
    components: { tools: { track_parcel: ParcelCard, find_order: { component: ParcelCard, placement: "step" } } },
  },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole("region", { name: "Parcel 4711" })).toHaveTextContent("3 stops away");
    await userEvent.click(canvas.getByRole("button", { name: /^Worked/ }));
    await expect(canvas.getAllByRole("region", { name: "Parcel 4711" })).toHaveLength(2);
    await userEvent.click(canvas.getByRole("button", { name: /^Worked/ }));
  },
};
