// budget: one story a state, and a component has one page
import { SessionList, SessionListView, type SessionListViewProps } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { withWorld } from "../live.js";
import { useStartedSession } from "../use-started-session.js";
import { asked } from "../story-agent.js";
import { withoutNetwork } from "../without-network.js";

type Row = SessionListViewProps["sessions"][number];
const opened = Date.now();

function row(number: number, title: string | null, status: string, minutesAgo: number, isArchived = false): Row {
  const updatedAt = new Date(opened - minutesAgo * 60_000).toISOString();
  const record = {
    id: `s${number}`,
    workspaceId: "w1",
    status,
    title,
    initialMessage: "What did we spend on travel last quarter, and why did it go up?",
    agentAccess: "session" as const,
    memoryScope: "session" as const,
    endUser: null,
    activeTurnId: null,
    lastSequence: 12,
    createdAt: updatedAt,
    updatedAt,
  };
  const { id: sessionId, initialMessage: firstMessage } = record;
  return { sessionId, title, firstMessage, status, isArchived, isPinned: false, updatedAt, record };
}

const sessions = [
  row(1, "May invoices", "running", 0),
  row(2, "Release notes for version 4: faster imports, new filters and a redesigned order page", "requires_action", 12),
  row(3, null, "idle", 190),
  row(4, "Nightly import", "failed", 60 * 26),
  row(5, "Holiday plan", "idle", 60 * 24 * 40),
];
const pinned = row(7, "Onboarding checklist", "idle", 60 * 24 * 9);
const done = async () => undefined;
const nothing = () => undefined;

const meta = {
  title: "Panels/SessionList",
  component: SessionListView,
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: "22rem" }}>
        <Story />
      </div>
    ),
  ],
  args: {
    sessions,
    selectedId: "s3",
    onOpen: fn(),
    onNew: fn(),
    onSearch: nothing,
    onArchived: nothing,
    onRename: fn(done),
    onArchive: fn(done),
    onLoadMore: nothing,
    onDismiss: nothing,
    onRetry: nothing,
  },
} satisfies Meta<typeof SessionListView>;
export default meta;
type Story = StoryObj<typeof meta>;

export const SeveralConversations: Story = { args: { hasMore: true } };
/** Sessions that need a decision, have an unread answer or failed. */
export const ConversationsNeedAttention: Story = {
  args: {
    attention: new Map([
      ["s2", "decision"],
      ["s5", "finished"],
      ["s4", "failed"],
    ]),
  },
};
/** The page already shows two of these states elsewhere, so their rows hide them. */
export const SomeStatesHidden: Story = {
  args: { ...ConversationsNeedAttention.args, isQuiet: (id) => id === "s2" || id === "s4" },
};
/** The page shows two of the conversations elsewhere, so the list leaves them out. A search finds them. */
export const SomeLeftOut: Story = {
  args: { isListed: (id) => id !== "s1" && id !== "s2" },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText("May invoices")).toBeNull();
  },
};
/** The actions of a session. The arrow keys move between them, Escape closes the menu. */
export const MenuOpen: Story = {
  // The menu closes without the focus, which the docs page leaves to its reader.
  tags: ["!autodocs"],
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const trigger = canvas.getByRole("button", { name: "More actions for May invoices" });
    await userEvent.click(trigger);
    const at = (name: string) => expect(canvas.getByRole("menuitem", { name })).toHaveFocus();
    await at("Rename");
    await userEvent.keyboard("{ArrowDown}");
    await at("Archive");
    await userEvent.keyboard("{Escape}");
    await expect(trigger).toHaveFocus();
    await expect(canvas.queryByRole("menu")).toBeNull();
    await expect(args.onArchive).not.toHaveBeenCalled();
    await userEvent.click(trigger);
  },
};
/** Pinned sessions are above those of today. */
export const PinnedConversation: Story = {
  args: { sessions: [{ ...pinned, isPinned: true }, ...sessions] },
};
export const Loading: Story = { args: { sessions: [], isLoading: true } };
/** The list loads once the device is online. */
export const LoadingWhileOffline: Story = { ...Loading, beforeEach: withoutNetwork, tags: ["!autodocs"] };
export const LoadingMore: Story = { args: { hasMore: true, isLoadingMore: true } };
export const NoConversations: Story = { args: { sessions: [] } };
export const NoSearchResults: Story = { args: { sessions: [], search: "budget" } };
export const ArchivedConversations: Story = {
  args: { sessions: [row(6, "Office move 2025", "idle", 99_999, true)], archived: true },
};
export const LoadingFailed: Story = {
  args: { sessions: [], error: new Error("We couldn't reach the server. Try again.") },
};
/** The last change failed. The loaded sessions stay. */
export const ArchivingFailed: Story = {
  args: {
    refused: {
      target: "s1",
      action: "archive",
      isConflict: false,
      error: new Error("We couldn't reach the server. Try again."),
    },
  },
};
/** Delete is the last action of the menu. A confirmation replaces the row, with the focus on the safe answer. */
export const DeleteConfirmation: Story = {
  args: { onDelete: fn(done) },
  tags: ["!autodocs"],
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "More actions for Nightly import" }));
    await userEvent.keyboard("{End}");
    await expect(canvas.getByRole("menuitem", { name: "Delete" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    const question = canvas.getByRole("group", { name: /^Delete “Nightly import” with its messages and files/ });
    await expect(within(question).getByRole("button", { name: "Keep" })).toHaveFocus();
    await expect(args.onDelete).not.toHaveBeenCalled();
  },
};
/** The subtasks of a session are deleted with it. */
export const DeleteConfirmationWithSubtasks: Story = {
  args: { onDelete: fn(done), subtasksOf: async () => ({ totalDescendants: 3, truncated: false }) },
  tags: ["!autodocs"],
  play: async (context) => {
    await DeleteConfirmation.play?.(context);
    const question = within(context.canvasElement).getByRole("group", { name: /^Delete/ });
    await expect(await within(question).findByText("Its 3 subtasks are deleted too.")).toBeVisible();
  },
};
/** The row disappears at once, the next row gets the focus, and a screen reader announces the deletion. */
export const AfterDeletion: Story = {
  tags: ["!autodocs"],
  render: function Deleted(args) {
    const [rows, setRows] = useState(args.sessions);
    const remove = async (id: string) => setRows((now) => now.filter(({ sessionId }) => sessionId !== id));
    return <SessionListView {...args} sessions={rows} onDelete={remove} />;
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "More actions for Nightly import" }));
    await userEvent.keyboard("{End}{Enter}");
    await userEvent.click(canvas.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(canvas.getByText("“Nightly import” deleted")).toBeInTheDocument());
    await expect(canvas.queryByRole("button", { name: /^Nightly import/ })).toBeNull();
    await expect(canvas.getByRole("button", { name: /^Holiday plan/ })).toHaveFocus();
  },
};
/** Deleting failed, so the session is in the list again. */
export const DeletionFailed: Story = {
  args: {
    onDelete: fn(done),
    refused: {
      target: "s4",
      action: "delete",
      isConflict: false,
      error: new Error("We couldn't reach the server. Try again."),
    },
  },
};
export const ArchivingInProgress: Story = { args: { pending: new Map([["s4", "archive"]]) } };
export const RowsAsLinks: Story = { args: { hrefOf: (id: string) => `#/${id}` } };

