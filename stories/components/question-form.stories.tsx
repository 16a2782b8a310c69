import { QuestionForm } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { inOrder, press, write } from "../begin.js";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { questions } from "../fixtures.js";
import { oneExampleOf } from "../prop-table.js";

const response = { kind: "question", submission: { outcome: "skipped" } } as const;
const inState = (state: typeof questions.state) => ({ ...questions, state });

const meta = {
  title: "Decisions/QuestionForm",
  component: QuestionForm,
  argTypes: {
    question: oneExampleOf({
      pending: inState({ name: "pending" }),
      submitting: inState({ name: "submitting", response }),
      accepted: inState({ name: "accepted", response }),
      settled: inState({ name: "settled", outcome: "answered", here: true }),
      expired: inState({ name: "expired" }),
      superseded: inState({ name: "superseded" }),
      failed: inState({ name: "failed", response, error: new Error("We couldn't reach the server. Try again.") }),
      unknown: inState({ name: "unknown", response }),
    }),
  },
  args: { question: questions, onSubmit: () => undefined },
} satisfies Meta<typeof QuestionForm>;
export default meta;
type Story = StoryObj<typeof meta>;

const { request } = questions;
const [single, multiple, text] = request.questions;
const ask = (...asked: (typeof request.questions)[number][]) => ({
  ...questions,
  request: { ...request, questions: asked },
});

export const SeveralQuestions: Story = {};

export const TextQuestion: Story = { args: { question: ask({ ...text!, required: true }) } };

export const SingleChoice: Story = { args: { question: ask(single!) } };

export const MultipleChoice: Story = { args: { question: ask(multiple!) } };

/** Half an hour remains to answer. */
export const HalfAnHourLeft: Story = {
  args: {
    question: { ...questions, request: { ...request, questions: [single!], expiresAt: "2026-05-12T10:00:00Z" } },
    clock: { now: () => Date.parse("2026-05-12T09:30:00Z"), after: () => () => undefined },
  },
};

/** The last minute is shown in words, not by colour alone. */
export const LastMinute: Story = {
  args: {
    question: { ...questions, request: { ...request, questions: [single!], expiresAt: "2026-05-12T10:00:00Z" } },
    clock: { now: () => Date.parse("2026-05-12T09:59:18Z"), after: () => () => undefined },
  },
};

/** A missing answer is marked and gets the focus. */
export const AnswerMissing: Story = {
  args: { question: ask(single!, { ...text!, required: true }) },
  parameters: { begin: press("Next") },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "Next" }));
    await expect(canvas.getByText("Answer this question.")).toBeInTheDocument();
    await expect(canvas.getByRole("radio", { name: /Lisbon/ })).toHaveFocus();
  },
};

/** One question per page, with a button back to earlier answers. */
export const SecondQuestion: Story = {
  parameters: { begin: inOrder(press(/Lisbon/, "radio"), press("Next")) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText("Question 2 of 3")).toBeInTheDocument();
    await expect(canvas.getByRole("button", { name: "Back" })).toBeInTheDocument();
  },
};

/** Asked before a skip that loses answers, in place of the buttons. */
export const SkipLosesAnswers: Story = {
  parameters: { begin: inOrder(press(/Lisbon/, "radio"), press("Next"), press("Skip all 3")) },
  play: async ({ canvasElement }) => {
    const keep = await within(canvasElement).findByRole("button", { name: "Keep answering" });
    await waitFor(() => expect(keep).toHaveFocus());
  },
};

/** The second of several pending requests. */
export const SecondOfThreeRequests: Story = { args: { position: { number: 2, count: 3 } } };

export const OwnAnswer: Story = {
  args: { question: ask(single!) },
  parameters: { begin: inOrder(press("Other", "radio"), write("Your own answer", "Braga")), data: ["Braga"] },
  play: async ({ canvasElement }) => {
    const field = await within(canvasElement).findByRole("textbox", { name: "Your own answer" });
    await waitFor(() => expect(field).toHaveValue("Braga"));
  },
};

/** "Other" was chosen, and its text is missing. */
export const OwnAnswerMissing: Story = {
  args: { question: ask(single!) },
  parameters: { begin: inOrder(press("Other", "radio"), press("Answer")) },
  play: async ({ canvasElement }) => {
    const field = await within(canvasElement).findByRole("textbox", { name: "Your own answer" });
    await waitFor(() => expect(field).toHaveAccessibleDescription("Enter your answer, or choose another option."));
    await expect(field).toHaveFocus();
  },
};

export const SendingAnswers: Story = { args: { question: { ...questions, state: { name: "submitting", response } } } };

export const SkippedAndContinuing: Story = {
  args: { question: { ...questions, state: { name: "accepted", response } } },
};

export const AnsweredByAnotherPerson: Story = {
  args: {
    question: {
      ...questions,
      state: { name: "settled", outcome: "answered", here: false, by: { id: "ben", name: "Ben" } },
    },
  },
};

export const AnsweredByYou: Story = {
  args: { question: { ...questions, state: { name: "settled", outcome: "answered", here: true } } },
};

export const TimeRanOut: Story = { args: { question: { ...questions, state: { name: "expired" } } } };

export const NoLongerNeeded: Story = { args: { question: { ...questions, state: { name: "superseded" } } } };

export const SendingFailed: Story = {
  args: {
    question: {
      ...ask(single!),
      state: { name: "failed", response, error: new Error("We couldn't reach the server. Try again.") },
    },
  },
};

export const SendingResultUnknown: Story = {
  args: { question: { ...ask(single!), state: { name: "unknown", response } } },
};

export const Dark: Story = { globals: { theme: "dark" } };

export const RightToLeft: Story = { globals: { direction: "rtl" } };

export const Phone: Story = { globals: { width: "360" } };
