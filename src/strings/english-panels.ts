import { formatAgo } from "./format-ago.js";
import type { PanelMessages } from "./panels-catalogue.js";

const sessionStatuses: Readonly<Record<string, string>> = {
  queued: "Waiting to start",
  running: "Running",
  idle: "Ready",
  requires_action: "Needs your input",
  recovering: "Recovering",
  waiting_capacity: "Waiting for capacity",
  failed: "Failed",
  cancelled: "Ended",
};

/** Default English strings of the panels. */
export const englishPanels: PanelMessages = {
  goal: {
    label: "Goal",
    active: "Working towards this",
    paused: "Paused",
    completed: "Reached",
    pausedBecause: (reason) => `Paused: ${reason}`,
    criteria: "Reached when",
    evidence: "Evidence",
    edit: "Edit goal",
    pause: "Pause goal",
    resume: "Resume goal",
    clear: "Clear goal",
    clearQuestion: "Clear this goal? What was done so far stays.",
    clearConfirm: "Clear",
    keep: "Keep",
    textLabel: "Goal",
    criteriaLabel: "Reached when (optional)",
    save: "Save",
    cancel: "Cancel",
    saving: "Saving…",
    changed: "The goal was changed elsewhere meanwhile. This is how it stands now.",
    failed: (reason) => `That did not work: ${reason}`,
    dismiss: "Dismiss",
  },
  sessions: {
    label: "Conversations",
    search: "Search conversations",
    searchPlaceholder: "Search",
    archived: "Archived",
    loading: "Loading conversations…",
    loadMore: "Show more",
    loadingMore: "Loading more…",
    emptyTitle: "No conversations yet",
    emptyText: "What you start is listed here.",
    emptyArchived: "Nothing is archived.",
    noMatch: (search) => `Nothing matches “${search}”.`,
    untitled: "Untitled conversation",
    rename: "Rename",
    renameLabel: (title) => `New name for ${title}`,
    save: "Save",
    cancel: "Cancel",
    archive: "Archive",
    unarchive: "Bring back",
    status: (status) => sessionStatuses[status] ?? status,
    wantsDecision: "Needs your input",
    finishedUnseen: "Finished, not seen yet",
    failedUnseen: "Failed, not seen yet",
    found: (count, hasMore) => {
      if (count === 0) return "No conversations found";
      const words = count === 1 ? "1 conversation" : `${count} conversations`;
      return hasMore ? `${words}, and more` : words;
    },
    failed: (reason) => `That did not work: ${reason}`,
    retry: "Try again",
    dismiss: "Dismiss",
    when: formatAgo,
  },
  attention: {
    title: (count, title) => `(${count}) ${title}`,
    notification: (reason) => ({ decision: "Needs your decision", finished: "Finished", failed: "Failed" })[reason],
    untitled: "A conversation",
  },
};
