import { ComposerView } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { Dictation, ModelChoice } from "../composer-parts.js";

const meta = {
  title: "Composer/ComposerView/Slots",
  component: ComposerView,
  args: { composer: { sendMessage: async () => undefined } },
} satisfies Meta<typeof ComposerView>;
export default meta;
type Story = StoryObj<typeof meta>;

export const WithTools: Story = {
  args: { components: { Tools: () => <span>Your own controls stand here</span> } },
};

export const ModelPicker: Story = { args: { components: { ModelPicker: ModelChoice } } };

export const Voice: Story = {
  args: { components: { VoiceInput: Dictation }, defaultValue: "Plan , please." },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const field = canvas.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
    field.setSelectionRange(5, 5);
    await userEvent.click(canvas.getByRole("button", { name: "Dictate" }));
    await expect(field).toHaveValue("Plan three nights in Lisbon, please.");
    await expect(field).toHaveFocus();
  },
};

export const HeaderAndFooter: Story = {
  args: {
    components: {
      Header: () => <p style={{ margin: 0 }}>Replying about the spring offsite</p>,
      Footer: () => <p style={{ margin: 0, textAlign: "center" }}>Answers can be wrong. Check what matters.</p>,
    },
  },
};

const Broken = () => {
  throw new Error("A host's part that throws");
};

/** A part that throws takes nothing else down. */
export const BrokenPart: Story = { args: { components: { Tools: Broken }, defaultValue: "Still here" } };
