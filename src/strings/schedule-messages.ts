import { formatWhen, formatZone } from "./format.js";

/** The words of scheduled tasks, apart from the rest, so that a page without them does not load them. */
export interface ScheduleMessages {
  readonly label: string;
  readonly add: string;
  readonly emptyTitle: string;
  readonly emptyText: string;
  readonly loading: string;
  readonly loadMore: string;
  readonly loadingMore: string;
  /**
   * @param isShown whether the list shows what it loaded before
   * @param isMore whether only the next page is missing
   */
  loadFailed(reason: string, isShown?: boolean, isMore?: boolean): string;
  actionFailed(action: string, reason: string): string;
  /** Spoken after an accepted change. `name` is null for a new task. */
  done(action: string, name: string | null): string;
  readonly owner: {
    readonly filter: string;
    readonly label: string;
    readonly all: string;
    readonly user: string;
    readonly workspace: string;
    /** The choice of `workspace` in a form. */
    readonly everyone: string;
  };
  readonly retry: string;
  readonly dismiss: string;
  /**
   * When a task runs. Times are "09:30", days the reader's own names. `zone` is a name such as "Central European Time",
   * and null where the reader's clock is the same.
   */
  readonly manual: string;
  once(when: string, zone: string | null): string;
  every(seconds: number): string;
  daily(time: string, zone: string | null): string;
  /** Monday to Friday. */
  weekdays(time: string, zone: string | null): string;
  weekly(days: readonly string[], time: string, zone: string | null): string;
  /** A date in words. */
  when(date: Date, now: Date, locale: string | undefined): string;
  /** A schedule of a kind that is new to this version. */
  readonly other: string;
  /** @param isYourTime whether the reader's clock differs from the schedule's */
  next(when: string, isYourTime: boolean): string;
  readonly noNext: string;
  readonly paused: string;
  readonly shared: string;
  /** The last run: its state and when it was due. */
  lastRun(status: string, when: string): string;
  readonly neverRan: string;
  openRun(name: string): string;
  readonly open: string;
  readonly pause: string;
  readonly resume: string;
  readonly runNow: string;
  /** The button of a task's menu. */
  readonly actions: string;
  actionsOf(name: string): string;
  readonly edit: string;
  readonly remove: string;
  removeQuestion(name: string): string;
  readonly removeConfirm: string;
  readonly keep: string;
  readonly form: {
    readonly create: string;
    readonly change: string;
    readonly name: string;
    readonly prompt: string;
    readonly promptHelp: string;
    readonly kind: string;
    readonly kinds: Readonly<Record<"calendar" | "interval" | "once" | "manual", string>>;
    readonly time: string;
    readonly days: string;
    readonly dateTime: string;
    readonly zone: string;
    /** A zone to choose, such as "Berlin (GMT+1) · Central European Time". Typing the city finds it, so it is first. */
    zoneOption(city: string, offset: string | null, name: string | null): string;
    readonly every: string;
    readonly unit: string;
    readonly units: Readonly<Record<"minutes" | "hours" | "days", string>>;
    readonly next: string;
    /** The same for a schedule in another time zone than the reader's. */
    readonly nextYourTime: string;
    readonly nextLoading: string;
    readonly nextNone: string;
    readonly nextManual: string;
    /** Button that saves a new task. */
    readonly saveNew: string;
    readonly save: string;
    readonly saving: string;
    readonly cancel: string;
    failed(reason: string): string;
    /** It may be saved nevertheless, as after a lost connection. */
    readonly unknown: Readonly<Record<"create" | "change", string>>;
    readonly faults: Readonly<Record<"name" | "prompt" | "days" | "time" | "dateTime" | "zone" | "every", string>>;
  };
}

const states: Readonly<Record<string, string>> = {
  buffered: "Queued",
  queued: "Starting",
  running: "In progress",
  completed: "Completed",
  failed: "Failed",
  cancelled: "Stopped",
  skipped: "Skipped",
};

const actions: Readonly<Record<string, string>> = {
  create: "Couldn't save the task.",
  update: "Couldn't save the task.",
  pause: "Couldn't pause the task.",
  resume: "Couldn't resume the task.",
  trigger: "Couldn't run the task.",
  remove: "Couldn't delete the task.",
};

