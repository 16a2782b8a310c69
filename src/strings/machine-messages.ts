/** The words of connected machines, apart from the rest, so that a page without them does not load them. */
export interface MachineMessages {
  readonly label: string;
  readonly emptyTitle: string;
  readonly emptyText: string;
  /** The command that a person types at the machine, unless the host names its own. */
  readonly command: string;
  /** Precedes the command, below the connected machines. */
  readonly connectAnother: string;
  readonly loading: string;
  /** @param isShown whether the list shows what it loaded before */
  loadFailed(reason: string, isShown?: boolean): string;
  removeFailed(reason: string): string;
  /** Spoken after a removal. */
  removedSpoken(name: string): string;
  readonly retry: string;
  readonly dismiss: string;
  readonly connected: string;
  /** `when` is a time in words, such as "2 hours ago". */
  away(when: string): string;
  readonly neverConnected: string;
  /** State of a machine that was approved and is not in the list yet. */
  readonly connecting: string;
  /** The same once it takes too long. */
  readonly notConnecting: string;
  /** Advice below that. */
  readonly notConnectingHelp: string;
  /** Spoken when an approved machine is in the list. */
  connectedSpoken(name: string): string;
  readonly shared: string;
  folder(name: string): string;
  /** The agent's abilities, as a list in words. */
  may(abilities: readonly string[]): string;
  readonly abilities: Readonly<Record<"read" | "write" | "run", string>>;
  readonly remove: string;
  /** Name of the button of one record, for screen readers. */
  removeNamed(name: string): string;
  removeQuestion(name: string): string;
  readonly removeConfirm: string;
  readonly keep: string;
  readonly approval: {
    readonly title: string;
    readonly enter: string;
    readonly code: string;
    readonly codeHelp: string;
    readonly next: string;
    readonly checking: string;
    question(name: string): string;
    readonly warning: string;
    readonly will: string;
    readonly can: Readonly<Record<"read" | "write" | "run", string>>;
    readonly approve: string;
    readonly deny: string;
    readonly saving: string;
    readonly otherCode: string;
    readonly unknown: string;
    readonly incomplete: string;
    readonly approvedTitle: string;
    connecting(name: string): string;
    notConnecting(name: string): string;
    /** Once it is connected. */
    approved(name: string): string;
    /** For a code that was approved before the page was opened, and that can still be rejected. */
    approvedBefore(name: string): string;
    /** Such a code can no longer be rejected. */
    usedMeanwhile(name: string): string;
    readonly deniedTitle: string;
    readonly denied: string;
    checkFailed(reason: string): string;
    failed(reason: string): string;
  };
}

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** English strings of `ConnectedMachines` and `MachineApproval`. */
export const englishMachines: MachineMessages = {
  label: "Connected computers",
  emptyTitle: "No computers connected",
  emptyText: "Connect a computer to let the agent work in one of its folders. Run this there:",
  command: "npx @service/sdk machine <folder>",
  connectAnother: "To connect another computer, run this there:",
  loading: "Loading computers…",
  loadFailed: (reason, isShown) => `Couldn't ${isShown ? "refresh" : "load"} your computers. ${reason}`,
  removeFailed: (reason) => `Couldn't remove the computer. ${reason}`,
  removedSpoken: (name) => `Computer removed: ${name}`,
  retry: "Try again",
  dismiss: "Dismiss",
  connected: "Connected",
  away: (when) => `Last seen ${when}`,
  neverConnected: "Not connected yet",
  connecting: "Connecting…",
  notConnecting: "Not connected yet",
  notConnectingHelp: "Check that the command is still running there.",
  connectedSpoken: (name) => `Computer connected: ${name}`,
  shared: "Shared with the workspace",
  folder: (name) => `Folder: ${name}`,
  may: (abilities) => `The agent can ${list.format(abilities)}.`,
  abilities: { read: "read files", write: "write files if you approve", run: "run commands if you approve" },
  remove: "Remove",
  removeNamed: (name) => `Remove: ${name}`,
  removeQuestion: (name) => `Remove “${name}”? Commands in progress stop, and the agent loses access.`,
  removeConfirm: "Remove computer",
  keep: "Keep",
  approval: {
    title: "Connect a computer",
    enter: "Enter the code shown on the computer you want to connect.",
    code: "Code",
    codeHelp: "Eight letters, such as BCDF-GHJK",
    next: "Continue",
    checking: "Checking…",
    question: (name) => `Connect “${name}”?`,
    warning: "Only connect it if you started this yourself and this code is shown on that computer.",
    will: "The agent will be able to:",
    can: {
      read: "List and read all files in this folder, without asking",
      write: "Create and overwrite files in this folder, if you approve each time",
      run: "Run commands with your permissions, even outside this folder, if you approve each time",
    },
    approve: "Connect",
    deny: "Reject",
    saving: "Saving…",
    otherCode: "Use another code",
    unknown: "This code is unknown or has expired. Check it, or start again on the computer.",
    incomplete: "Enter the eight letters of the code.",
    approvedTitle: "Approved",
    connecting: (name) => `“${name}” is connecting…`,
    notConnecting: (name) => `“${name}” isn't connected yet. Check that the command is still running there.`,
    approved: (name) => `“${name}” is connected. You can close this page.`,
    approvedBefore: (name) => `“${name}” is already approved. Reject it if you no longer want to connect it.`,
    usedMeanwhile: (name) =>
      `“${name}” has used the approval or its code has expired. If it is connected, you can remove it from your connected computers.`,
    deniedTitle: "Rejected",
    denied: "Nothing was connected. You can close this page.",
    checkFailed: (reason) => `Couldn't check the code. ${reason}`,
    failed: (reason) => `Couldn't save your answer. ${reason}`,
  },
};
