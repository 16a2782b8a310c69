import { ComposerView, type SuggestionSet } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { inOrder, submit, write } from "../begin.js";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { attachmentsOf, conflictedDraft, refuseWith } from "../composer-fixtures.js";
import { commandList, commands } from "../composer-parts.js";

const queue = [
  { turnId: "t2", text: "Then compare it with last year." },
  { turnId: "t3", text: "Send the result to Ben, but wait until he is back from vacation on Monday." },
];
const done = async () => undefined;
const idle = { sendMessage: fn(done), stop: fn(done), steer: fn(done), pause: fn(done), resume: fn(done) };
const running = { ...idle, isRunning: true };

const meta = {
  title: "Composer/ComposerView",
  component: ComposerView,
  args: { composer: idle, placeholder: "Ask about a trip" },
} satisfies Meta<typeof ComposerView>;
export default meta;
type Story = StoryObj<typeof meta>;

export const EmptyField: Story = {};

export const TextWritten: Story = { args: { defaultValue: "Where should the team meet in May?" } };

export const ManyLines: Story = {
  args: {
    defaultValue: `Please book these seats from Berlin to Lisbon:\n${Array.from({ length: 19 }, (_, line) => `${line + 1}. Seat ${line + 4}A`).join("\n")}`,
  },
};

/** During an answer, users can stop or pause it, and keep typing. */
export const DuringAnAnswer: Story = { args: { composer: running } };

/** A draft during an answer can be queued, or interrupt the answer. */
export const InterruptOrQueue: Story = {
  args: { composer: running, defaultValue: "Forget the hotels for now and check the trains first." },
};

/** Queued messages stay visible above the field. */
export const MessagesQueued: Story = {
  args: { composer: { ...running, queue, removeQueued: done }, defaultValue: "And what is the weather like in May?" },
};

/** A user paused the session. The buttons are the ways to resume that the service offers. */
export const ConversationPaused: Story = {
  args: {
    composer: {
      ...idle,
      isPaused: true,
      resumeOptions: [{ scope: "selected" }, { scope: "workspace" }],
    },
  },
};

/** The service describes each way to resume. */
export const WaysToResume: Story = {
  args: {
    composer: {
      ...idle,
      isPaused: true,
      resumeOptions: [
        { scope: "selected", targetId: "s_1", impactCopy: "Only this conversation resumes." },
        { scope: "session", targetId: "s_0", impactCopy: "Also resumes the conversation that started this one." },
      ],
    },
  },
};

/** The agent waits for a decision. Users can keep typing. */
export const WaitingForDecision: Story = { args: { composer: { ...running, pause: undefined } } };

export const ConversationEnded: Story = { args: { closedReason: "This conversation has ended" } };

export const Offline: Story = {
  args: { composer: { ...idle, connection: "offline" }, defaultValue: "Where should the team meet in May?" },
};

export const CtrlEnterSends: Story = { name: "Ctrl+Enter sends", args: { sendKey: "mod-enter" } };

export const NearlyAtTheLimit: Story = {
  args: { defaultValue: "Where should we meet: Lisbon, Porto, Athens?", maxLength: 45 },
};

export const MessageTooLong: Story = {
  args: { defaultValue: "Where should the whole team meet in May?", maxLength: 30 },
};

/** A message that could not be sent returns to the field, with the reason. */
export const SendingFailed: Story = {
  args: { composer: { sendMessage: refuseWith("It is longer than 100,000 characters. Shorten it.") } },
  parameters: { begin: inOrder(write("Message", "Here is last night's full log."), submit) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText(/^Couldn.t send your message/)).toBeInTheDocument();
  },
};

/** The draft changed in another window. Both texts stay visible until the user chooses one. */
export const DraftChangedElsewhere: Story = { args: { draft: conflictedDraft() } };

export const FilesAttached: Story = {
  args: {
    attachments: attachmentsOf("ready", "ready"),
    defaultValue: "Which of these hotels is closest to the river?",
  },
};

/** A message waits for its files. Trying to send it shows why. */
export const FilesStillUploading: Story = {
  args: {
    attachments: attachmentsOf("uploading", "ready"),
    defaultValue: "Which of these hotels is closest to the river?",
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "Send" }));
    await expect(await canvas.findByText(/still uploading/)).toBeInTheDocument();
  },
};

export const FilesDraggedOver: Story = {
  args: { attachments: attachmentsOf() },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["x"], "Agenda.txt"));
    const field = canvas.getByRole("textbox", { name: "Message" });
    // A browser fires it repeatedly while something is dragged over the page.
    await waitFor(async () => {
      field.dispatchEvent(new DragEvent("dragover", { dataTransfer, bubbles: true }));
      await expect(canvas.getByText("Drop files to attach them")).toBeInTheDocument();
    });
  },
};

const names = ["Ana", "Anders", "Ben"];
const people: SuggestionSet = {
  character: "@",
  label: "People",
  items: async (query) =>
    names.filter((name) => name.toLowerCase().startsWith(query)).map((label) => ({ id: label, label })),
};

/** The stories of suggestions are at the end of the page, like a composer. */
const atTheEnd: Story["decorators"] = [(Shown) => <div style={{ paddingBlockStart: "14rem" }}>{Shown()}</div>];

export const SlashCommands: Story = {
  args: { suggestions: [commands] },
  // The list closes without the focus, so it has a page of its own in the docs.
  parameters: { data: commandList, docs: { story: { inline: false, height: "26rem" } } },
  decorators: atTheEnd,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const field = canvas.getByRole("textbox", { name: "Message" });
    await userEvent.type(field, "/{ArrowDown}");
    await expect(canvas.getByRole("option", { name: /goal/ })).toHaveAttribute("aria-selected", "true");
  },
};

export const Mentions: Story = {
  args: { suggestions: [people] },
  parameters: { data: names, docs: { story: { inline: false, height: "26rem" } } },
  decorators: atTheEnd,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByRole("textbox", { name: "Message" }), "Ask @an");
    await expect(await canvas.findByRole("option", { name: "Anders" })).toBeInTheDocument();
  },
};

export const Dark: Story = { globals: { theme: "dark" }, args: MessagesQueued.args! };

export const RightToLeft: Story = {
  globals: { direction: "rtl" },
  args: { defaultValue: "أين نجتمع في مايو؟ ".repeat(30), composer: running },
};

export const Phone: Story = { globals: { width: "360" }, args: MessagesQueued.args! };
