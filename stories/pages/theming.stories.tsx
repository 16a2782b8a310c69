import { ApprovalCard, ComposerView, TimelineView } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { Dictation, ModelChoice } from "../composer-parts.js";
import { approval, plan } from "../fixtures.js";
import { oneOf } from "../prop-table.js";
import "./theming.css";

const brands: Readonly<Record<string, string>> = {
  kit: "Acme",
  paper: "Folio Travel",
  dense: "Relay",
  bloom: "Bloom",
  ink: "Northline",
};
const composer = { sendMessage: () => undefined };
const parts = { ModelPicker: ModelChoice, VoiceInput: Dictation };

/** The views in the look of a product. */
function Look({ name }: { readonly name: string }): ReactNode {
  return (
    <div className="look" data-look={name} data-density={name === "dense" ? "compact" : undefined}>
      <header className="look-bar">
        <span className="look-mark" aria-hidden />
        {brands[name]}
      </header>
      <TimelineView timeline={plan} />
      <ApprovalCard approval={approval} onApprove={() => undefined} onReject={() => undefined} />
      <ComposerView composer={composer} components={parts} />
    </div>
  );
}

const meta = {
  title: "Start/Theming/Looks",
  component: Look,
  tags: ["!autodocs"],
  argTypes: { name: oneOf(Object.keys(brands)) },
  args: { name: "kit" },
  parameters: { data: [plan, approval] },
} satisfies Meta<typeof Look>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The default look. */
export const DefaultLook: Story = {};

/** A warm look with serif type and small corners. */
export const PaperLook: Story = { args: { name: "paper" } };

/** A compact look for tools, with smaller type and narrow gaps. */
export const DenseLook: Story = { args: { name: "dense" } };

/** A friendly look with rounded corners. */
export const BloomLook: Story = { args: { name: "bloom" } };

/** A monochrome look with square corners and without shadows. */
export const InkLook: Story = { args: { name: "ink" } };

/** The Paper look in the dark theme. */
export const PaperLookInTheDark: Story = { args: { name: "paper" }, globals: { theme: "dark" } };

/** The Ink look in the dark theme. */
export const InkLookInTheDark: Story = { args: { name: "ink" }, globals: { theme: "dark" } };

/** The Bloom look on a phone. */
export const BloomLookOnAPhone: Story = { args: { name: "bloom" }, globals: { width: "360" } };
