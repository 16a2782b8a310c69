import { couldNot, plainWords } from "./format.js";
import { formatAgo } from "./format-ago.js";
import type { PanelMessages } from "./panels-catalogue.js";

const sessionStatuses: Readonly<Record<string, string>> = {
  queued: "Queued",
  running: "Running",
  idle: "Ready",
  requires_action: "Needs your input",
  recovering: "Resuming",
  waiting_capacity: "Waiting to start",
  failed: "Failed",
  cancelled: "Ended",
};

const goalFailures: Readonly<Record<string, string>> = {
  edit: "Couldn't save the goal.",
  pause: "Couldn't pause the goal.",
  resume: "Couldn't resume the goal.",
  clear: "Couldn't clear the goal.",
};

const goalEnds = {
  cleared: "This goal was cleared elsewhere.",
  replaced: "This goal was replaced by another goal.",
  completed: "This goal is done.",
  closed: "This conversation has ended.",
};

const sessionFailures: Readonly<Record<string, string>> = {
  rename: "Couldn't rename the conversation.",
  archive: "Couldn't update the conversation.",
  delete: "Couldn't delete the conversation.",
};

/** Default English strings of the panels. */
export const englishPanels: PanelMessages = {
  form: {
    discardQuestion: "Discard your changes?",
    discardConfirm: "Discard",
    keep: "Keep editing",
  },
  goal: {
    label: "Goal",
    active: "Working towards this",
    paused: "Paused",
    completed: "Done",
    pausedBecause: (reason) => `Paused: ${reason}`,
    criteria: "Done when",
    evidence: "Evidence",
    edit: "Edit goal",
    pause: "Pause goal",
    resume: "Resume goal",
    clear: "Clear goal",
    clearQuestion: "Clear this goal? Work done so far is kept.",
    clearConfirm: "Clear",
    keep: "Keep",
    textLabel: "Goal",
    criteriaLabel: "Done when",
    save: "Save",
    cancel: "Cancel",
    saving: "Saving…",
    changed: "The goal was changed elsewhere. This is the latest version.",
    failed: (action, reason) => `${couldNot(goalFailures, action)} ${reason}`,
    dismiss: "Dismiss",
    over: (end) => `${goalEnds[end]} You can still copy what you wrote.`,
  },
  sessions: {
    label: "Conversations",
    create: "New conversation",
    search: "Search conversations",
    searchPlaceholder: "Search",
    archived: "Archived",
    loading: "Loading conversations…",
    loadMore: "Show more",
    loadingMore: "Loading more…",
    emptyTitle: "No conversations yet",
    emptyText: "Conversations you start appear here.",
    emptyArchived: "No archived conversations",
    noMatch: (search) => `No results for “${search}”`,
    clearSearch: "Clear search",
    untitled: "Untitled conversation",
    ages: {
      pinned: "Pinned",
      today: "Today",
      yesterday: "Yesterday",
      week: "Previous 7 days",
      month: "Previous 30 days",
      older: "Older",
    },
    actions: "More actions",
    actionsOf: (title) => `More actions for ${title}`,
    rename: "Rename",
    renameLabel: (title) => `New name for ${title}`,
    nameMissing: "Enter a name.",
    save: "Save",
    cancel: "Cancel",
    archive: "Archive",
    unarchive: "Unarchive",
    delete: "Delete",
    deleteQuestion: (title) => `Delete “${title}” with its messages and files? You can't undo this.`,
    deleteSubtasks: (count, hasMore) => {
      if (hasMore) return `More than ${count.toLocaleString("en")} subtasks are deleted too.`;
      return count === 1 ? "Its subtask is deleted too." : `Its ${count} subtasks are deleted too.`;
    },
    deleteConfirm: "Delete",
    keep: "Keep",
    deleted: (title) => `“${title}” deleted`,
    archivedSpoken: "Conversation archived",
    unarchivedSpoken: "Conversation unarchived",
    status: (status) => sessionStatuses[status] ?? plainWords(status),
    wantsDecision: "Needs your input",
    finishedUnseen: "New result",
    failedUnseen: "Failed",
    found: (count, hasMore) => {
      if (count === 0) return "No conversations found";
      const words = count === 1 ? "1 conversation" : `${count} conversations`;
      return hasMore ? `${words}, and more` : words;
    },
    loadFailed: (reason, isShown, isMore) =>
      `Couldn't ${isMore ? "load more conversations" : `${isShown ? "refresh" : "load"} your conversations`}. ${reason}`,
    failed: (action, reason) => `${couldNot(sessionFailures, action)} ${reason}`,
    retry: "Try again",
    dismiss: "Dismiss",
    when: formatAgo,
  },
  attention: {
    title: (count, title) => `(${count}) ${title}`,
    notification: (reason) => ({ decision: "Needs your input", finished: "Finished", failed: "Failed" })[reason],
    untitled: "A conversation",
  },
};
