import { ComposerView } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { Aside, Dictation, ModelChoice, WebSearch } from "../composer-parts.js";

const meta = {
  title: "Composer/ComposerView/Slots",
  component: ComposerView,
  args: { composer: { sendMessage: async () => undefined }, placeholder: "Ask about a trip" },
} satisfies Meta<typeof ComposerView>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Your own controls, at the start of the bar. */
export const OwnToolButton: Story = { args: { components: { Tools: WebSearch } } };

/** A picker for the model of the next messages. */
export const ModelPicker: Story = { args: { components: { ModelPicker: ModelChoice } } };

/** The picker beside other controls, in the dark. */
export const ModelPickerInTheDark: Story = {
  args: { components: { Tools: WebSearch, ModelPicker: ModelChoice, VoiceInput: Dictation } },
  globals: { theme: "dark" },
};

export const ModelPickerRightToLeft: Story = { ...ModelPicker, globals: { direction: "rtl" } };

export const ModelPickerOnAPhone: Story = {
  ...ModelPickerInTheDark,
  globals: { width: "360" },
};

/** Dictation inserts its text at the caret. */
export const DictatedText: Story = {
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
      Header: () => <Aside place="header">Project: spring offsite in Lisbon</Aside>,
      Footer: () => <Aside place="footer">Answers can be wrong. Check important facts.</Aside>,
    },
  },
};

const Broken = () => {
  throw new Error("A host's part that throws");
};

/** A custom part that throws does not break the composer. */
export const PartThatFails: Story = { args: { components: { Tools: Broken }, defaultValue: "Where is order 4711?" } };
