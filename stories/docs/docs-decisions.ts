import type { ComponentDoc } from "./component-docs.js";

export const decisionDocs: Readonly<Record<string, ComponentDoc>> = {
  DecisionList: {
    when: "Everything that waits for this person, oldest first. Conversations contain it; take it to put decisions elsewhere on a page.",
    parts: {
      "sv-decisions": "The region. It takes no room while nothing waits.",
      "sv-decisions-count": "How many wait, when there are several.",
      "sv-decision": "One card.",
      "sv-unsent": "Words that were typed for a decision that is over.",
    },
    keys: [
      ["Tab", "Goes through the controls of each card."],
      ["Enter Space", "Press the focused button."],
    ],
    accessibility: [
      "A new decision is announced and never takes the focus.",
      "After a decision the focus moves to the next card, or where `onAllDecided` puts it.",
    ],
  },
  ApprovalCard: {
    when: "One call that needs a yes or no, with its arguments. `DecisionList` draws one for each approval; take the card to place a single one.",
    parts: {
      "sv-decision": "The card, with the state of the decision.",
      "sv-decision-title": "The question.",
      "sv-decision-arguments": "What the call would do.",
      "sv-approve": "The button that approves.",
      "sv-reject": "The form for a reason.",
      "sv-decision-outcome": "What was decided, and by whom.",
    },
    keys: [
      ["Tab", "Goes through arguments and buttons."],
      ["Enter Space", "Press the focused button."],
      ["Ctrl Enter, ⌘ Enter in the reason", "Reject with the reason."],
    ],
    accessibility: [
      "The card is a group that its question names.",
      "Nothing can be approved before the beginning of its arguments was in view.",
      "Who decided, and where, is text.",
    ],
  },
  QuestionForm: {
    when: "Questions of the agent, one a page. Typed text stays through refreshed data and a failed send. `DecisionList` draws one for each set of questions.",
    parts: {
      "sv-question-form": "The form.",
      "sv-question": "One question.",
      "sv-question-prompt": "Its words.",
      "sv-choices": "The answers to choose from.",
      "sv-question-progress": "Which question of how many.",
      "sv-deadline": "The time that is left.",
    },
    keys: [
      ["↑ ↓", "Move between radio buttons."],
      ["Space", "Checks a box."],
      ["Enter", "Goes to the next question; in a text of several lines it begins a line."],
      ["Ctrl Enter, ⌘ Enter", "Go on from a text of several lines."],
    ],
    accessibility: [
      "Choices are native radio buttons and checkboxes in a fieldset.",
      "A missing answer is marked at its field, which takes the focus.",
      "The last minute is said in words.",
    ],
  },
  MachineApproval: {
    when: "The page on which a person connects a machine: its code, what it is, and what an agent may do there.",
    parts: {
      "sv-machine-approval": "The page.",
      "sv-machine-shown-code": "The code to compare.",
      "sv-machine-can": "What an agent may do.",
      "sv-machine-will": "The line above what an agent will be able to do.",
    },
    keys: [
      ["Enter", "Checks the code."],
      ["Tab", "Goes through the choices."],
    ],
    accessibility: ["A wrong code is announced, and the field keeps it."],
  },
  Markdown: {
    when: "An answer's text, also while it grows: only its open end is read again. HTML in it is shown as text; images of other sites are links unless you allow them.",
    parts: {
      "sv-markdown": "The text.",
      "sv-md": "Each element of it.",
      "sv-md-link": "A link.",
      "sv-code": "A block of code.",
      "sv-scroll-box": "What is wider than the page, and scrolls.",
    },
    keys: [["Tab, then ← →", "Scroll a table or code that is wider than the page."]],
    accessibility: [
      "The first heading is at the third level; `headingLevel` moves it, and those below it.",
      "Each block has its own direction.",
      "A link that opens a tab says so.",
    ],
  },
  CodeBlock: {
    when: "Code with its language and a button that copies it. `Markdown` draws one for each block; give `highlight` for colours.",
    parts: {
      "sv-code": "The block.",
      "sv-code-bar": "Language and button.",
      "sv-code-chunk": "A piece of long code.",
      "sv-show-all": "Unfolds more than 60 lines.",
    },
    keys: [
      ["Tab, then ← →", "Scroll lines that are wider than the page."],
      ["Enter Space", "Copy, or show all lines."],
    ],
    accessibility: ["Code reads from left to right in every language.", "The result of copying is announced."],
  },
  CopyButton: {
    when: "Copies a text of yours, and shows whether that worked.",
    parts: { "sv-copy": "The button, with the result of the last press.", "sv-icon": "Its picture." },
    keys: [["Enter Space", "Copy the text."]],
    accessibility: ["The button keeps its name; the result is announced."],
  },
  ConnectionStatus: {
    when: "Says when a conversation may be outdated, and when it is tried again. Conversations contain it; it takes no room while the connection is live.",
    parts: {
      "sv-connection": "The line, with the state of the connection.",
      "sv-connection-next": "When it is tried again.",
      "sv-link-button": "Tries again now.",
    },
    keys: [["Enter Space", "Try again now."]],
    accessibility: [
      "A loss and a return are announced politely, the seconds are not.",
      "When the line disappears with the focus, `onRestored` says where it goes.",
    ],
  },
  States: {
    when: "A conversation that is empty, loading or failed. Conversations contain them; take them for a frame of your own.",
    parts: {
      "sv-empty": "Before the first message.",
      "sv-empty-title": "The greeting.",
      "sv-loading": "Shapes in place of messages.",
      "sv-error": "An error in place.",
      "sv-error-title": "What failed.",
    },
    keys: [["Enter Space", "Retry or dismiss an error."]],
    accessibility: ["Loading has a text for screen readers.", "Shapes are hidden from them."],
  },
  Announcer: {
    when: "Speaks the boundaries of a conversation. Both conversations and `MessageTimeline` contain one; take it for an interface made of hooks.",
    parts: { "sv-visually-hidden": "The two live regions, which nobody sees." },
    keys: [],
    accessibility: [
      "One polite and one assertive region, there from the start.",
      "Tokens are never spoken, nor is history that was read back in.",
      "What happens in one moment is spoken together.",
    ],
  },
};
