import { ToolCall } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";

const meta = {
  title: "Components/ToolCall",
  component: ToolCall,
  args: {
    name: "travel__search_flights",
    state: "complete",
    arguments: { from: "BER", to: "LIS", people: 11, direct: true, class: null },
    output: { cheapest: "€3,420", longest: "3 h 45 min" },
  },
} satisfies Meta<typeof ToolCall>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Folded: Story = {};

export const Open: Story = { args: { defaultOpen: true } };

export const Running: Story = { args: { state: "running", output: undefined, defaultOpen: true } };

export const Failed: Story = { args: { state: "failed", output: "Timed out after 30 s", defaultOpen: true } };

export const Stopped: Story = { args: { state: "cancelled", output: undefined } };

export const NestedValues: Story = {
  args: {
    defaultOpen: true,
    arguments: '{"filter":{"city":"Lisbon","max":[100,200]}}',
    output: [{ hotel: "Casa do Rio" }, 2],
  },
};

export const LongOutput: Story = { args: { defaultOpen: true, output: "A line of the log.\n".repeat(600) } };

export const LongName: Story = {
  args: { name: "warehouse__list_every_article_with_its_stock_and_supplier", arguments: { site: "north ".repeat(30) } },
};

export const Dark: Story = { globals: { theme: "dark" }, args: { defaultOpen: true } };

export const RightToLeft: Story = { globals: { direction: "rtl" }, args: { defaultOpen: true } };

export const Phone: Story = { globals: { width: "360" }, args: { ...LongName.args, defaultOpen: true } };
