import { SessionConversation } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { commandList, isOnTop, ownComposer } from "../composer-parts.js";
import { withWorld } from "../live.js";
import { inOrder, write } from "../begin.js";
import { ofStory, OwnSession, StartedSession } from "../started-session.js";
import { deleteNewestSession } from "../use-started-session.js";
import { asked, askedNow } from "../story-agent.js";

const meta = {
  title: "Conversation/SessionConversation",
  component: SessionConversation,
  decorators: [withWorld],
  parameters: { stage: "chat", bar: false },
  args: { sessionId: "", placeholder: "Ask about an order" },
  render: (args, story) => (
    <StartedSession {...ofStory(story)}>
      {(sessionId) => <SessionConversation {...args} sessionId={sessionId} />}
    </StartedSession>
  ),
} satisfies Meta<typeof SessionConversation>;
export default meta;
type Story = StoryObj<typeof meta>;

const slow = { timeout: 10_000 };

/** A session through the session API and the proxy. */
export const AnswerWithSteps: Story = {
  parameters: {
    first: asked(
      "Where is order 4711?",
      "/reason I'll look up the order first.",
      '/tool find_order {"number":4711}',
      "/say Your order shipped on **Monday** and arrives tomorrow.",
    ),
  },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("Monday", {}, slow)).toBeVisible();
  },
};

/** An answer is streaming. Users can stop it, and keep typing. */
export const AnswerStreaming: Story = {
  parameters: {
    first: askedNow("Is my order on its way?", "Your order left the warehouse on Monday, and"),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText(/Your order left/, { selector: "p" }, slow);
    await canvas.findByRole("button", { name: "Stop" }, slow);
  },
};

/** The agent needs approval to continue. */
export const ApprovalNeeded: Story = {
  parameters: {
    first: asked(
      "My order arrived broken.",
      "/say I'm sorry about that. I can refund the order.",
      '/approve refund_order {"number":4711,"amount":"€49.90"}',
    ),
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("button", { name: "Approve" }, slow);
  },
};

/** The agent asks questions and waits for the answers. */
export const QuestionsFromTheAgent: Story = {
  parameters: { first: asked("Plan my trip.", "/say I have a few questions first.", "/ask form skip") },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("group", { name: /The agent has/ }, slow);
  },
};

/** An answer failed. Its text stays, with a retry button. */
export const AnswerFailed: Story = {
  parameters: {
    first: asked("What is in order 4711?", "/say Your order has three items:", "/fail before provider_unavailable"),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText(/Your order has three items/, { selector: "p" }, slow);
    await canvas.findByRole("button", { name: "Try again" }, slow);
  },
};

/** With actions that open a subtask and show the memory. */
export const SubtaskAndMemoryLinks: Story = {
  args: { onOpenSession: () => undefined, onMemoryClick: () => undefined },
  parameters: {
    first: asked(
      "Find a train to Porto. I like window seats.",
      `/child ${asked("Look up trains from Lisbon to Porto on Friday.", "/say The 8:39 train has seats left.")}`,
      "/remember I like window seats",
      "/say I'm comparing the trains on Friday.",
      "/silence 3600",
    ),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByRole("button", { name: "Show memory" }, slow);
    await expect((await canvas.findAllByRole("button", { name: "Open subtask" }))[0]).toBeVisible();
  },
};

/** A composer with a model picker, dictation, commands and a footer. */
export const ComposerWithOwnParts: Story = {
  args: { composerProps: ownComposer },
  parameters: { first: asked("When did my order ship?", "/say Your order shipped on **Monday**."), data: commandList },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const field = await canvas.findByRole("textbox", { name: "Message" }, slow);
    await userEvent.click(await canvas.findByRole("button", { name: "Dictate" }));
    await expect(field).toHaveValue("three nights in Lisbon");
    await userEvent.clear(field);
    await userEvent.type(field, "/go");
    await expect(isOnTop(canvas.getByRole("option", { name: /goal/ }))).toBe(true);
  },
};

