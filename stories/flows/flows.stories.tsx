import { ChatConversation, SessionConversation, useSession } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { withWorld } from "../live.js";
import { said } from "../seed.js";
import { suggestionsFor, suggestionWords } from "../suggestions.js";
import { asked, askedNow } from "../story-agent.js";

const meta = {
  title: "Flows/Journeys",
  component: ChatConversation,
  decorators: [withWorld],
  parameters: {
    stage: "chat",
    controls: { disable: true },
    docs: {
      description: {
        component: "Complete conversations with a service that runs in the page. A button disconnects the network.",
      },
    },
  },
  args: { conversation: "flow" },
} satisfies Meta<typeof ChatConversation>;
export default meta;
type Story = StoryObj<typeof meta>;

const slow = { timeout: 12_000 };
const sources = asked(
  "Do the carrier's rates match our contract?",
  "/reason I'll read both documents.",
  '/tool read_page {"page":"Rates"}',
  '/tool read_page {"page":"Contract"}',
  "/say Yes, the rates **match** the contract.",
);
const doors = ["Chat handler", "Session API"] as const;

async function say(canvasElement: HTMLElement, message: string) {
  const canvas = within(canvasElement);
  const field = await canvas.findByRole("textbox", { name: "Message" }, slow);
  // One paste, as typing a brace means a key to the test library.
  await userEvent.click(field);
  await userEvent.paste(message);
  await userEvent.keyboard("{Enter}");
  return canvas;
}

/** A live chat. Switch the user in the toolbar, and disconnect the network with the button. */
export const LiveChat: Story = {
  args: { conversation: "flow-live", components: { EmptyState: suggestionsFor("flow-live") } },
  parameters: { data: suggestionWords },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText("Try it out", {}, slow);
  },
};

/** Reasoning and tool calls during an answer, collapsed to one line afterwards. */
export const ToolsAndReasoning: Story = {
  args: { conversation: "flow-tools" },
  loaders: [said(sources)],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText("match", {}, slow);
    await canvas.findByRole("button", { name: /Worked .*steps/ }, slow);
  },
};

/** A request for approval, approved with the keyboard. */
export const ApprovalGiven: Story = {
  args: { conversation: "flow-approve" },
  loaders: [
    said(
      asked(
        "Send Globex the May invoice.",
        '/approve send_invoice {"to":"Globex","amount":"€1,200"}',
        "/say The invoice is on its way.",
      ),
    ),
  ],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const approve = await canvas.findByRole("button", { name: "Approve" }, slow);
    approve.focus();
    await userEvent.keyboard("{Enter}");
    await canvas.findByText("The invoice is on its way.", { selector: "p" }, slow);
    await waitFor(() => expect(canvas.queryByRole("button", { name: "Approve" })).toBeNull(), slow);
  },
};

/** A request for approval, rejected with a reason for the agent. */
export const ApprovalRejected: Story = {
  args: { conversation: "flow-reject" },
  loaders: [said(asked("Delete the old reports.", '/approve delete_folder {"path":"/reports"}'))],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "Reject…" }, slow));
    await userEvent.type(canvas.getByRole("textbox", { name: "Reason (optional)" }), "Check with Ben first");
    await userEvent.click(canvas.getByRole("button", { name: "Reject" }));
    await canvas.findByText(/Check with Ben first/, { selector: "p, p *" }, slow);
  },
};

/** A question from the agent, answered. */
export const QuestionAnswered: Story = {
  args: { conversation: "flow-questions" },
  loaders: [said(asked("I'd like to take a trip this year.", "/ask single", "/say I'll look for offers."))],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const first = (await canvas.findAllByRole("radio", {}, slow))[0]!;
    await userEvent.click(first);
    await userEvent.click(canvas.getByRole("button", { name: "Answer" }));
    await canvas.findByText("I'll look for offers.", { selector: "p" }, slow);
  },
};

/** An answer, stopped halfway. Its text stays. */
export const AnswerStopped: Story = {
  args: { conversation: "flow-stop" },
  loaders: [said(asked("Suggest a walk for our team day.", "/long 2000 100"))],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "Stop" }, slow));
    await waitFor(() => expect(canvas.queryByRole("button", { name: "Stop" })).toBeNull(), slow);
  },
};

/** The network disconnects and returns. The answer continues where it was. */
export const NetworkLostAndBack: Story = {
  args: { conversation: "flow-network" },
  loaders: [
    said({
      say: asked("What happens if I lose the connection?", "/say Try it: disconnect the network while I answer."),
      until: "complete",
    }),
  ],
  play: async ({ canvasElement }) => {
    const canvas = await say(
      canvasElement,
      asked("Describe the walk for our team day.", "/long 80 40", "/say That is the whole route."),
    );
    await canvas.findByRole("button", { name: "Stop" }, slow);
    await userEvent.click(canvas.getByRole("button", { name: "Disconnect network" }));
    await userEvent.click(canvas.getByRole("button", { name: "Reconnect network" }));
    await canvas.findByText("That is the whole route.", { selector: "p" }, { timeout: 20_000 });
  },
};

function TwoDoors({ conversation }: { readonly conversation: string }) {
  const { sessionId, created } = useSession({ conversation });
  return (
    <div className="live-pair">
      <ChatConversation conversation={conversation} aria-label={doors[0]} />
      {created && sessionId ? (
        <SessionConversation sessionId={sessionId} aria-label={doors[1]} />
      ) : (
        <p className="live-opening">No session yet</p>
      )}
    </div>
  );
}

/** Two messages queue behind a running answer. One is removed, and the other is answered next. */
export const QueuedMessageRemoved: Story = {
  args: { conversation: "flow-queue" },
  loaders: [
    said(
      askedNow("Where is my parcel now?", "Your parcel left the warehouse this morning, and"),
      "When will it arrive?",
      asked("When do I get the invoice?", "/say You get the invoice tomorrow."),
    ),
  ],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText("2 messages queued", {}, slow);
    await userEvent.click(canvas.getByRole("button", { name: "Remove from queue: When will it arrive?" }));
    await canvas.findByText("1 message queued", {}, slow);
    await userEvent.click(canvas.getByRole("button", { name: "Stop" }));
    await canvas.findByText("You get the invoice tomorrow.", { selector: "p" }, slow);
  },
};

/** An answer fails. Its text stays, with a retry button. */
export const AnswerFailed: Story = {
  args: { conversation: "flow-failure" },
  loaders: [
    said({
      say: asked("What is in order 4711?", "/say Your order has three items:", "/fail before provider_unavailable"),
      until: "complete",
    }),
  ],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByRole("button", { name: "Try again" }, slow);
  },
};

/** One session, through the chat handler on the left and through the session API on the right. */
export const ChatAndSessionSideBySide: Story = {
  parameters: { data: doors },
  render: () => <TwoDoors conversation="flow-doors" />,
  play: async ({ canvasElement }) => {
    const canvas = await say(canvasElement, asked("When does the shop open?", "/say The shop opens at nine."));
    await waitFor(
      () => expect(canvas.getAllByText("The shop opens at nine.", { selector: "p" })).toHaveLength(2),
      slow,
    );
  },
};
