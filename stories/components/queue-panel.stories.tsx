import { QueuePanel } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";

const meta = {
  title: "Components/QueuePanel",
  component: QueuePanel,
  args: {
    queue: [
      { turnId: "t2", text: "And then compare it with last year." },
      { turnId: "t3", text: "Send the result to Ben." },
    ],
    onRemove: async () => undefined,
  },
} satisfies Meta<typeof QueuePanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Waiting: Story = {};
export const ReadOnly: Story = { render: ({ queue }) => <QueuePanel queue={queue} /> };
/** Nothing waits: nothing is shown. */
export const Empty: Story = { args: { queue: [] } };
export const LongText: Story = {
  args: { queue: [{ turnId: "t2", text: "A prompt that goes on and on. ".repeat(20) }] },
};
export const Dark: Story = { globals: { theme: "dark" } };
