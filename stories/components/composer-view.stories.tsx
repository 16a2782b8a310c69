import { ComposerView } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";

const queue = [
  { turnId: "t2", text: "And then compare it with last year." },
  { turnId: "t3", text: "Send the result to Ben, but only after he is back from his holidays, which is on Monday." },
];
const removeQueued = async () => undefined;

const meta = {
  title: "Components/ComposerView",
  component: ComposerView,
  args: { composer: { sendMessage: fn(async () => undefined), stop: fn(async () => undefined) } },
} satisfies Meta<typeof ComposerView>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};

export const WithText: Story = { args: { defaultValue: "Where should the team meet in May?" } };

export const ManyLines: Story = {
  args: { defaultValue: Array.from({ length: 20 }, (_, line) => `Line ${line + 1} of a long message`).join("\n") },
};

/** A turn runs: it can be stopped, and writing goes on. */
export const Running: Story = { args: { composer: { ...meta.args.composer, isRunning: true } } };

/** What was sent meanwhile waits, in sight. */
export const Queue: Story = { args: { composer: { ...meta.args.composer, isRunning: true, queue, removeQueued } } };

export const Closed: Story = { args: { closedReason: "This conversation has ended" } };

export const ModEnter: Story = { args: { sendKey: "mod-enter" } };

/** A refused message comes back into the field, with the reason. */
export const Refused: Story = {
  args: {
    composer: {
      sendMessage: async () => {
        throw new Error("It is longer than 100,000 characters. Shorten it.");
      },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByRole("textbox", { name: "Message" }), "A very long text{Enter}");
    await expect(await canvas.findByText(/was not sent/)).toBeInTheDocument();
  },
};

export const WithTools: Story = {
  args: { components: { Tools: () => <span>Your own controls stand here</span> } },
};

export const Dark: Story = { globals: { theme: "dark" }, args: Queue.args! };

export const RightToLeft: Story = { globals: { direction: "rtl" }, args: { defaultValue: "أين نجتمع في مايو؟" } };

export const Phone: Story = { globals: { width: "360" }, args: Queue.args! };
