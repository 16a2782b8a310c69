/** Strings of the panels beside a conversation: goal, list of sessions, attention; and of every form of settings. */
export interface PanelMessages {
  /** Asked before changed words of a form are lost. */
  readonly form: {
    readonly discardQuestion: string;
    readonly discardConfirm: string;
    readonly keep: string;
  };
  readonly goal: {
    readonly label: string;
    readonly active: string;
    readonly paused: string;
    readonly completed: string;
    pausedBecause(reason: string): string;
    readonly criteria: string;
    readonly evidence: string;
    readonly edit: string;
    readonly pause: string;
    readonly resume: string;
    readonly clear: string;
    readonly clearQuestion: string;
    readonly clearConfirm: string;
    readonly keep: string;
    readonly textLabel: string;
    readonly criteriaLabel: string;
    readonly save: string;
    readonly cancel: string;
    readonly saving: string;
    readonly changed: string;
    /** @param action the refused action: `edit`, `pause`, `resume` or `clear` */
    failed(action: string, reason: string): string;
    readonly dismiss: string;
    /**
     * Above words that were typed for a goal and can no longer be saved.
     *
     * @param end `cleared`, `replaced` by another goal, `completed`, or `closed` with its conversation
     */
    over(end: "cleared" | "replaced" | "completed" | "closed"): string;
  };
  readonly sessions: {
    readonly label: string;
    /** Begins another conversation. */
    readonly create: string;
    readonly search: string;
    readonly searchPlaceholder: string;
    readonly archived: string;
    readonly loading: string;
    readonly loadMore: string;
    readonly loadingMore: string;
    readonly emptyTitle: string;
    readonly emptyText: string;
    readonly emptyArchived: string;
    noMatch(search: string): string;
    /** Below that line: shows all sessions again. */
    readonly clearSearch: string;
    readonly untitled: string;
    /** The headings of the list, by when its sessions changed. */
    readonly ages: Readonly<Record<"pinned" | "today" | "yesterday" | "week" | "month" | "older", string>>;
    /** The button of a session's menu: its tooltip, and its name with the session's title. */
    readonly actions: string;
    actionsOf(title: string): string;
    readonly rename: string;
    renameLabel(title: string): string;
    /** A blank name is not saved. */
    readonly nameMissing: string;
    readonly save: string;
    readonly cancel: string;
    readonly archive: string;
    readonly unarchive: string;
    readonly delete: string;
    deleteQuestion(title: string): string;
    /** Below the question. @param hasMore whether there are more than were counted */
    deleteSubtasks(count: number, hasMore: boolean): string;
    readonly deleteConfirm: string;
    readonly keep: string;
    deleted(title: string): string;
    readonly archivedSpoken: string;
    readonly unarchivedSpoken: string;
    /** The session's own status; unknown ones by their own word. */
    status(status: string): string;
    readonly wantsDecision: string;
    readonly finishedUnseen: string;
    readonly failedUnseen: string;
    found(count: number, hasMore: boolean): string;
    /**
     * @param isShown whether the list shows what it loaded before
     * @param isMore whether only the next page is missing
     */
    loadFailed(reason: string, isShown?: boolean, isMore?: boolean): string;
    /** @param action the refused action: `rename`, `archive` or `delete` */
    failed(action: string, reason: string): string;
    readonly retry: string;
    readonly dismiss: string;
    /** How long ago, or when. */
    when(date: Date, now: Date, locale: string | undefined): string;
  };
  readonly attention: {
    /** The document's title with the count of sessions that want the person. */
    title(count: number, title: string): string;
    notification(reason: "decision" | "finished" | "failed"): string;
    readonly untitled: string;
  };
}
