import { CopyButton } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";

const meta = {
  title: "Primitives/CopyButton",
  component: CopyButton,
  args: { text: "https://shop.example/orders/4711" },
} satisfies Meta<typeof CopyButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {};
export const WithItsName: Story = { args: { variant: "text", label: "Copy address" } };
export const Dark: Story = { globals: { theme: "dark" } };
