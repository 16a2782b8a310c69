import { GoalBanner, GoalBannerView, MessageTimeline } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { press } from "../begin.js";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { withWorld } from "../live.js";
import { ofStory, StartedSession } from "../started-session.js";
import { asked } from "../story-agent.js";

const goal = {
  text: "Close the May books: match every invoice, list all open items and write a summary for the board.",
  status: "active",
  successCriteria: "The trial balance is zero and the summary is in the shared folder.",
  evidence: null,
  pausedReason: null,
};
const done = async () => undefined;

const meta = {
  title: "Panels/GoalBanner",
  component: GoalBannerView,
  args: { goal, onEdit: fn(done), onPause: fn(done), onResume: fn(done), onClear: fn(done), onDismiss: fn() },
} satisfies Meta<typeof GoalBannerView>;
export default meta;
type Story = StoryObj<typeof meta>;

export const GoalActive: Story = {};
export const GoalPaused: Story = {
  args: { goal: { ...goal, status: "paused", pausedReason: "Waiting for the bank statement." } },
};
export const GoalCompleted: Story = {
  args: { goal: { ...goal, status: "completed", evidence: "Trial balance on May 31: difference 0.00." } },
};
/** There is no goal, so nothing is shown. */
export const NoGoal: Story = {
  args: { goal: null },
  parameters: { blank: "A session without a goal: the banner takes no room." },
};
export const ReadOnly: Story = { render: () => <GoalBannerView goal={goal} /> };
export const PauseInProgress: Story = { args: { pending: "pause" } };

const refused = (isConflict: boolean) => ({
  target: "s1",
  action: "edit" as const,
  isConflict,
  error: new Error("We couldn't reach the server. Try again."),
});
export const GoalChangedElsewhere: Story = { args: { refused: refused(true) } };
export const SavingFailed: Story = { args: { refused: refused(false) } };

/** The full goal with its success criteria. */
export const DetailsOpen: Story = {
  parameters: { begin: press(/^Close the May books/) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await waitFor(() => expect(canvas.getByText(/trial balance is zero/i)).toBeVisible());
  },
};

export const EditedAndSaved: Story = {
  // A walk through the form: its end looks like `GoalActive`.
  tags: ["!autodocs"],
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "Edit goal" }));
    const field = canvas.getByRole("textbox", { name: "Goal" });
    await expect(field).toHaveFocus();
    await userEvent.clear(field);
    await userEvent.type(field, "Close the June books.");
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onEdit).toHaveBeenCalledWith({
      text: "Close the June books.",
      successCriteria: goal.successCriteria,
    });
    await waitFor(() => expect(canvas.queryByRole("textbox", { name: "Goal" })).toBeNull());
    await expect(canvas.getByRole("button", { expanded: false })).toHaveFocus();
  },
};

/** The goal is edited inline. */
export const EditForm: Story = { parameters: { begin: press("Edit goal") } };

/** Escape asks before changed words are lost. */
export const DiscardQuestion: Story = {
  tags: ["!autodocs"],
  parameters: { begin: press("Edit goal"), data: [`${goal.text} Then rest.`] },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByRole("textbox", { name: "Goal" }), " Then rest.");
    await userEvent.keyboard("{Escape}");
    await expect(await canvas.findByRole("button", { name: "Keep editing" })).toHaveFocus();
  },
};

/** Clearing asks for confirmation. The safe answer has the focus, and Escape cancels. */
export const ClearConfirmation: Story = {
  parameters: { begin: press("Clear goal") },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const keep = await canvas.findByRole("button", { name: "Keep" });
    await waitFor(() => expect(keep).toHaveFocus());
    await userEvent.keyboard("{Escape}");
    await expect(args.onClear).not.toHaveBeenCalled();
    await userEvent.click(canvas.getByRole("button", { name: "Clear goal" }));
  },
};

/** Live, with the service inside this page. */
export const LiveSession: Story = {
  decorators: [withWorld],
  parameters: {
    stage: "chat",
    bar: false,
    first: asked(
      "Find the cheapest way to get the team to Lisbon.",
      "/goal Find the cheapest way to get the team to Lisbon",
      "/say I'll compare flights and trains and tell you when I have a result.",
    ),
  },
  render: (_args, story) => (
    <StartedSession {...ofStory(story)}>
      {(sessionId) => (
        <>
          <GoalBanner sessionId={sessionId} />
          <MessageTimeline sessionId={sessionId} />
        </>
      )}
    </StartedSession>
  ),
};

export const RightToLeft: Story = { ...DetailsOpen, globals: { direction: "rtl" } };
export const DetailsOpenOnAPhone: Story = { ...DetailsOpen, globals: { width: "360" } };
export const Dark: Story = { globals: { theme: "dark" } };
export const Phone: Story = { globals: { width: "360" } };