/** The connection is lost. The conversation stays readable, and a line shows the state. */
export const ConnectionLost: Story = {
  parameters: {
    first: asked("When did my order ship?", "/say Your order shipped on **Monday**."),
    breaksAt: "[data-connection=live] .sv-markdown",
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText("Monday", {}, slow);
    await waitFor(() => expect(canvasElement.querySelector(".sv-connection")).toBeVisible(), slow);
  },
};

/**
 * The session does not exist or belongs to another user. There is a plain message, and a button for a new conversation.
 */
export const NotAvailable: Story = {
  args: { onMissing: fn(), onNewConversation: fn() },
  render: (args) => <SessionConversation {...args} sessionId="11111111-2222-4333-8444-555555555555" />,
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await canvas.findByText("This conversation isn't available", { selector: "h2" }, slow);
    await expect(canvas.queryByRole("textbox")).toBeNull();
    await expect(args.onMissing).toHaveBeenCalledOnce();
    await userEvent.click(canvas.getByRole("button", { name: "New conversation" }));
    await expect(args.onNewConversation).toHaveBeenCalledOnce();
  },
};

export const NotAvailableInTheDark: Story = { ...NotAvailable, globals: { theme: "dark" } };

export const NotAvailableOnAPhone: Story = { ...NotAvailable, globals: { width: "360" } };

/** The session was deleted on another device while the person wrote: the words can be copied. */
export const DeletedWhileWriting: Story = {
  args: { onMissing: fn(), onNewConversation: fn() },
  render: (args, story) => (
    <OwnSession {...ofStory(story)}>
      {(sessionId) => <SessionConversation {...args} sessionId={sessionId} />}
    </OwnSession>
  ),
  parameters: {
    first: asked("When did my order ship?", "/say Your order shipped on **Monday**."),
    begin: inOrder(
      async (canvas) => void (await within(canvas).findByText("Monday", {}, slow)),
      write("Message", "Then I'd like to change the address to 12 Harbour Street, second floor."),
      () => deleteNewestSession("ana"),
    ),
  },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole("textbox", { name: /wasn't sent/ }, slow)).toHaveAttribute("readonly");
    await expect(args.onMissing).not.toHaveBeenCalled();
  },
};

/** The same while the person answered the agent's question. */
export const DeletedWhileAnswering: Story = {
  ...DeletedWhileWriting,
  parameters: {
    first: asked("Help me name our trip.", "/ask text"),
    begin: inOrder(write(/be called/, "Harbours of the north"), () => deleteNewestSession("ana")),
  },
  play: async ({ canvasElement, args }) => {
    const left = await within(canvasElement).findByRole("textbox", { name: /still copy/ }, slow);
    await expect(left).toHaveValue("Harbours of the north");
    await expect(args.onMissing).not.toHaveBeenCalled();
  },
};

/** The session id is not known yet, so nothing is requested. */
export const SessionNotKnownYet: Story = {
  render: (args) => <SessionConversation {...args} sessionId={undefined} />,
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole("textbox")).toHaveAttribute("readonly");
  },
};

export const SignedOut: Story = { globals: { identity: "signed out" } };

export const Dark: Story = { ...ApprovalNeeded, globals: { theme: "dark" } };

/** In Arabic; the kit has no Arabic strings of its own. */
export const RightToLeft: Story = {
  globals: { direction: "rtl" },
  args: { placeholder: "اسأل عن طلب" },
  parameters: {
    first: asked(
      "أين طلبي رقم 4711؟",
      "/reason سأبحث عن الطلب أولاً.",
      '/tool find_order {"number":4711}',
      "/say شُحن طلبك رقم `4711` يوم **الاثنين** مع DHL، ويصل غدًا قبل الساعة 12:00.",
    ),
  },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("الاثنين", {}, slow)).toBeVisible();
  },
};

export const Phone: Story = { ...QuestionsFromTheAgent, globals: { width: "360" } };
