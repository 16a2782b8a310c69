import { ApprovalCard, ComposerView, TimelineView } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { approval, plan } from "../fixtures.js";
import "../live.css";
import "./theming.css";

/** The views in the look of a product. */
function Look({ name }: { readonly name: string }): ReactNode {
  return (
    <div className="own-chat" data-look={name}>
      <TimelineView timeline={plan} />
      <ApprovalCard approval={approval} onApprove={() => undefined} onReject={() => undefined} />
      <ComposerView composer={{ sendMessage: () => undefined }} />
    </div>
  );
}

const meta = {
  title: "Start/Theming/Looks",
  component: Look,
  tags: ["!autodocs"],
  args: { name: "kit" },
  parameters: { data: [plan, approval] },
} satisfies Meta<typeof Look>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The default look. */
export const Kit: Story = {};

/** A warm look with serif type and square corners. */
export const Paper: Story = { args: { name: "paper" } };

/** A dense look for tools, with smaller type and narrow gaps. */
export const Dense: Story = { args: { name: "dense" } };

/** The Paper look in the dark theme. */
export const PaperInTheDark: Story = { args: { name: "paper" }, globals: { theme: "dark" } };
