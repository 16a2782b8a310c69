import { Markdown } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";
import { arabicAnswer, longAnswer } from "../fixtures.js";
import { examplePlugins } from "./markdown-plugins.js";
import "./markdown-plugins.css";

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const meta = {
  title: "Primitives/Markdown",
  component: Markdown,
  args: { text: longAnswer },
} satisfies Meta<typeof Markdown>;
export default meta;
type Story = StoryObj<typeof meta>;

export const AllElements: Story = {};

/** Bold text, code and a link that are still incomplete. */
export const IncompleteText: Story = {
  args: {
    streaming: true,
    text: "## Next steps\n\nPlease **confirm the hotel, then run `npm run book` and read [the terms](https://exa",
  },
};

export const IncompleteCode: Story = {
  args: {
    streaming: true,
    text: "Here is the function:\n\n```ts\nexport function totalOf(order: Order) {\n  return order.items",
  },
};

/** HTML becomes text, script links are removed, and images become links. */
export const UnsafeContent: Story = {
  args: {
    text: [
      "<script>alert(1)</script>",
      '<img src="https://example.com/leak.png?secret" onerror="alert(1)">',
      "[Track your parcel](javascript:alert(1)) or [print the label](data:text/html,hello)",
      "![A parcel](https://example.com/leak.png?secret)",
    ].join("\n\n"),
  },
};

/** An image is a link, unless `allowImage` returns true for its address. */
export const ImageNotAllowed: Story = {
  args: {
    text: "![Server load overnight](https://example.com/load.png)",
    allowImage: (url) => url.startsWith("https://trusted.example/"),
  },
};

export const RightToLeft: Story = { globals: { direction: "rtl" }, args: { text: arabicAnswer } };

const mixedQuotes = `> اقتباس عربي:
>
> \`\`\`ts
> // Orders under 50 euros pay for shipping.
> \`\`\`
>
> The order is late.

> English quote:
>
> الطلب متأخر.
`;

/** Each paragraph of a quote keeps its direction, and code is always from left to right. */
export const QuotesRightToLeft: Story = {
  globals: { direction: "rtl" },
  args: { text: mixedQuotes },
  play: async ({ canvas }) => {
    const rangeOf = (element: HTMLElement, at: number) => {
      const range = document.createRange();
      const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()!;
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect();
    };
    const stopOf = (text: string) => {
      const element = canvas.getByText(text);
      return rangeOf(element, text.length - 1).left - rangeOf(element, 0).left;
    };
    await expect(stopOf("The order is late.")).toBeGreaterThan(0);
    await expect(stopOf("الطلب متأخر.")).toBeLessThan(0);
  },
};

export const Dark: Story = { globals: { theme: "dark" } };

export const Phone: Story = { globals: { width: "360" } };

const streaming = (text: string): Story => ({ args: { streaming: true, text } });

export const IncompleteCodeFence = streaming("Here is the setting:\n\n```ts\nconst parts = 4;\n``");
export const IncompleteTableRow = streaming("| Region | Orders | Change |\n| - | -: | -: |\n| North | 1,204 | **+3");
export const IncompleteTableHead = streaming("Orders by region:\n\n| Region | Ord");
export const IncompleteLink = streaming("You can find it in [last night's log](https://example.com/lo");
export const IncompleteBold = streaming("Please **check *every single");
export const IncompleteList = streaming("1. Read the log\n2. Find the cause\n   - start with `import.ts\n");
export const IncompleteTaskList = streaming("- [x] Read the log\n- [ ] Write the **report");
export const LinkDefinedLater = streaming(
  "See [the plan][plan].\n\nIt covers all three sites.\n\n[plan]: https://example.com/plan",
);

/** Long code is rendered in parts. */
export const LongCode: Story = {
  args: {
    text: `\`\`\`ts\n${Array.from({ length: 240 }, (_, line) => `const total${line} = totalOf(orders[${line}], "EUR"); // order ${4700 + line}`).join("\n")}\n\`\`\``,
  },
};

/** A wide table scrolls inside its own box, also with the keyboard. */
export const WideTable: Story = {
  args: {
    text: [
      `| Region | ${Array.from({ length: 12 }, (_, month) => `${monthNames[month]}`).join(" | ")} |`,
      `| - | ${Array.from({ length: 12 }, () => "-:").join(" | ")} |`,
      ...["North", "South", "East and islands"].map(
        (region, row) =>
          `| ${region} | ${Array.from({ length: 12 }, (_, month) => (row + 3) * (month + 7)).join(" | ")} |`,
      ),
    ].join("\n"),
  },
};

/** An English table on a right-to-left page shows its first column, and fades at the right where it continues. */
export const WideTableRightToLeft: Story = {
  ...WideTable,
  globals: { direction: "rtl", width: "360" },
  play: async ({ canvas }) => {
    const box = await canvas.findByRole("group", { name: "Table" });
    const first = canvas.getByRole("columnheader", { name: "Region" });
    await expect(first.getBoundingClientRect().left).toBeGreaterThanOrEqual(box.getBoundingClientRect().left);
    await waitFor(() => expect(getComputedStyle(box).maskImage).toContain("to right"));
  },
};

export const TaskList: Story = {
  args: {
    text: "Still to do:\n\n- [x] Read the log\n- [x] Find the cause\n- [ ] Write the report\n  - [ ] Add the figures",
  },
};

export const FurtherElements: Story = {
  args: {
    text: [
      "Packing list\n===",
      "For the warehouse\n---",
      "> Two things to check first:\n>\n> - the stock\n> - the labels",
      "1. Pick the items\n   1. Desk\n   2. Lamp\n2. Pack the parcel\n\n   Use the large box.",
      "<details>Raw HTML stays text.</details>",
      "A bare link https://example.com/labels and ~~an old step~~.",
    ].join("\n\n"),
  },
};

/** Syntax colours, a diagram and formulas from plug-ins. See `markdown-plugins.tsx`. */
export const CodeAndFormulaPlugins: Story = {
  args: {
    plugins: examplePlugins,
    text: [
      "The total is $t = n + s$, with shipping from $5.",
      "$$\nt = n + s\n$$",
      '```ts\n// Orders under 50 euros pay for shipping.\nexport const shipping = (total: number) => round(total < 50 ? 4.9 : 0, "EUR");\n```',
      "```diagram\nPack the parcel --> Print the label --> Hand it to the carrier\n```",
    ].join("\n\n"),
  },
};

export const IncompleteDiagram: Story = {
  args: {
    ...CodeAndFormulaPlugins.args,
    streaming: true,
    text: "Here are the steps:\n\n```diagram\nPack the parcel --> Pri",
  },
};
