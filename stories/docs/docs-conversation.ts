// budget: one entry for each page, beside its neighbours
import type { ComponentDoc } from "./component-docs.js";

const timelineKeys: ComponentDoc["keys"] = [
  [
    "Tab",
    "Moves into the timeline, to the newest visible row or the row you left. The timeline is one tab stop: the next Tab leaves it.",
  ],
  ["↑ ↓", "Move from row to row."],
  ["Home End", "Move to the first or the last row. End also follows new messages again."],
  ["Enter →", "Move to the controls inside a row."],
  ["Esc", "Moves from a control back to its row."],
];

const composerKeys: ComponentDoc["keys"] = [
  [
    "Enter",
    "Sends the message. On a touch keyboard, it starts a new line. While an input method is composing, it confirms the text and sends nothing.",
  ],
  ["Shift Enter", "Starts a new line."],
  ["Ctrl Enter, ⌘ Enter", "Interrupts the running answer and sends the message. Sends it if nothing is running."],
  ["↑ ↓ in an empty field", "Step back and forward through your earlier messages."],
];

const live = "One polite and one assertive live region announce answers, decisions, failures and a lost connection.";
const still = "The focus moves by itself only after a decision: to the next decision, or to the message field.";

export const conversationDocs: Readonly<Record<string, ComponentDoc>> = {
  ChatConversation: {
    when: "A whole conversation through the chat handler, identified by your own id. Start here: it needs one mount on your backend. `SessionConversation` adds the goal, an editable queue, reasoning, and drafts that follow the person to other devices.",
    parts: {
      "sv-conversation": "The frame. It fills its container.",
      "sv-timeline": "The scrolling messages.",
      "sv-decisions": "Approvals and questions that need the user.",
      "sv-connection": "The line shown when the connection is lost.",
      "sv-composer": "The message field and its buttons.",
    },
    keys: [...timelineKeys, ...composerKeys],
    accessibility: [
      live,
      still,
      "The conversation is a named region. If a page has several, name each with `aria-label`.",
    ],
  },
  SessionConversation: {
    when: "A whole conversation identified by its session id, through the session proxy. It also shows the goal and the reasoning, edits and reorders the queue, and keeps drafts on the service. If you only have the chat handler, use `ChatConversation`.",
    parts: {
      "sv-conversation": "The frame. It fills its container.",
      "sv-conversation-head": "The goal above the timeline.",
      "sv-goal": "The goal of the session.",
      "sv-timeline": "The scrolling messages.",
      "sv-page-button": "The button that loads earlier or later messages.",
      "sv-decisions": "Approvals and questions that need the user.",
      "sv-composer": "The message field, its queue and its buttons.",
    },
    keys: [...timelineKeys, ...composerKeys],
    accessibility: [
      live,
      still,
      "When a page of history loads, a screen reader announces the number of messages, not their text.",
    ],
  },
  NewSession: {
    when: "An empty conversation, usually beside a `SessionList`. The first message creates the session; from then on, show `SessionConversation`. Until then this is the conversation of the created session, so a router may take its time. Unsent words and the focus move on.",
    parts: {
      "sv-conversation": "The frame, as in a conversation.",
      "sv-empty": "The greeting.",
      "sv-timeline": "The messages that are on their way.",
      "sv-composer": "The field for the first message.",
    },
    keys: composerKeys,
    accessibility: ["A failed send is announced at once, and the text stays in the field."],
  },
  MessageTimeline: {
    when: "The messages of a session without a message field, anywhere on a page. It shares its connection with a `ChatComposer` elsewhere on the page. If you already have the rows, use `TimelineView`.",
    parts: {
      "sv-message-timeline": "The frame, with the state of the session and of the connection.",
      "sv-timeline": "The scrolling region.",
      "sv-page-button": "The button that loads earlier or later messages.",
      "sv-jump": "The button that returns to the newest message.",
    },
    keys: timelineKeys,
    accessibility: [live, "Each message is an article, named by its author and time."],
  },
  TimelineView: {
    when: "Rows from `useSession`, `useSessionById` or your own data. It follows the newest message until the reader scrolls up. `MessageTimeline` loads its own rows.",
    parts: {
      "sv-timeline": "The scrolling region.",
      "sv-message": "A message from the user or the agent.",
      "sv-turn": "The steps of one answer, collapsed once the answer is complete.",
      "sv-step": "One step: reasoning, a tool call or a subtask.",
      "sv-divider": "A line between parts of a session.",
      "sv-jump": "The button that returns to the newest message.",
    },
    keys: timelineKeys,
    accessibility: [
      "Each message is an article, named by its author and time.",
      "Rows outside the viewport keep their text, so that find-in-page and screen readers reach it.",
      "With reduced motion, nothing slides.",
    ],
  },
  ToolCall: {
    when: "One tool call as a line that expands to its input and output. Timelines use it for every tool that you give no renderer for.",
    parts: {
      "sv-tool": "The call, with its state and full name.",
      "sv-tool-heading": "The title of a section, with its copy button.",
      "sv-tool-name": "The tool's name in sentence case.",
      "sv-tool-state": "The state in words.",
      "sv-tool-section": "The input or the output.",
    },
    keys: [["Enter Space", "Expand and collapse the call."]],
    accessibility: [
      "The line is a button with `aria-expanded`.",
      "The state is written out, not shown by colour alone.",
    ],
  },
  MessageAttachments: {
    when: "The files of a message: pictures inline, all other files by name and size. `FilesOfSession` provides the session that the files belong to.",
    parts: {
      "sv-message-attachments": "The list.",
      "sv-message-picture": "A picture that opens in a new tab.",
      "sv-message-download": "A file with its name and size.",
    },
    keys: [
      ["Tab", "Moves from file to file."],
      ["Enter", "Opens a picture or downloads a file."],
    ],
    accessibility: [
      "The alternative text of a picture is its file name.",
      "Screen readers announce which links open a new tab.",
    ],
  },
  ChatComposer: {
    when: "The message field of a session anywhere on a page, with its durable draft, queue and files. `ComposerView` works with any session or send function.",
    parts: {
      "sv-chat-composer": "The frame. It includes pending decisions that nothing else on the page shows.",
      "sv-composer": "The message field and its buttons.",
      "sv-queue": "The queued messages.",
    },
    keys: composerKeys,
    accessibility: [still, "The text survives a lost connection and a reload."],
  },
  ComposerView: {
    when: "The message field for any session, with slots for your own controls. It accepts text at any time; messages sent during an answer are queued and stay visible.",
    parts: {
      "sv-composer": "The frame.",
      "sv-composer-box": "The box around the field and the buttons.",
      "sv-composer-input": "The field, which grows with its text.",
      "sv-composer-bar": "The buttons and your own controls.",
      "sv-composer-note": "One line below the box: a hint, or the reason why a message was not sent.",
      "sv-suggestions": "The list that opens when the user types a character such as /.",
    },
    keys: [
      ...composerKeys,
      ["↑ ↓ Enter Tab Esc in suggestions", "Move, choose and close. The focus stays in the field."],
    ],
    accessibility: [
      "The field has a label. Its text is at least 16 px, so that phones do not zoom in.",
      "Suggestions are a listbox that the field controls.",
      "If the stop button has the focus when the answer ends, the focus moves to the field.",
    ],
  },
  AttachmentTray: {
    when: "The files of the next message with their upload progress, and `AttachButton`, which adds files. Both are part of `ChatComposer` and `ComposerView`; use them on their own in a composer that you build yourself.",
    parts: {
      "sv-attachment-list": "The list. It takes no space while it is empty.",
      "sv-attachment": "One file and its state.",
      "sv-attachment-progress": "The upload progress.",
      "sv-attachment-note": "The state in words.",
    },
    keys: [
      ["Tab", "Moves from button to button."],
      ["Enter Space", "Cancel, retry or remove a file."],
    ],
    accessibility: [
      "Each button includes the name of its file.",
      "When a file is removed, the focus stays in the list.",
    ],
  },
};
