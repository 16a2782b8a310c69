import { TimelineView, type Decision } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";
import {
  background,
  everyStep,
  everyStepSettled,
  failedAtOnce,
  failedInAnswer,
  signIn,
  turnOf,
  waitingCall,
  waitingWithoutCall,
} from "../row-fixtures.js";

const nothing = () => undefined;
const meta = {
  title: "Timeline/TimelineView/Activity",
  component: TimelineView,
  parameters: { stage: "chat" },
  args: { timeline: everyStep, onOpenSession: nothing, onMemoryClick: nothing },
} satisfies Meta<typeof TimelineView>;
export default meta;
type Story = StoryObj<typeof meta>;

/** While a turn is running, each step has a line. */
export const EachKindOfStep: Story = { args: { isRunning: true } };

/** Every line expands to its details. */
export const EachKindOfStepOpen: Story = {
  args: { isRunning: true },
  parameters: { docs: { story: { inline: false, height: "48rem" } } },
  play: async ({ canvas, userEvent }) => {
    for (const name of [/Reasoning/, /Edit file/, /Run command/, /Started a subtask/]) {
      await userEvent.click(canvas.getByRole("button", { name }));
    }
    await expect(canvas.getByText("Tests 1 failed | 15 passed (16)", { exact: false })).toBeVisible();
  },
};

/** One line shows the duration, the number of steps and the failed steps. */
export const StepsCollapsed: Story = { args: { timeline: everyStepSettled } };

/** Goals, updates, the result of a subtask and a summary of earlier messages. */
export const GoalsAndUpdates: Story = { args: { timeline: background } };

export const SignInNeeded: Story = { args: { timeline: signIn } };

const waiting: Decision = {
  kind: "approval",
  id: "call-7",
  turnId: null,
  name: "delete_orders",
  arguments: {},
  state: { name: "pending" },
};

/** A call that needs approval shows it in its own row only. */
export const CallWaitingForApproval: Story = {
  args: { timeline: waitingCall, pending: [waiting] },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: /Delete orders.*Waiting for approval/ })).toBeVisible();
    await expect(canvas.queryByText("Waiting for your decision")).toBeNull();
  },
};

/** Without a list of pending decisions and without a row of the call, a line of the log shows the wait, once. */
export const ApprovalKnownFromTheLog: Story = { args: { timeline: waitingWithoutCall } };

/** The turn failed during its answer. */
export const FailedDuringAnswer: Story = { args: { timeline: failedInAnswer, onAskAgain: nothing } };

/** The turn failed before its answer. */
export const FailedBeforeAnswer: Story = { args: { timeline: failedAtOnce, onAskAgain: nothing } };

export const StoppedByTheUser: Story = {
  args: {
    timeline: turnOf("Write a report on last year's orders.", (add) => {
      add("agent.toolCall.created", { id: "c1", name: "collect_figures", arguments: { year: 2025 } });
      add("agent.message.delta", { text: "The first quarter was quiet. Orders grew by" });
      add("turn.cancelled", { reason: "interrupt" });
    }),
  },
};

export const WorkspaceStarting: Story = {
  args: {
    isRunning: true,
    timeline: turnOf("Fix the nightly import.", (add, log) => {
      add("turn.startup.phase.started", { phase: "repository" });
      log.wait(5000);
      add("turn.startup.phase.completed", { phase: "repository", durationMs: 6400 });
      add("turn.startup.phase.started", { phase: "files" });
      add("turn.startup.phase.failed", { phase: "files", durationMs: 900 });
      add("turn.startup.phase.started", { phase: "model_preparation" });
    }),
  },
};

/** A long call shows its duration. */
export const LongRunningCall: Story = {
  args: { isRunning: true },
  loaders: [
    () => ({
      timeline: turnOf(
        "Where are our parcels?",
        (add) => add("agent.toolCall.created", { id: "track", name: "track_parcels", arguments: { carrier: "all" } }),
        new Date(Date.now() - 12_000).toISOString(),
      ),
    }),
  ],
  render: (args, { loaded }) => <TimelineView {...args} {...(loaded as { readonly timeline?: [] })} />,
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector(".sv-tool-summary .sv-elapsed")).toHaveTextContent(/\d s$/));
  },
};

export const NoticesOfEachKind: Story = {
  args: {
    timeline: (["waiting", "input", "cancelled", "failed"] as const).map((tone) => ({
      kind: "notice",
      id: tone,
      occurredAt: "2026-05-12T09:30:00Z",
      turnId: "t1",
      tone,
      text: tone === "failed" ? "This month's budget is used up." : "",
      ...(tone === "failed" && {
        details: [
          { label: "Used", value: "€250.00" },
          { label: "Renews", value: "June 1" },
        ],
        action: { label: "View budget", url: "https://example.com/budget" },
      }),
    })),
  },
};

export const Dark: Story = { ...EachKindOfStepOpen, globals: { theme: "dark" } };

export const RightToLeft: Story = { globals: { direction: "rtl" }, args: { isRunning: true } };

export const Phone: Story = { ...EachKindOfStepOpen, globals: { width: "360" } };

export const GoalsAndUpdatesOnAPhone: Story = { globals: { width: "360" }, args: { timeline: background } };
