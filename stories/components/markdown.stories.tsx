import { Markdown } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { arabicAnswer, longAnswer } from "../fixtures.js";

const meta = {
  title: "Components/Markdown",
  component: Markdown,
  args: { text: longAnswer },
} satisfies Meta<typeof Markdown>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Everything: Story = {};

/** Bold, code and a link that have no end yet. */
export const Streaming: Story = {
  args: {
    streaming: true,
    text: "## Half a heading\n\nThis is **bold without an end, with `code` and [a link](https://exa",
  },
};

export const StreamingCode: Story = {
  args: { streaming: true, text: "Here it is:\n\n```ts\nexport function half(value: number) {\n  return value" },
};

/** HTML is text, script addresses are words, pictures are links. */
export const Hostile: Story = {
  args: {
    text: [
      "<script>alert(1)</script>",
      '<img src="https://example.com/leak.png?secret" onerror="alert(1)">',
      "[press me](javascript:alert(1)) and [me](data:text/html,hello)",
      "![a picture](https://example.com/leak.png?secret)",
    ].join("\n\n"),
  },
};

/** The host may allow pictures by their address. */
export const AllowedImage: Story = {
  args: {
    text: "![The load over one night](https://example.com/load.png)",
    allowImage: (url) => url.startsWith("https://trusted.example/"),
  },
};

export const RightToLeft: Story = { globals: { direction: "rtl" }, args: { text: arabicAnswer } };

export const Dark: Story = { globals: { theme: "dark" } };

export const Phone: Story = { globals: { width: "360" } };
