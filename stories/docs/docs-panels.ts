import type { ComponentDoc } from "./component-docs.js";

const formKeys: ComponentDoc["keys"] = [
  ["Ctrl Enter, ⌘ Enter", "Save the form."],
  ["Esc", "Closes the form or the confirmation without a change."],
];
const keeps = "When a row or a form disappears, the focus stays in the list.";
const asked = "Removing an item asks for confirmation, and the safe answer has the focus.";

export const panelDocs: Readonly<Record<string, ComponentDoc>> = {
  SessionList: {
    when: "The sessions of the signed-in user: search, groups by date, rename and archive. Put it beside a `SessionConversation`. `SessionListView` takes your own data.",
    parts: {
      "sv-sessions": "The list.",
      "sv-sessions-search": "The search field.",
      "sv-session": "One row. Its attributes show whether it is selected, running or needs attention.",
      "sv-session-title": "The title.",
      "sv-session-badge": "The reason why the session needs the user.",
      "sv-session-actions": "The menu of a row.",
    },
    keys: [
      ["↑ ↓ Home End", "Move from row to row. The list is one tab stop."],
      ["Enter", "Opens the session."],
      ["F2", "Renames the session. Enter saves the name, Esc cancels."],
    ],
    accessibility: ["The selected row has `aria-current`.", "Badges are text.", keeps],
  },
  QueuePanel: {
    when: "Messages queued behind the running answer. Users can edit, send now, move or remove them. Composers include it.",
    parts: {
      "sv-queue": "The panel. It takes no space while nothing is queued.",
      "sv-queue-title": "The number of queued messages.",
      "sv-queue-item": "One message.",
      "sv-queue-actions": "The buttons of a message.",
      "sv-queue-notice": "A notice about a failed change, or about a queue that changed elsewhere.",
    },
    keys: [
      ["Tab", "Moves through the buttons of each message."],
      ["Enter, then Enter", "Open the menu of a message and move the message up."],
      ["Esc", "Cancels dragging, editing or the menu."],
    ],
    accessibility: [
      "When a message moves, its new position is announced.",
      "Every drag action is also in the menu.",
      keeps,
    ],
  },
  GoalBanner: {
    when: "The goal of a session, which users can read, edit, pause and clear. It takes no space while there is no goal.",
    parts: {
      "sv-goal": "The banner.",
      "sv-goal-summary": "The line that expands the banner.",
      "sv-goal-status": "The state in words.",
      "sv-goal-detail": "The full goal and its success criteria.",
      "sv-goal-form": "The form that edits the goal.",
    },
    keys: [["Enter Space", "Expand and collapse the goal."], ...formKeys],
    accessibility: [
      "A change of the goal is announced politely.",
      "Clearing the goal asks for confirmation, and the safe answer has the focus.",
    ],
  },
  ScheduledTaskList: {
    when: "Prompts that run on a schedule, with a form to create and edit them.",
    parts: {
      "sv-tasks": "The list.",
      "sv-task": "One task, with the status of its last run.",
      "sv-record-badge": "A label such as shared, paused or failed.",
      "sv-record-buttons": "The buttons of a task.",
      "sv-records-none": "The text shown while there are no tasks.",
    },
    keys: [["Tab", "Moves through the buttons of each task."], ...formKeys],
    accessibility: ["Times use the reader's language and time zone.", asked, keeps],
  },
  ScheduledTaskForm: {
    when: "Creates or edits a scheduled task. `ScheduledTaskList` opens it inline; use it on its own for a separate page.",
    parts: {
      "sv-form": "The form.",
      "sv-form-field": "A field with its label and help text.",
      "sv-task-days": "The days of the week.",
      "sv-task-times": "The next runs.",
      "sv-fault": "The reason why a field was rejected.",
    },
    keys: formKeys,
    accessibility: ["Missing and rejected fields are marked in words, and the first one gets the focus."],
  },
  AutomationList: {
    when: "Sources of signed events, and the conversations that each event starts. Admins also see those of the workspace.",
    parts: {
      "sv-automations": "The list.",
      "sv-automation": "One source with its triggers.",
      "sv-automation-trigger": "One trigger.",
      "sv-automation-deliveries": "The latest deliveries.",
      "sv-secret": "A secret, shown once.",
    },
    keys: [["Tab", "Moves through the buttons of each source."], ...formKeys],
    accessibility: ["A new secret gets the focus together with its explanation.", asked, keeps],
  },
  IntegrationList: {
    when: "The systems whose tools an agent may call, with a dialog that adds another.",
    parts: {
      "sv-integrations": "The list.",
      "sv-integration": "One integration.",
      "sv-record-badge": "The state in words.",
      "sv-record-fact": "The tools and the owner.",
      "sv-integrations-add": "The button that opens the dialog.",
    },
    keys: [["Tab", "Moves through the buttons of each integration."]],
    accessibility: ["When the dialog closes, the focus returns to its button.", asked, keeps],
  },
  InstallDialog: {
    when: "The dialog of `IntegrationList` as a view: choose a source, review its tools, add it. Use it when you manage the steps yourself.",
    parts: {
      "sv-integration-dialog": "The dialog.",
      "sv-integration-offers": "The integrations that your product offers.",
      "sv-tools-list": "The tools to review.",
      "sv-integration-foot": "The buttons, below the reason why the last step failed.",
    },
    keys: [
      ["Tab", "Moves through the controls and stays inside the dialog."],
      ["Esc", "Closes the dialog."],
      ["Space", "Selects or clears a tool."],
    ],
    accessibility: [
      "A native modal dialog: it keeps the focus inside, and returns it when it closes.",
      "The title names the current step.",
    ],
  },
  ConnectedMachines: {
    when: "Machines where an agent may read files or run commands, with their state and the command that connects another machine.",
    parts: {
      "sv-machines": "The list.",
      "sv-machine": "One machine.",
      "sv-machine-connecting": "The state of a machine that was approved and has not connected yet.",
      "sv-record-badge": "A label such as shared, online or the time it was last seen.",
      "sv-machine-can": "The permissions of the agent.",
      "sv-machines-command": "The command to type.",
    },
    keys: [
      ["Tab", "Moves through the buttons of each machine."],
      ["Esc", "Cancels the confirmation."],
    ],
    accessibility: [asked, keeps],
  },
  MemoryPanel: {
    when: "What agents remember about the signed-in user, for a settings page. Users can delete memories one by one or all at once.",
    parts: {
      "sv-memories": "The list.",
      "sv-memory": "One memory.",
      "sv-memory-text": "The text that the agent saved.",
      "sv-record-fact": "The time it was saved.",
      "sv-record-remove": "The delete button, which asks for confirmation.",
    },
    keys: [
      ["Tab", "Moves through the buttons."],
      ["Esc", "Cancels the confirmation."],
    ],
    accessibility: [asked, keeps],
  },
  ApiKeys: {
    when: "The API keys of a workspace, for admins: list, create and revoke. A new key is shown once.",
    parts: {
      "sv-api-keys": "The list.",
      "sv-api-key": "One key.",
      "sv-record-badge": "The permissions of the key, and whether it has expired.",
      "sv-api-key-prefix": "The first characters. The rest is never shown again.",
      "sv-form": "The form that creates a key.",
      "sv-secret": "A new key, shown once.",
      "sv-secret-value": "The field of the key.",
    },
    keys: [
      ["Enter", "Creates the key."],
      ["Esc", "Closes the form or the confirmation."],
    ],
    accessibility: ["The heading of a new key gets the focus, so that screen readers read it first.", asked],
  },
};
