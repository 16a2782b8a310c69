/** The words of integrations, apart from the rest, so that a page without them does not load them. */
export interface IntegrationMessages {
  readonly label: string;
  readonly add: string;
  readonly emptyTitle: string;
  readonly emptyText: string;
  readonly loading: string;
  /** @param isShown whether the list shows what it loaded before */
  loadFailed(reason: string, isShown?: boolean): string;
  removeFailed(reason: string): string;
  /** Spoken after an addition. */
  addedSpoken(name: string): string;
  /** Spoken after a removal. */
  removedSpoken(name: string): string;
  readonly retry: string;
  readonly dismiss: string;
  readonly shared: string;
  readonly needsKey: string;
  /** The agent's permissions, in numbers. */
  summary(reads: number, asks: number, always: number): string;
  readonly actions: string;
  /** Name of the menu of one integration. */
  actionsOf(name: string): string;
  readonly addKey: string;
  /** Title of the dialog, and the button's name for screen readers. */
  addKeyTo(name: string): string;
  /** Spoken after a key was added. */
  keySpoken(name: string): string;
  readonly remove: string;
  removeQuestion(name: string): string;
  removeText(tools: number, deletesKey: boolean): string;
  readonly removeConfirm: string;
  readonly keep: string;
  readonly dialog: {
    readonly title: string;
    readonly titleOf: (name: string) => string;
    readonly offered: string;
    /** In place of the sources where there are none, and how a person gets one. */
    readonly nothingOffered: string;
    readonly nothingOfferedText: string;
    /** Label of the address's field below the integrations that are offered. */
    readonly address: string;
    /** Label of the address's field where no integration is offered. */
    readonly addressAlone: string;
    readonly addressHelp: string;
    readonly addressFault: string;
    readonly check: string;
    readonly checking: string;
    checkFailed(reason: string): string;
    callsGoTo(host: string): string;
    readonly canRead: string;
    readonly canWrite: string;
    readonly asksBeforeWrite: string;
    readonly alwaysAsks: string;
    readonly deprecated: string;
    readonly signIn: string;
    readonly providedByHost: string;
    readonly noneNeeded: string;
    readonly scheme: string;
    readonly schemes: Readonly<Record<"apiKey" | "bearer" | "basic", string>>;
    readonly username: string;
    readonly secrets: Readonly<Record<"apiKey" | "bearer" | "basic", string>>;
    readonly secretHelp: string;
    readonly secretOptional: string;
    readonly cannotKeep: string;
    /** The source has no way to sign in that is supported. */
    readonly cannotSignIn: string;
    /** Follows the reason where some tools need no key. */
    readonly withoutKey: string;
    /** Mark of a tool that can't be added without a key. */
    readonly needsKey: string;
    readonly warnings: string;
    readonly changed: string;
    readonly checkAgain: string;
    installFailed(reason: string): string;
    readonly replaces: string;
    /** Shown where a key is added and the source has other tools than before. */
    readonly toolsChanged: string;
    install(tools: number): string;
    readonly installing: string;
    readonly back: string;
    readonly cancel: string;
    readonly close: string;
  };
}

const tools = (count: number) => (count === 1 ? "1 tool" : `${count} tools`);

/** English strings of `IntegrationList`. */
export const englishIntegrations: IntegrationMessages = {
  label: "Integrations",
  add: "Add integration",
  emptyTitle: "No integrations yet",
  emptyText: "Connect another system so the agent can use it for you.",
  loading: "Loading integrations…",
  loadFailed: (reason, isShown) => `Couldn't ${isShown ? "refresh" : "load"} integrations. ${reason}`,
  removeFailed: (reason) => `Couldn't remove the integration. ${reason}`,
  addedSpoken: (name) => `Integration added: ${name}`,
  removedSpoken: (name) => `Integration removed: ${name}`,
  retry: "Try again",
  dismiss: "Dismiss",
  shared: "Shared with the workspace",
  needsKey: "Needs a key",
  summary: (reads, asks, always) =>
    (
      [
        [reads, reads === 1 ? "runs without asking" : "run without asking"],
        [asks + always, asks + always === 1 ? "asks first" : "ask first"],
      ] as const
    )
      .filter(([count]) => count > 0)
      .map(([count, does], index) => `${index === 0 ? tools(count) : count} ${does}`)
      .join(" · "),
  actions: "More actions",
  actionsOf: (name) => `More actions for ${name}`,
  addKey: "Add key",
  addKeyTo: (name) => `Add key for “${name}”`,
  keySpoken: (name) => `Key added: ${name}`,
  remove: "Remove",
  removeQuestion: (name) => `Remove “${name}”?`,
  removeText: (count, deletesKey) =>
    `The agent can no longer use ${tools(count)}.${deletesKey ? " The saved key is deleted." : ""}`,
  removeConfirm: "Remove",
  keep: "Keep",
  dialog: {
    title: "Add integration",
    titleOf: (name) => `Add “${name}”`,
    offered: "Available here",
    nothingOffered: "No integrations available yet",
    nothingOfferedText: "Ask an administrator which ones can be added here.",
    address: "Or enter an address",
    addressAlone: "Address",
    addressHelp: "An OpenAPI document, a GraphQL API or an MCP server.",
    addressFault: "Enter an address that begins with https://.",
    check: "Continue",
    checking: "Checking…",
    checkFailed: (reason) => `Couldn't read the source. ${reason}`,
    callsGoTo: (host) => `Requests go to ${host}.`,
    canRead: "Reads without asking",
    canWrite: "Makes changes without asking",
    asksBeforeWrite: "Asks before each use",
    alwaysAsks: "Always asks before deleting or stopping something",
    deprecated: "Deprecated",
    signIn: "Sign-in",
    providedByHost: "This product signs in for you.",
    noneNeeded: "No key needed.",
    scheme: "Sign-in method",
    schemes: { apiKey: "API key", bearer: "Access token", basic: "Username and password" },
    username: "Username",
    secrets: { apiKey: "API key", bearer: "Access token", basic: "Password" },
    secretHelp: "Stored encrypted. The agent never sees it.",
    secretOptional: "Optional.",
    cannotKeep: "Keys can't be stored here yet. Ask an administrator to set this up.",
    cannotSignIn: "This kind of sign-in isn't supported.",
    withoutKey: "You can add the tools that don't need a key.",
    needsKey: "Needs a key",
    warnings: "Good to know",
    changed: "The source has changed. Check it again before you add it.",
    checkAgain: "Check again",
    installFailed: (reason) => `Couldn't add the integration. ${reason}`,
    replaces: "This replaces the integration you already have.",
    toolsChanged: "The tools have changed since you added them. Review them first.",
    install: (count) => (count === 0 ? "Add tools" : `Add ${tools(count)}`),
    installing: "Adding…",
    back: "Back",
    cancel: "Cancel",
    close: "Close",
  },
};
