import { CopyButton } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";

const meta = {
  title: "Primitives/CopyButton",
  component: CopyButton,
  args: { text: "https://shop.example/orders/4711" },
  // A button of the kit takes its font and colours from the root that it is in.
  decorators: [
    (Story) => (
      <div className="sv-root">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof CopyButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const IconOnly: Story = {};
export const WithLabel: Story = { args: { variant: "text", label: "Copy link" } };
export const Dark: Story = { globals: { theme: "dark" } };
