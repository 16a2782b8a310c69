import { TimelineView } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";
import {
  agent,
  answer,
  answered,
  arabicAnswer,
  cancelled,
  failed,
  longAnswer,
  plan,
  reasoning,
  tool,
  user,
  working,
} from "../fixtures.js";

const meta = {
  title: "Timeline/TimelineView",
  component: TimelineView,
  parameters: { stage: "chat" },
  args: { timeline: plan },
} satisfies Meta<typeof TimelineView>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The steps of a completed turn collapse to one line. The answer stays visible. */
export const AnswerWithCollapsedSteps: Story = {};

export const NoMessages: Story = { args: { timeline: [] } };

export const Loading: Story = { args: { timeline: [], isLoading: true } };

/** A turn is running without output. */
export const Thinking: Story = { args: { timeline: [user("Summarize yesterday's orders.")], isRunning: true } };

/** While a turn is running, its steps are visible. */
export const StepsInProgress: Story = { args: { timeline: [...plan, ...working], isRunning: true } };

/** Incomplete Markdown is shown as if it were complete. */
export const AnswerStreaming: Story = {
  args: {
    timeline: [user("Where should we meet?"), agent("The best choice is **Lisbon, becau", true)],
    isRunning: true,
  },
};

export const ReasoningStreaming: Story = {
  args: {
    timeline: [
      user("Which is cheaper?"),
      reasoning("I'll compare the totals, not the nightly prices. Lisbon has", true),
    ],
    isRunning: true,
  },
};

/** A failed turn stays expanded, with the reason and a retry button. */
export const AnswerFailed: Story = { args: { timeline: failed, onAskAgain: () => undefined } };

/** The text before the stop stays. */
export const AnswerStopped: Story = { args: { timeline: cancelled } };

export const QuestionsAnswered: Story = { args: { timeline: [user("Plan the offsite."), answered, agent(answer)] } };

export const NoticesInTheConversation: Story = {
  args: {
    timeline: [
      user("Pay the hotel invoice."),
      { kind: "notice", id: "n1", occurredAt: "2026-05-12T09:30:00Z", turnId: "t1", tone: "waiting", text: "" },
      { kind: "notice", id: "n2", occurredAt: "2026-05-12T09:30:00Z", turnId: "t1", tone: "failed", text: "" },
      { kind: "session-status", id: "s1", occurredAt: "2026-05-12T09:30:00Z", status: "cancelled" },
    ],
  },
};

/** The delivery state of messages that the log does not have yet. */
export const DeliveryStates: Story = {
  args: {
    timeline: [
      user("Where is order 4711?", { delivery: { state: "sending" } }),
      user("When will it arrive?", { delivery: { state: "queued" } }),
      user("Please change the delivery address.", {
        delivery: { state: "failed", error: "We couldn't reach the server. Try again." },
      }),
      user("Please cancel the order.", {
        delivery: { state: "failed", error: "You don't have permission to do this.", isRefused: true },
      }),
      user("Please send me the invoice.", { delivery: { state: "unknown" } }),
    ],
    onRetry: () => undefined,
    onDiscard: () => undefined,
  },
};

/** Messages sent offline are sent once the device is online. */
export const WaitingForConnection: Story = {
  args: {
    timeline: [user("Where is order 4711?", { delivery: { state: "sending", isHeld: true } })],
    isOffline: true,
    onDiscard: () => undefined,
  },
};

const many = Array.from({ length: 12 }, (_, index) =>
  index % 4 === 0
    ? [user(`Question ${index + 1}: how do we move the nightly import without closing the shop?`), agent(longAnswer)]
    : [user(`Question ${index + 1}: where should the team of eleven meet in May?`), agent(answer)],
).flat();

export const LongConversation: Story = { args: { timeline: many, hasOlder: true } };

/** The view follows the newest message until the reader scrolls up. A button returns to it. */
export const ScrolledUp: Story = {
  args: { timeline: many },
  play: async ({ canvas, userEvent }) => {
    const region = canvas.getByRole("region", { name: "Conversation" });
    const distance = () => region.scrollHeight - region.clientHeight - region.scrollTop;
    await waitFor(() => expect(distance()).toBeLessThan(2));
    await expect(canvas.queryByRole("button", { name: "Jump to latest" })).toBeNull();
    region.scrollTop -= 600;
    await userEvent.click(await canvas.findByRole("button", { name: "Jump to latest" }));
    await waitFor(() => expect(distance()).toBeLessThan(2));
    region.scrollTop -= 600;
    await canvas.findByRole("button", { name: "Jump to latest" });
  },
};

export const LoadingEarlierMessages: Story = { args: { timeline: plan, hasOlder: true, isLoadingOlder: true } };

export const RightToLeft: Story = {
  globals: { direction: "rtl" },
  args: { timeline: [user("أين نجتمع في مايو؟"), tool("search_flights", { to: "LIS" }, "3"), agent(arabicAnswer)] },
};

/** A custom renderer for one tool. Other tools use the kit's. */
export const OwnToolRenderer: Story = {
  args: {
    timeline: plan.filter((item) => item.kind !== "turn-end"),
    components: {
      tools: {
        search_flights: ({ input }) => (
          <div className="own-tool">✈ Flights for {String((input as { people: number }).people)} people</div>
        ),
      },
    },
  },
};

/** A custom renderer that throws is replaced by the kit's. */
export const ToolRendererThatFails: Story = {
  args: {
    timeline: plan.filter((item) => item.kind !== "turn-end"),
    components: {
      tools: {
        search_flights: () => {
          throw new Error("This renderer is broken on purpose.");
        },
      },
    },
  },
};

export const Phone: Story = { globals: { width: "360" }, args: { timeline: [...plan, ...working], isRunning: true } };

export const Dark: Story = { globals: { theme: "dark" }, args: { timeline: [...plan, ...working], isRunning: true } };