/** F2 renames a session, Enter saves, and the focus returns to the row. */
export const RenamedByKeyboard: Story = {
  tags: ["!autodocs"],
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    canvas.getByRole("button", { name: /^May invoices/ }).focus();
    await userEvent.keyboard("{F2}");
    const field = await canvas.findByRole("textbox", { name: "New name for May invoices" });
    await expect(field).toHaveFocus();
    await userEvent.keyboard("June invoices{Enter}");
    await expect(args.onRename).toHaveBeenCalledWith("s1", "June invoices");
    await waitFor(() => expect(canvas.getByRole("button", { name: /^May invoices/ })).toHaveFocus());
  },
};

export const RenameForm: Story = {
  parameters: { docs: { story: { inline: false, height: "26rem" } } },
  play: async ({ canvasElement }) => {
    within(canvasElement)
      .getByRole("button", { name: /^May invoices/ })
      .focus();
    await userEvent.keyboard("{F2}");
  },
};

/** A blank name is marked and not saved. */
export const NameMissing: Story = {
  parameters: { docs: { story: { inline: false, height: "26rem" } } },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    canvas.getByRole("button", { name: /^May invoices/ }).focus();
    await userEvent.keyboard("{F2} {Enter}");
    const field = await canvas.findByRole("textbox", { name: "New name for May invoices" });
    await expect(field).toHaveFocus();
    await expect(field).toHaveAccessibleDescription("Enter a name.");
    await expect(args.onRename).not.toHaveBeenCalled();
  },
};

/** The list is one tab stop. The arrow keys move between rows. */
export const KeyboardNavigation: Story = {
  tags: ["!autodocs"],
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const at = (name: RegExp) => expect(canvas.getByRole("button", { name })).toHaveFocus();
    canvas.getByRole("button", { name: /^May invoices/ }).focus();
    await userEvent.keyboard("{ArrowDown}");
    await at(/^Release notes/);
    await userEvent.keyboard("{End}");
    await at(/^Holiday plan/);
    await userEvent.keyboard("{ArrowUp}{Enter}");
    await expect(args.onOpen).toHaveBeenCalledWith("s4");
  },
};

/** Live, with the service inside this page. */
export const LiveSessions: Story = {
  decorators: [withWorld],
  parameters: { bar: false },
  render: function Live(_args, { globals }) {
    const { identity } = globals as { identity: string };
    const first = useStartedSession(
      identity,
      "list one",
      asked("How did sales go in May?", "/title May sales", "/say Sales were up 8 % on April."),
    );
    const second = useStartedSession(
      identity,
      "list two",
      asked("Send Ana the May sales figures.", '/approve send_mail {"to":"ana@example.com"}'),
    );
    const [selectedId, setSelectedId] = useState<string>();
    if (!first || !second) return <p>Starting…</p>;
    return <SessionList selectedId={selectedId} onOpen={setSelectedId} deletable />;
  },
};

const unbroken = "Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüsselanhängerfabrik".repeat(2);
/** Long titles, and titles in another direction. */
export const LongTitles: Story = {
  args: {
    sessions: [row(1, unbroken, "running", 0), row(2, "تقرير الميناء عن شهر أيار", "requires_action", 12)],
    search: unbroken,
  },
};
export const RightToLeft: Story = { ...ConversationsNeedAttention, globals: { direction: "rtl" } };
export const Dark: Story = { ...ConversationsNeedAttention, globals: { theme: "dark" } };
export const Phone: Story = { ...ConversationsNeedAttention, globals: { width: "360" } };
