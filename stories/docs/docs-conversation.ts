// budget: one entry for each page, beside its neighbours
import type { ComponentDoc } from "./component-docs.js";

const timelineKeys: ComponentDoc["keys"] = [
  ["Tab", "Enters the timeline once, at the row that was left, and goes on behind its last control."],
  ["↑ ↓", "Go from row to row."],
  ["Home End", "Go to the first and the last row; End follows the newest line again."],
  ["Enter →", "Enter the controls of a row."],
  ["Esc", "Returns from a control to its row."],
];

const composerKeys: ComponentDoc["keys"] = [
  ["Enter", "Sends. Under a finger it begins a line. Never while an input method composes characters."],
  ["Shift Enter", "Begins a line."],
  ["Ctrl Enter, ⌘ Enter", "Interrupts the running answer and sends; sends while nothing runs."],
  ["↑ ↓ in an empty field", "Find earlier messages, and go back."],
];

const live = "One polite and one assertive live region announce answers, decisions, failures and a lost connection.";
const still = "The focus never moves by itself. After a decision it moves to the next one, or to the field.";

export const conversationDocs: Readonly<Record<string, ComponentDoc>> = {
  ChatConversation: {
    when: "A whole conversation through the chat handler, by your own id for it. Take it first: one mount on your backend is enough. `SessionConversation` adds older pages, steering and files.",
    parts: {
      "sv-conversation": "The frame. It fills its container.",
      "sv-timeline": "The messages, which scroll.",
      "sv-decisions": "Approvals and questions that need the person.",
      "sv-connection": "The line about a lost connection.",
      "sv-composer": "The field and its buttons.",
    },
    keys: [...timelineKeys, ...composerKeys],
    accessibility: [live, still, "The conversation is a named region; `aria-label` names it if a page has several."],
  },
  SessionConversation: {
    when: "A whole conversation by its session id, through the session proxy: older and newer pages, the queue, steering, files, goals. Take `ChatConversation` if you have only the chat handler.",
    parts: {
      "sv-conversation": "The frame. It fills its container.",
      "sv-goal": "What the session works towards.",
      "sv-timeline": "The messages, which scroll.",
      "sv-page-button": "Loads earlier or later messages.",
      "sv-decisions": "Approvals and questions that need the person.",
      "sv-composer": "The field, its queue and its buttons.",
    },
    keys: [...timelineKeys, ...composerKeys],
    accessibility: [live, still, "Loaded pages are announced by their number of messages, never by their text."],
  },
  NewSession: {
    when: "An empty conversation beside a `SessionList`. Nothing exists until the first message, which starts a session. Show `SessionConversation` from then on.",
    parts: {
      "sv-conversation": "The frame, as in a conversation.",
      "sv-empty": "The greeting.",
      "sv-composer": "The field of the first message.",
    },
    keys: composerKeys,
    accessibility: ["A refusal is announced at once, and the text stays in the field."],
  },
  MessageTimeline: {
    when: "The messages of a session anywhere on a page, without a field. It shares its connection with a `ChatComposer` elsewhere. `TimelineView` takes rows that you have already.",
    parts: {
      "sv-message-timeline": "The frame, with the state of session and connection.",
      "sv-timeline": "The region that scrolls.",
      "sv-page-button": "Loads earlier or later messages.",
      "sv-jump": "Returns to the newest line.",
    },
    keys: timelineKeys,
    accessibility: [live, "Each message is an article, named by its author and time."],
  },
  TimelineView: {
    when: "Rows from `useSession`, `useSessionById` or your own data. It follows the newest line until the reader moves up. `MessageTimeline` fetches its rows itself.",
    parts: {
      "sv-timeline": "The region that scrolls.",
      "sv-message": "One message of the person or the agent.",
      "sv-turn": "The steps of one answer, folded when it is done.",
      "sv-step": "One step: reasoning, a tool, a subtask.",
      "sv-divider": "A line between parts of a session.",
      "sv-jump": "Returns to the newest line.",
    },
    keys: timelineKeys,
    accessibility: [
      "Each message is an article, named by its author and time.",
      "Far rows keep their text, so a page search and a screen reader find them.",
      "With reduced motion nothing slides.",
    ],
  },
  ToolCall: {
    when: "One call of a tool in a line that opens to its input and output. Timelines draw it for each tool without a renderer of yours.",
    parts: {
      "sv-tool": "The call, with its state and whole name.",
      "sv-tool-heading": "The title of a section, with its copy button.",
      "sv-tool-name": "The tool's name in sentence case.",
      "sv-tool-state": "Its state in words.",
      "sv-tool-section": "Input or output.",
    },
    keys: [["Enter Space", "Open and close the call."]],
    accessibility: ["The line is a button with `aria-expanded`.", "The state is text, not colour alone."],
  },
  MessageAttachments: {
    when: "The files of a message: pictures in place, everything else by name and size. `FilesOfSession` tells it where the files of a session are.",
    parts: {
      "sv-message-attachments": "The list.",
      "sv-message-picture": "A picture, which opens in a tab.",
      "sv-message-download": "A file by name and size.",
    },
    keys: [
      ["Tab", "Goes from file to file."],
      ["Enter", "Opens a picture, saves a file."],
    ],
    accessibility: ["Pictures have the file's name as their text.", "A link that opens a tab says so."],
  },
  ChatComposer: {
    when: "The composer of a session anywhere on a page, with its durable draft, queue and files. `ComposerView` takes any session or function that sends.",
    parts: {
      "sv-chat-composer": "The frame, with decisions that nothing else on the page shows.",
      "sv-composer": "The field and its buttons.",
      "sv-queue": "Messages that are queued.",
    },
    keys: composerKeys,
    accessibility: [still, "Text stays through a lost connection and a reload."],
  },
  ComposerView: {
    when: "The message field over any session, with slots for your own controls. It accepts text at any time: messages sent during an answer are queued, visibly.",
    parts: {
      "sv-composer": "The frame.",
      "sv-composer-box": "The box around field and buttons.",
      "sv-composer-input": "The field, which grows with its text.",
      "sv-composer-bar": "Buttons, and your own controls.",
      "sv-composer-note": "One line below: a hint, or why a message was not sent.",
      "sv-suggestions": "The list that a character such as / opens.",
    },
    keys: [
      ...composerKeys,
      ["↑ ↓ Enter Tab Esc in suggestions", "Move, choose and close; the focus stays in the field."],
    ],
    accessibility: [
      "The field has a label, and its text is at least 16 px, so a phone does not zoom.",
      "Suggestions are a listbox that the field controls.",
      "When an answer ends under the stop button, the focus moves to the field.",
    ],
  },
  AttachmentTray: {
    when: "The files of the next message with their progress, and the button that adds some (`AttachButton`). Both composers contain them; take them for a composer of your own.",
    parts: {
      "sv-attachment-list": "The list. Without files it takes no room.",
      "sv-attachment": "One file and its state.",
      "sv-attachment-progress": "How much is uploaded.",
      "sv-attachment-note": "The state in words.",
    },
    keys: [
      ["Tab", "Goes from button to button."],
      ["Enter Space", "Stop, retry or remove a file."],
    ],
    accessibility: ["Each button names its file.", "When a file is removed, the focus stays in the list."],
  },
};