const doneActions: Readonly<Record<string, string>> = {
  create: "Task created",
  update: "Task saved",
  pause: "Task paused",
  resume: "Task resumed",
  trigger: "Run started",
  remove: "Task deleted",
};

const inZone = (text: string, zone: string | null) => (zone === null ? text : `${text} (${zone})`);
const counted = (count: number, one: string) => (count === 1 ? `Every ${one}` : `Every ${count} ${one}s`);

/** The default words of scheduled tasks. */
export const englishSchedules: ScheduleMessages = {
  label: "Scheduled tasks",
  add: "New task",
  emptyTitle: "No scheduled tasks yet",
  emptyText: "Create one to have the agent work at the times you choose.",
  loading: "Loading scheduled tasks…",
  loadMore: "Show more",
  loadingMore: "Loading more…",
  loadFailed: (reason, isShown, isMore) =>
    `Couldn't ${isMore ? "load more scheduled tasks" : `${isShown ? "refresh" : "load"} scheduled tasks`}. ${reason}`,
  actionFailed: (action, reason) => `${actions[action] ?? "Something went wrong."} ${reason}`,
  done: (action, name) => [doneActions[action] ?? "", name].filter(Boolean).join(": "),
  owner: {
    filter: "Show",
    label: "Who can use it",
    all: "All",
    user: "Only me",
    workspace: "Workspace",
    everyone: "Everyone in the workspace",
  },
  retry: "Try again",
  dismiss: "Dismiss",
  manual: "Only when you run it",
  once: (when, zone) => inZone(`Once: ${when}`, zone),
  every: (seconds) => {
    if (seconds % 86_400 === 0) return counted(seconds / 86_400, "day");
    if (seconds % 3_600 === 0) return counted(seconds / 3_600, "hour");
    return seconds % 60 === 0 ? counted(seconds / 60, "minute") : counted(seconds, "second");
  },
  daily: (time, zone) => inZone(`Every day at ${time}`, zone),
  weekdays: (time, zone) => inZone(`Every weekday at ${time}`, zone),
  weekly: (days, time, zone) => inZone(`Every ${new Intl.ListFormat("en").format(days)} at ${time}`, zone),
  when: formatWhen,
  other: "At other times",
  next: (when, isYourTime) => `Next: ${when}${isYourTime ? " your time" : ""}`,
  noNext: "No upcoming runs",
  paused: "Paused",
  shared: "Shared with the workspace",
  lastRun: (status, when) => `${states[status] ?? status} · ${when}`,
  neverRan: "Hasn't run yet",
  openRun: (name) => `Open the last conversation of ${name}`,
  open: "Open",
  pause: "Pause",
  resume: "Resume",
  runNow: "Run now",
  actions: "More actions",
  actionsOf: (name) => `More actions for ${name}`,
  edit: "Edit",
  remove: "Delete",
  removeQuestion: (name) => `Delete “${name}”? Its conversations stay.`,
  removeConfirm: "Delete",
  keep: "Keep",
  form: {
    create: "New scheduled task",
    change: "Edit scheduled task",
    name: "Name",
    prompt: "What should the agent do?",
    promptHelp: "Sent as a message each time the task runs.",
    kind: "When",
    kinds: {
      calendar: "At a time of day",
      interval: "At an interval",
      once: "Once",
      manual: "Only when you run it",
    },
    time: "Time",
    days: "Days",
    dateTime: "Date and time",
    zone: "Time zone",
    zoneOption: formatZone,
    every: "Every",
    unit: "Unit",
    units: { minutes: "minutes", hours: "hours", days: "days" },
    next: "Next runs",
    nextYourTime: "Next runs in your time zone",
    nextLoading: "Loading the next runs…",
    nextNone: "This time has already passed.",
    nextManual: "Runs only when you start it.",
    saveNew: "Create task",
    save: "Save",
    saving: "Saving…",
    cancel: "Cancel",
    failed: (reason) => `Couldn't save the task. ${reason}`,
    unknown: {
      create: "We couldn't confirm the task was saved. Check the list before you save it again.",
      change: "We couldn't confirm the task was saved. You can safely save it again.",
    },
    faults: {
      name: "Enter a name.",
      prompt: "Enter what the agent should do.",
      days: "Choose at least one day.",
      time: "Enter a time.",
      dateTime: "Enter a date and time.",
      zone: "Choose a time zone from the list.",
      every: "Enter a whole number. The shortest interval is 1 minute.",
    },
  },
};
