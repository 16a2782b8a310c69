import { CodeBlock } from "@service/react";
import { examplePlugins } from "./markdown-plugins.js";
import "./markdown-plugins.css";
import type { Meta, StoryObj } from "@storybook/react-vite";

const meta = {
  title: "Components/CodeBlock",
  component: CodeBlock,
  args: { code: 'const greeting = "Good morning";\nconsole.log(greeting);', language: "ts" },
} satisfies Meta<typeof CodeBlock>;
export default meta;
type Story = StoryObj<typeof meta>;

export const WithLanguage: Story = {};
export const Plain: Story = { args: { language: null } };
export const LongLines: Story = { args: { code: `const text = "${"long ".repeat(60)}";` } };
export const Dark: Story = { globals: { theme: "dark" } };
/** By a highlighter of the host's, which may be loaded with the first code. */
export const Highlighted: Story = { args: { highlight: examplePlugins.highlight } };
export const FailingHighlighter: Story = { args: { highlight: () => Promise.reject(new Error("Not loaded.")) } };
/** Code reads from left to right in every language. */
export const RightToLeft: Story = { globals: { direction: "rtl" } };
