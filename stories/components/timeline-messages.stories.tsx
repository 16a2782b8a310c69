import { ServiceProvider, TimelineView } from "@service/react";
import type { Decorator, Meta, StoryObj } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { expect, waitFor } from "storybook/test";
import { agent, answer, answered, user } from "../fixtures.js";
import { useStoryLanguage } from "../language.js";
import { examplePlugins } from "./markdown-plugins.js";
import "./markdown-plugins.css";

const meta = {
  title: "Timeline/TimelineView/Messages",
  component: TimelineView,
  parameters: { stage: "chat" },
  args: { timeline: [] },
} satisfies Meta<typeof TimelineView>;
export default meta;
type Story = StoryObj<typeof meta>;

const shared = [
  user("Shall we go with Lisbon?", { actor: { id: "ana", name: "Ana" } }),
  user("Yes, but let's find a quieter hotel.", { actor: { id: "ben", name: "Ben" } }),
  user("Can you check the trains too?", { actor: { id: "c-71" } }),
  answered,
  agent("Casa do Rio has quiet rooms facing the garden. Trains from Porto take three hours."),
];

function AnaReads({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <ServiceProvider identity={{ tenant: "acme", user: "ana" }} baseUrl="/nowhere" {...useStoryLanguage()}>
      {children}
    </ServiceProvider>
  );
}

const readByAna: Decorator = (Story) => (
  <AnaReads>
    <Story />
  </AnaReads>
);

/** Messages of other users have a name and the other side; your own do not. */
export const SharedConversation: Story = {
  args: { timeline: shared },
  decorators: [readByAna],
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("article", { name: /^You/ })).toHaveTextContent("Shall we go with Lisbon?");
    await expect(canvas.getByRole("article", { name: /^Ben/ })).toBeVisible();
    const middleOf = (text: string) => {
      const { left, right } = canvas.getByText(text).parentElement!.getBoundingClientRect();
      return (left + right) / 2;
    };
    const middle = canvas.getByRole("article", { name: /^Ben/ }).getBoundingClientRect();
    await expect(middleOf("Shall we go with Lisbon?")).toBeGreaterThan(middle.left + middle.width / 2);
    await expect(middleOf("Yes, but let's find a quieter hotel.")).toBeLessThan(middle.left + middle.width / 2);
  },
};

const log = Array.from(
  { length: 10_000 },
  (_, line) => `09:${String(Math.floor(line / 170)).padStart(2, "0")} worker ${line % 7}: batch ${line} took 318 ms`,
);

/** A pasted log of 10,000 lines is collapsed, with a button to show all. */
export const LongMessage: Story = {
  args: { timeline: [user(`Why is this slow?\n${log.join("\n")}`), agent("Worker 3 is waiting for a lock.")] },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Show all" })).toHaveAttribute("aria-expanded", "false");
    await expect(canvas.getByText("Worker 3 is waiting for a lock.")).toBeVisible();
    await expect(canvas.getByRole("article", { name: /^You/ }).clientHeight).toBeLessThan(800);
  },
};

/** A host's additions to the kit's markdown, from `markdown-plugins.tsx`: syntax colours and a formula. */
export const CodeWithSyntaxColours: Story = {
  args: {
    timeline: [
      user("When is shipping free?"),
      agent(
        'The total is $t = n + s$. From €50 it is free:\n\n```ts\n// Orders under 50 euros pay for shipping.\nexport const shipping = (total: number) => round(total < 50 ? 4.9 : 0, "EUR");\n```',
      ),
    ],
    components: { Markdown: { plugins: examplePlugins } },
  },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText("t = n + s")).toBeVisible();
    await waitFor(() => expect(canvasElement.querySelector("[data-token=keyword]")).toHaveTextContent("export"));
  },
};

const file = (fileId: string, filename: string) => ({
  kind: "file",
  fileId,
  filename,
  sizeBytes: 184_320,
  contentType: "application/pdf",
});

export const FilesInMessages: Story = {
  args: {
    timeline: [
      user("Which of these two is cheaper?", {
        resources: [file("f-1", "Offer Lisbon.pdf"), file("f-2", "Offer Porto.pdf")],
      }),
      user("", { resources: [file("f-3", "Hotel contract.pdf")] }),
      agent("The Lisbon offer is €110 cheaper."),
    ],
  },
};

export const CommentsOnQuotes: Story = {
  args: {
    timeline: [
      agent(answer),
      user("Please fix these two points.", {
        annotations: [
          { quote: "Three people need a visa letter", comment: "It's four people now." },
          { quote: "until Friday", comment: "" },
        ],
      }),
    ],
  },
};

export const QuestionsAnswered: Story = { args: { timeline: [user("Plan the offsite."), answered, agent(answer)] } };

const unanswered = { ...answered, answers: answered.answers.map((each) => ({ ...each, values: [] })) };

export const QuestionsNotAnswered: Story = {
  args: {
    timeline: [
      user("Plan the offsite."),
      { ...unanswered, id: "s", response: { outcome: "skipped" } },
      { ...unanswered, id: "e", response: { outcome: "expired" } },
      { ...unanswered, id: "c", response: { outcome: "cancelled" } },
    ],
  },
};

const onDay = (day: string, text: string) => user(text, { occurredAt: `2026-05-${day}T09:30:00Z` });

/** A line marks each new day. */
export const SeveralDays: Story = {
  args: {
    timeline: [
      onDay("11", "Can you book the hotel?"),
      onDay("12", "What is left to book?"),
      onDay("12", "And the train tickets?"),
    ],
  },
};

/** The copy button and the time appear on hover, focus or touch. */
export const OwnActions: Story = {
  args: {
    timeline: [user("Where should we meet?"), agent("I suggest **Lisbon**.")],
    components: {
      MessageActions: ({ item }) => (
        <button type="button" className="sv-link-button">
          {item.kind === "agent-message" ? "Rate" : "Edit"}
        </button>
      ),
    },
  },
  play: async ({ canvas }) => {
    const rate = canvas.getByRole("button", { name: "Rate" });
    rate.focus();
    await expect(rate).toHaveFocus();
  },
};

/** Custom actions that throw do not break the message. */
export const ActionsThatFail: Story = {
  args: {
    timeline: [user("Where should we meet?"), agent("I suggest **Lisbon**.")],
    components: {
      MessageActions: () => {
        throw new Error("These actions are broken on purpose.");
      },
    },
  },
};

export const Dark: Story = { globals: { theme: "dark" }, args: { timeline: shared }, decorators: [readByAna] };

export const RightToLeft: Story = {
  globals: { direction: "rtl" },
  args: { timeline: shared },
  decorators: [readByAna],
};

export const Phone: Story = { globals: { width: "360" }, args: { timeline: shared }, decorators: [readByAna] };
