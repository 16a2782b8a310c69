import { ComposerView } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, userEvent, within } from "storybook/test";
import { Dictation, ModelChoice } from "../composer-parts.js";

const meta = {
  title: "Composer/ComposerView/Slots",
  component: ComposerView,
  args: { composer: { sendMessage: async () => undefined } },
} satisfies Meta<typeof ComposerView>;
export default meta;
type Story = StoryObj<typeof meta>;

const WebSearch = () => {
  const [isOn, setIsOn] = useState(true);
  return (
    <button type="button" className="live-button" data-host="" aria-pressed={isOn} onClick={() => setIsOn(!isOn)}>
      Search the web
    </button>
  );
};

/** Your own controls, at the start of the bar. */
export const WithTools: Story = { args: { components: { Tools: WebSearch } } };

/** A picker for the model of the next messages. */
export const ModelPicker: Story = { args: { components: { ModelPicker: ModelChoice } } };

/** Dictation inserts its text at the caret. */
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

/** Content above and below the field. */
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

/** A custom part that throws does not break the composer. */
export const BrokenPart: Story = { args: { components: { Tools: Broken }, defaultValue: "Where is order 4711?" } };
