import type { ComponentDoc } from "./component-docs.js";

const formKeys: ComponentDoc["keys"] = [
  ["Ctrl Enter, ⌘ Enter", "Save the form."],
  ["Esc", "Leaves the form or the question without a change."],
];
const keeps = "When a row or a form disappears, the focus stays in the list.";
const asked = "Before something is removed, the harmless answer has the focus.";

export const panelDocs: Readonly<Record<string, ComponentDoc>> = {
  SessionList: {
    when: "The sessions of the signed-in person: searched, grouped by date, renamed, archived. Put it beside a `SessionConversation`; `SessionListView` takes data of yours.",
    parts: {
      "sv-sessions": "The list.",
      "sv-sessions-search": "The search field.",
      "sv-session": "One row: chosen, running, or with a reason to look.",
      "sv-session-title": "Its title.",
      "sv-session-badge": "Why it needs the person.",
      "sv-session-actions": "The menu of a row.",
    },
    keys: [
      ["↑ ↓ Home End", "Go from row to row; the list is one tab stop."],
      ["Enter", "Opens the session."],
      ["F2", "Renames it; Enter saves, Esc leaves."],
    ],
    accessibility: ["The chosen row has `aria-current`.", "Badges are text.", keeps],
  },
  QueuePanel: {
    when: "Messages that are queued behind the running answer: edited, sent now, moved, removed. Composers contain it.",
    parts: {
      "sv-queue": "The panel. It takes no room while nothing is queued.",
      "sv-queue-title": "How many are queued.",
      "sv-queue-item": "One message.",
      "sv-queue-actions": "Its buttons.",
      "sv-queue-notice": "A change that failed, or a queue that changed meanwhile.",
    },
    keys: [
      ["Tab", "Goes through the buttons of each message."],
      ["Enter, then Enter", "Open the menu of a message and move it up."],
      ["Esc", "Ends dragging, editing or the menu."],
    ],
    accessibility: ["A moved message is announced with its new place.", "Dragging is never the only way.", keeps],
  },
  GoalBanner: {
    when: "What a session works towards: read, edited, paused, cleared. It takes no room without a goal.",
    parts: {
      "sv-goal": "The banner.",
      "sv-goal-summary": "The line that opens it.",
      "sv-goal-status": "Its state in words.",
      "sv-goal-detail": "The whole goal and when it is done.",
      "sv-goal-form": "Where it is edited.",
    },
    keys: [["Enter Space", "Open the goal."], ...formKeys],
    accessibility: ["A change of the goal is announced politely.", asked],
  },
  ScheduledTaskList: {
    when: "Prompts that run by themselves, with a form to create and edit them.",
    parts: {
      "sv-tasks": "The list.",
      "sv-task": "One task, with the status of its last run.",
      "sv-record-badge": "Whether it is shared, paused or failed.",
      "sv-record-buttons": "Its buttons.",
      "sv-records-none": "What is shown without tasks.",
    },
    keys: [["Tab", "Goes through the buttons of each task."], ...formKeys],
    accessibility: ["Times are in the reader's own language and zone.", asked, keeps],
  },
  ScheduledTaskForm: {
    when: "Creates a scheduled task or edits one. `ScheduledTaskList` opens it in place; take it for a page of its own.",
    parts: {
      "sv-form": "The form.",
      "sv-form-field": "A field with its label and help.",
      "sv-task-days": "The days of a week.",
      "sv-task-times": "When it runs next.",
      "sv-fault": "Why a field was refused.",
    },
    keys: formKeys,
    accessibility: ["Missing and refused fields are marked in words, and the first takes the focus."],
  },
  AutomationList: {
    when: "Sources of signed events and what each event starts. An admin sees the workspace's too.",
    parts: {
      "sv-automations": "The list.",
      "sv-automation": "One source, with its triggers.",
      "sv-automation-trigger": "One trigger.",
      "sv-automation-deliveries": "What was received last.",
      "sv-automation-revealed": "A secret, shown once.",
    },
    keys: [["Tab", "Goes through the buttons of each source."], ...formKeys],
    accessibility: ["A secret that is shown once takes the focus with its explanation.", asked, keeps],
  },
  IntegrationList: {
    when: "Integrations whose tools an agent may call, with a dialog that adds one.",
    parts: {
      "sv-integrations": "The list.",
      "sv-integration": "One integration.",
      "sv-record-badge": "Its state in words.",
      "sv-record-fact": "Its tools and their owner.",
      "sv-integrations-add": "Opens the dialog.",
    },
    keys: [["Tab", "Goes through the buttons of each integration."]],
    accessibility: ["The dialog returns the focus to its button.", asked, keeps],
  },
  InstallDialog: {
    when: "The dialog of `IntegrationList` as a view: choose a source, review its tools, add it. Take it when you hold the steps yourself.",
    parts: {
      "sv-integration-dialog": "The dialog.",
      "sv-integration-offers": "What your product offers.",
      "sv-tools-list": "The tools under review.",
      "sv-integration-warnings": "What is good to know about the source.",
      "sv-integration-alert": "Why it could not be added.",
    },
    keys: [
      ["Tab", "Stays within the dialog."],
      ["Esc", "Closes it."],
      ["Space", "Checks a tool."],
    ],
    accessibility: ["A native modal dialog: it keeps the focus and returns it.", "Each step is named by its title."],
  },
  ConnectedMachines: {
    when: "Machines on which an agent may read files or run commands, with their state, and the command that connects another.",
    parts: {
      "sv-machines": "The list.",
      "sv-machine": "One machine.",
      "sv-record-badge": "Shared, online, or last seen when.",
      "sv-machine-can": "What an agent may do there.",
      "sv-machines-command": "The command to type.",
    },
    keys: [
      ["Tab", "Goes through the buttons of each machine."],
      ["Esc", "Leaves the question."],
    ],
    accessibility: [asked, keeps],
  },
  MemoryPanel: {
    when: "For a person's own settings: what agents remember of them, deleted one by one or all at once.",
    parts: {
      "sv-memories": "The list.",
      "sv-memory": "One memory.",
      "sv-memory-text": "Its words, as the agent saved them.",
      "sv-record-fact": "When it was saved.",
      "sv-record-remove": "The button that asks before it deletes.",
    },
    keys: [
      ["Tab", "Goes through the buttons."],
      ["Esc", "Leaves the question."],
    ],
    accessibility: [asked, keeps],
  },
  ApiKeys: {
    when: "The keys of a workspace, for an admin: listed, created, revoked. A new key is shown once.",
    parts: {
      "sv-api-keys": "The list.",
      "sv-api-key": "One key.",
      "sv-record-badge": "What it may do, and whether it is expired.",
      "sv-api-key-prefix": "Its beginning; the rest is never shown again.",
      "sv-form": "Where one is created.",
      "sv-api-key-token": "A new key.",
    },
    keys: [
      ["Enter", "Creates the key."],
      ["Esc", "Leaves the form or the question."],
    ],
    accessibility: ["The heading of a new key takes the focus, so it is read first.", asked],
  },
};
