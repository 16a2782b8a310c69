import { CodeBlock } from "@service/react";
import { examplePlugins } from "./markdown-plugins.js";
import "./markdown-plugins.css";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";

const meta = {
  title: "Primitives/CodeBlock",
  component: CodeBlock,
  args: { code: "const order = await findOrder(4711);\nconsole.log(order.status);", language: "ts" },
} satisfies Meta<typeof CodeBlock>;
export default meta;
type Story = StoryObj<typeof meta>;

export const CodeWithLanguage: Story = {};
export const PlainText: Story = { args: { language: null } };
export const LongLines: Story = {
  args: {
    code: `const query = "SELECT number, total FROM orders WHERE ${Array.from({ length: 12 }, (_, month) => `month = ${month + 1}`).join(" OR ")}";`,
  },
};

/** Code on a right-to-left page begins at the left, and fades at the right where it continues. */
export const LongLinesRightToLeft: Story = {
  ...LongLines,
  globals: { direction: "rtl" },
  play: async ({ canvas }) => {
    const box = await canvas.findByRole("group", { name: "Code, ts" });
    await waitFor(() => expect(getComputedStyle(box).maskImage).toContain("to right"));
  },
};

/** More than 60 lines are collapsed. The copy button copies all of them. */
export const LongCode: Story = {
  args: { code: Array.from({ length: 1_000 }, (_, line) => `await importBatch(${line + 1}, "orders");`).join("\n") },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await expect(canvasElement.scrollHeight).toBeLessThan(1_200);
    await userEvent.click(canvas.getByRole("button", { name: "Show all" }));
    await expect(canvasElement.scrollHeight).toBeGreaterThan(20_000);
    await userEvent.click(canvas.getByRole("button", { name: "Show less" }));
  },
};
/** Syntax colours from your own highlighter, which can load on first use. */
export const HighlightedCode: Story = {
  args: {
    code: [
      "// The total of an order with shipping.",
      "export async function totalOf(order: Order) {",
      "  const shipping = await priceFor(order.parcel, 4.9);",
      '  return { amount: order.subtotal + shipping, currency: "EUR" };',
      "}",
    ].join("\n"),
    highlight: examplePlugins.highlight,
  },
  play: async ({ canvas }) => {
    const colourOf = (element: Element) => getComputedStyle(element).color;
    const keyword = await canvas.findByText("export");
    const string = canvas.getByText('"EUR"');
    const plain = keyword.closest("code")!;
    await expect(new Set([keyword, string, plain].map(colourOf)).size).toBe(3);
  },
};
export const Dark: Story = { ...HighlightedCode, globals: { theme: "dark" } };
export const HighlighterFailed: Story = {
  args: {
    code: "// The highlighter failed to load, so the code stays plain.",
    highlight: () => Promise.reject(new Error("Not loaded.")),
  },
};
/** Code reads from left to right in every language. */
export const RightToLeft: Story = { globals: { direction: "rtl" } };
