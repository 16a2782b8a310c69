import { ToolCall, type ToolCallState } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { oneOf } from "../prop-table.js";
import { diff, picture, terminal } from "../row-fixtures.js";

const meta = {
  title: "Timeline/ToolCall",
  component: ToolCall,
  argTypes: {
    state: oneOf([
      "running",
      "waiting",
      "approved",
      "complete",
      "failed",
      "cancelled",
      "output-denied",
    ] satisfies readonly ToolCallState[]),
  },
  args: {
    name: "travel__search_flights",
    state: "complete",
    input: { from: "BER", to: "LIS", people: 11, direct: true, class: null },
    output: { cheapest: "€3,420", longest: "3 h 45 min" },
  },
} satisfies Meta<typeof ToolCall>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Collapsed: Story = {};

export const Expanded: Story = { args: { defaultOpen: true } };

export const CallRunning: Story = { args: { state: "running", output: undefined, defaultOpen: true } };

export const CallFailed: Story = { args: { state: "failed", output: "Timed out after 30 s", defaultOpen: true } };

/** A user rejected the call, so it never ran. This is not a failure. */
export const RejectedByAPerson: Story = {
  args: {
    state: "output-denied",
    denial: { actor: { id: "ben", name: "Ben" }, reason: "Too expensive. Look for a flight on Friday." },
    output: { isError: true, rejected: true, message: "Too expensive. Look for a flight on Friday." },
    defaultOpen: true,
  },
};

export const CallStopped: Story = { args: { state: "cancelled", output: undefined } };

/** The call returned nothing. */
export const NoResult: Story = { args: { output: null, defaultOpen: true } };

/** The output is unknown, so none is shown. */
export const ResultUnknown: Story = { args: { output: undefined, defaultOpen: true } };

/** The call needs approval before it runs. */
export const WaitingForApproval: Story = { args: { state: "waiting", output: undefined, defaultOpen: true } };
/** The call is approved, and waits for another request of the same turn. */
export const ApprovedNotRunYet: Story = { args: { state: "approved", output: undefined, defaultOpen: true } };

/** The service kept only the beginning of a long output. */
export const ResultShortened: Story = {
  args: {
    name: "export_orders",
    input: { month: "May" },
    defaultOpen: true,
    isTruncated: true,
    output: "4709,2026-05-11,€120.00\n4710,2026-05-11,€49.90\n4711,2026-05-12,€49.90\n4712,2026-",
  },
};

/** The output of a program with its exit code. Colour codes are removed. */
export const CommandOutput: Story = {
  args: {
    name: "run_command",
    input: { command: "npm test" },
    defaultOpen: true,
    output: { stdout: terminal, exitCode: 1 },
  },
};

/** Added and removed lines have a sign and a colour. */
export const FileDiff: Story = {
  args: { name: "edit_file", input: { path: "src/import.ts" }, defaultOpen: true, output: diff },
};

/** Pictures from the tool are shown. Pictures from other sites are blocked. */
export const ImagesInTheResult: Story = {
  args: {
    name: "browser__screenshot",
    input: { url: "https://shop.example/orders" },
    defaultOpen: true,
    output: {
      content: [
        { type: "text", text: "The order page right now." },
        { type: "image", mimeType: "image/png", data: picture },
        { type: "image", url: "https://elsewhere.example/x.png" },
      ],
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByAltText("Image from the tool")).toHaveAttribute(
      "src",
      expect.stringMatching(/^blob:/),
    );
    await expect(canvas.getByText("External image blocked.")).toBeVisible();
  },
};

export const TableResult: Story = {
  args: {
    name: "list_stock",
    input: { items: ["Desk", "Chair", "Lamp"] },
    defaultOpen: true,
    output: [
      { item: "Desk", warehouse: "North", inStock: 12 },
      { item: "Chair", warehouse: "North", inStock: 48 },
      { item: "Lamp", warehouse: "South", inStock: 0 },
    ],
  },
  play: async ({ canvas }) => {
    const head = canvas.getByRole("columnheader", { name: "In stock" });
    await expect(getComputedStyle(head).textAlign).toBe("end");
    await expect(getComputedStyle(canvas.getByRole("cell", { name: "48" })).textAlign).toBe("end");
  },
};

export const NestedValues: Story = {
  args: {
    defaultOpen: true,
    name: "travel__search_hotels",
    input: '{"city":"Lisbon","filter":{"price":[100,200],"breakfast":true}}',
    output: [
      { hotel: "Casa do Rio", rooms: 11 },
      { hotel: "Pensão Alfama", rooms: 4 },
    ],
  },
};

export const LongTextResult: Story = {
  args: {
    name: "read_log",
    input: { file: "import.log" },
    defaultOpen: true,
    output: Array.from({ length: 600 }, (_, batch) => `Batch ${batch + 1}: 500 orders imported.\n`).join(""),
  },
};

export const LongToolName: Story = {
  args: {
    name: "warehouse__list_every_item_with_its_stock_and_supplier",
    input: { sites: "Berlin, Dublin, Lisbon, Porto, Athens, Oslo, Vienna, Prague, Warsaw, Madrid, Lyon and Ghent" },
  },
};

export const Dark: Story = { globals: { theme: "dark" }, args: { defaultOpen: true } };

export const RightToLeft: Story = { globals: { direction: "rtl" }, args: { defaultOpen: true } };

export const Phone: Story = { globals: { width: "360" }, args: { ...LongToolName.args, defaultOpen: true } };
