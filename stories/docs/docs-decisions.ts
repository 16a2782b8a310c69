import type { ComponentDoc } from "./component-docs.js";

export const decisionDocs: Readonly<Record<string, ComponentDoc>> = {
  DecisionList: {
    when: "All pending decisions of the signed-in user, oldest first. Conversations include it; use it on its own to show decisions elsewhere on a page.",
    parts: {
      "sv-decisions": "The region. It takes no space while nothing is pending.",
      "sv-decisions-count": "The number of pending decisions, if there are several.",
      "sv-decision": "One card.",
      "sv-unsent": "Text that the user typed before the decision was closed elsewhere.",
    },
    keys: [
      ["Tab", "Moves through the controls of each card."],
      ["Enter Space", "Press the focused button."],
    ],
    accessibility: [
      "A new decision is announced and never takes the focus.",
      "After a decision, the focus moves to the next card. After the last one, `onAllDecided` decides where it goes.",
    ],
  },
  ApprovalCard: {
    when: "One tool call that needs approval, with its arguments. `DecisionList` renders a card for each approval; use the card on its own to place a single approval.",
    parts: {
      "sv-decision": "The card, with the state of the decision.",
      "sv-decision-title": "The question.",
      "sv-decision-arguments": "The arguments of the call.",
      "sv-approve": "The button that approves.",
      "sv-reject": "The form for a reason.",
      "sv-decision-outcome": "The decision and who made it.",
    },
    keys: [
      ["Tab", "Moves through the arguments and the buttons."],
      ["Enter Space", "Press the focused button."],
      ["Ctrl Enter, ⌘ Enter in the reason", "Reject with the reason."],
    ],
    accessibility: [
      "The card is a group, named by its question.",
      "Approve appears once the beginning of each argument has been visible.",
      "The text names who decided, and whether it was in another window.",
    ],
  },
  QuestionForm: {
    when: "Questions from the agent, one per page. Typed text survives refreshed data and a failed send. `DecisionList` renders a form for each set of questions.",
    parts: {
      "sv-question-form": "The form.",
      "sv-question": "One question.",
      "sv-question-prompt": "The text of the question.",
      "sv-choices": "The answers to choose from.",
      "sv-question-progress": "The number of the question and the total.",
      "sv-deadline": "The remaining time.",
    },
    keys: [
      ["↑ ↓", "Move between radio buttons."],
      ["Space", "Checks or clears a checkbox."],
      ["Enter", "Continues to the next question. In a multi-line field, it starts a new line."],
      ["Ctrl Enter, ⌘ Enter", "Continue from a multi-line field."],
    ],
    accessibility: [
      "Choices are native radio buttons and checkboxes in a group with the question as its name.",
      "A missing answer is marked at its field, which gets the focus.",
      "The last minute is announced in words.",
    ],
  },
  MachineApproval: {
    when: "The page where a user connects a machine. It shows the code, the machine, and what an agent will be allowed to do there.",
    parts: {
      "sv-machine-approval": "The page.",
      "sv-machine-shown-code": "The code to compare.",
      "sv-machine-can": "The permissions of the agent.",
      "sv-machine-will": "The line that introduces the permissions.",
      "sv-machine-link": "Whether the approved machine has connected.",
    },
    keys: [
      ["Enter", "Checks the code."],
      ["Tab", "Moves through the controls."],
    ],
    accessibility: ["A wrong code is announced, and stays in the field."],
  },
  Markdown: {
    when: "Markdown text, complete or still streaming. Appended text is parsed incrementally. HTML is shown as text, and images from other sites are links unless you allow them.",
    parts: {
      "sv-markdown": "The text.",
      "sv-md": "Each element of the text.",
      "sv-md-link": "A link.",
      "sv-code": "A code block.",
      "sv-scroll-box": "A wide table or code block that scrolls sideways.",
    },
    keys: [["Tab, then ← →", "Scroll a table or code block that is wider than the page."]],
    accessibility: [
      "The first heading has level 3. `headingLevel` changes it, and shifts the headings below it.",
      "Each block has its own reading direction.",
      "Screen readers announce which links open a new tab.",
    ],
  },
  CodeBlock: {
    when: "A code block with its language and a copy button. `Markdown` uses it for each code block. Pass `highlight` for syntax colours.",
    parts: {
      "sv-code": "The block.",
      "sv-code-bar": "The language and the copy button.",
      "sv-code-chunk": "A part of a long code block.",
      "sv-show-all": "The button that expands a block of more than 60 lines.",
    },
    keys: [
      ["Tab, then ← →", "Scroll lines that are wider than the page."],
      ["Enter Space", "Copy the code, or show all lines."],
    ],
    accessibility: [
      "Code reads from left to right in every language.",
      "Screen readers announce whether copying worked.",
    ],
  },
  CopyButton: {
    when: "Copies a text to the clipboard and shows whether that worked.",
    parts: { "sv-copy": "The button, with the result of the last click.", "sv-icon": "The icon." },
    keys: [["Enter Space", "Copy the text."]],
    accessibility: ["The button keeps its name. Screen readers announce the result."],
  },
  ConnectionStatus: {
    when: "A line that appears when a conversation may be out of date, with the time of the next retry. Conversations include it; it takes no space while the connection is live.",
    parts: {
      "sv-connection": "The line, with the state of the connection.",
      "sv-connection-next": "The time of the next retry.",
      "sv-link-button": "The button that retries now.",
    },
    keys: [["Enter Space", "Retry now."]],
    accessibility: [
      "Losing and regaining the connection is announced politely. The countdown is not announced.",
      "If the line has the focus when it disappears, `onRestored` lets you move the focus.",
    ],
  },
  States: {
    when: "A conversation that is empty, loading or failed. Conversations include these states; use them in a frame that you build yourself.",
    parts: {
      "sv-empty": "The view before the first message.",
      "sv-empty-title": "The greeting.",
      "sv-loading": "Placeholder shapes for messages.",
      "sv-error": "An inline error.",
      "sv-error-title": "The title of the error.",
    },
    keys: [["Enter Space", "Retry or dismiss an error."]],
    accessibility: ["The loading state has text for screen readers.", "Placeholder shapes are hidden from them."],
  },
  Announcer: {
    when: "Announces the start and end of answers, and other changes in a conversation, to screen readers. Both conversations and `MessageTimeline` include one; add one to an interface that you build from hooks.",
    parts: { "sv-visually-hidden": "The two live regions, which are visually hidden." },
    keys: [],
    accessibility: [
      "One polite and one assertive live region, both present from the start.",
      "Screen readers never read single tokens or reloaded history.",
      "Changes that happen at the same time are announced together.",
    ],
  },
};
