// budget: every word of one family, so that a translator has one place to read.
import { englishSecret, type SecretMessages } from "./secret-messages.js";

/** The words of automations, apart from the rest, so that a page without them does not load them. */
export interface AutomationMessages {
  readonly label: string;
  readonly add: string;
  readonly emptyTitle: string;
  readonly emptyText: string;
  readonly unavailableTitle: string;
  readonly unavailableText: string;
  readonly loading: string;
  readonly loadMore: string;
  readonly loadingMore: string;
  /**
   * @param isShown whether the list shows what it loaded before
   * @param isMore whether only the next page is missing
   */
  loadFailed(reason: string, isShown?: boolean, isMore?: boolean): string;
  actionFailed(action: string, reason: string): string;
  /** Spoken after an accepted change. */
  done(action: string): string;
  readonly retry: string;
  readonly dismiss: string;
  readonly owner: {
    readonly filter: string;
    readonly label: string;
    readonly all: string;
    readonly user: string;
    readonly workspace: string;
    /** The choice of `workspace` in a form. */
    readonly everyone: string;
  };
  /** Sources of events, by adapter. */
  readonly adapters: Readonly<Record<"signed-json.v1" | "github.v1" | "stripe.v1" | "standard-webhooks.v1", string>>;
  readonly shared: string;
  readonly paused: string;
  readonly removed: string;
  /** Opens the sender's own names of events and fields. */
  readonly details: string;
  readonly address: string;
  readonly copyAddress: string;
  oldSecretUntil(when: string): string;
  readonly pause: string;
  readonly resume: string;
  readonly edit: string;
  readonly remove: string;
  readonly changeSecret: string;
  readonly addTrigger: string;
  readonly sendTest: string;
  readonly showDeliveries: string;
  readonly hideDeliveries: string;
  /** Tooltip of the button with a source's further actions. */
  readonly actions: string;
  /** Label of that button and of its menu. */
  actionsOf(name: string): string;
  /** Label of an action on one record: "Pause: Shop". */
  named(action: string, name: string): string;
  removeSourceQuestion(name: string): string;
  removeTriggerQuestion(name: string): string;
  readonly removeConfirm: string;
  readonly keep: string;
  showRemoved(count: number): string;
  readonly hideRemoved: string;
  readonly triggers: {
    readonly none: string;
    /** Which events it takes; null is every type. */
    takes(types: readonly string[] | null): string;
    /** Above the conditions, all of which must match. */
    onlyIf(conditions: number): string;
    is(path: string, value: string): string;
    isOneOf(path: string, values: readonly string[]): string;
    readonly present: (path: string) => string;
    readonly missing: (path: string) => string;
  };
  readonly deliveries: {
    readonly label: string;
    readonly none: string;
    readonly loading: string;
    /** @param isShown whether the list shows what it loaded before */
    failed(reason: string, isShown?: boolean): string;
    readonly test: string;
    started(trigger: string): string;
    starting(trigger: string): string;
    couldNotStart(trigger: string, reason: string): string;
    skipped(trigger: string): string;
    /** Shown for a deleted trigger. */
    readonly removedTrigger: string;
    /** Why an event started nothing. */
    ignored(reason: string): string;
    repeated(count: number): string;
    /** @param code of the error that the sender got */
    refused(code: string): string;
    readonly open: string;
    openNamed(trigger: string): string;
  };
  readonly sourceForm: {
    readonly title: string;
    readonly name: string;
    readonly adapter: string;
    readonly secret: string;
    secretHelp(adapter: string): string;
    readonly create: string;
    readonly faults: Readonly<Record<"name" | "secret", string>>;
  };
  readonly secretForm: {
    title(name: string): string;
    readonly keepOld: string;
    readonly keepOldFor: Readonly<Record<"day" | "week" | "none", string>>;
    readonly change: string;
  };
  readonly revealed: SecretMessages & {
    title(name: string): string;
    /** Steps to enter address and secret at the sender, one sentence each. */
    readonly steps: {
      readonly github: string;
      readonly githubEvents: string;
      readonly stripe: string;
      /** Stripe's own secret has to be entered. */
      readonly stripeSecret: string;
      other(adapter: string): string;
    };
  };
  readonly triggerForm: {
    readonly create: string;
    readonly change: string;
    /** Above the trigger as another person saved it during editing. */
    readonly newest: string;
    readonly name: string;
    readonly types: string;
    /** @param adapter of the source, such as `github.v1` */
    typesHelp(adapter: string): string;
    readonly conditions: string;
    readonly conditionsHelp: string;
    readonly field: string;
    readonly comparison: string;
    readonly comparisons: Readonly<Record<"is" | "in" | "present" | "missing", string>>;
    readonly value: string;
    readonly addCondition: string;
    removeCondition(number: number): string;
    readonly prompt: string;
    readonly promptHelp: string;
    readonly fields: string;
    readonly fieldsHelp: string;
    readonly faults: Readonly<Record<"name" | "types" | "conditions" | "prompt" | "fields", string>>;
  };
  readonly testForm: {
    title(name: string): string;
    readonly type: string;
    readonly data: string;
    dataHelp(adapter: string): string;
    readonly send: string;
    readonly sending: string;
    readonly faults: Readonly<Record<"type" | "data", string>>;
    /** Result of a test event. */
    started(count: number): string;
    ignored(why: string): string;
    /** It may be sent nevertheless, as after a lost connection. */
    readonly unknown: string;
  };
  readonly save: string;
  readonly saving: string;
  readonly cancel: string;
  saveFailed(reason: string): string;
  /** It may be saved nevertheless, as after a lost connection. */
  readonly saveUnknown: Readonly<Record<"create" | "change", string>>;
}

const senders: Readonly<Record<string, string>> = {
  "github.v1": "GitHub",
  "stripe.v1": "Stripe",
  "standard-webhooks.v1": "the sender",
};
const sender = (adapter: string) => senders[adapter] ?? "your system";

const failures: Readonly<Record<string, string>> = {
  createSource: "Couldn't create the source.",
  updateSource: "Couldn't change the source.",
  removeSource: "Couldn't delete the source.",
  createTrigger: "Couldn't save the trigger.",
  updateTrigger: "Couldn't save the trigger.",
  removeTrigger: "Couldn't delete the trigger.",
  sendEvent: "Couldn't send the test event.",
};

const doneActions: Readonly<Record<string, string>> = {
  createSource: "Source created",
  updateSource: "Source changed",
  removeSource: "Source deleted",
  createTrigger: "Trigger added",
  updateTrigger: "Trigger changed",
  removeTrigger: "Trigger deleted",
};

const reasons: Readonly<Record<string, string>> = {
  no_trigger: "No trigger matches this type of event.",
  filtered: "Filtered out: no trigger's conditions match.",
  trigger_paused: "Skipped: the trigger is paused.",
  source_paused: "Skipped: the source is paused.",
  occurrence_seen: "Skipped: this was handled before.",
};

const refusals: Readonly<Record<string, string>> = {
  signature_invalid: "Refused: the signature doesn't match. Check that the sender uses this source's secret.",
  delivery_conflict: "Refused: an earlier event with the same id had different content.",
  unsupported_media_type: "Refused: it isn't JSON. Set the content type to application/json at the sender.",
};

const list = (words: readonly string[]) => new Intl.ListFormat("en", { type: "disjunction" }).format(words);

/** English strings of `AutomationList`. */
export const englishAutomations: AutomationMessages = {
  label: "Automations",
  add: "New source",
  emptyTitle: "No automations yet",
  emptyText: "Create a source, such as GitHub or Stripe, and choose which of its events start a conversation.",
  unavailableTitle: "Automations aren't set up here yet",
  unavailableText: "Ask an administrator to turn them on.",
  loading: "Loading automations…",
  loadMore: "Show more",
  loadingMore: "Loading more…",
  loadFailed: (reason, isShown, isMore) =>
    `Couldn't ${isMore ? "load more automations" : `${isShown ? "refresh" : "load"} automations`}. ${reason}`,
  actionFailed: (action, reason) => `${failures[action] ?? "Something went wrong."} ${reason}`,
  done: (action) => doneActions[action] ?? "",
  retry: "Try again",
  dismiss: "Dismiss",
  owner: {
    filter: "Show",
    label: "Who can use it",
    all: "All",
    user: "Only me",
    workspace: "Workspace",
    everyone: "Everyone in the workspace",
  },
  adapters: {
    "github.v1": "GitHub",
    "stripe.v1": "Stripe",
    "standard-webhooks.v1": "Standard Webhooks",
    "signed-json.v1": "Your own system",
  },
  shared: "Shared with the workspace",
  paused: "Paused",
  removed: "Deleted",
  details: "Details",
  address: "Webhook address",
  copyAddress: "Copy address",
  oldSecretUntil: (when) => `The old secret works until ${when}.`,
  pause: "Pause",
  resume: "Resume",
  edit: "Edit",
  remove: "Delete",
  changeSecret: "Change secret",
  addTrigger: "Add trigger",
  sendTest: "Send test event",
  showDeliveries: "Show deliveries",
  hideDeliveries: "Hide deliveries",
  actions: "More actions",
  actionsOf: (name) => `More actions for ${name}`,
  named: (action, name) => `${action}: ${name}`,
  removeSourceQuestion: (name) =>
    `Delete “${name}”? Its address stops working for good. The conversations it started stay.`,
  removeTriggerQuestion: (name) => `Delete “${name}”? The conversations it started stay.`,
  removeConfirm: "Delete",
  keep: "Keep",
  showRemoved: (count) => (count === 1 ? "Show 1 deleted source" : `Show ${count} deleted sources`),
  hideRemoved: "Hide deleted sources",
  triggers: {
    none: "Nothing happens yet. Add a trigger to choose which events start a conversation.",
    takes: (types) => (types === null ? "On every event" : `On ${list(types)}`),
    onlyIf: (conditions) => (conditions === 1 ? "Only if" : "Only if all of these match"),
    is: (path, value) => `${path} is ${value}`,
    isOneOf: (path, values) => `${path} is ${list(values)}`,
    present: (path) => `${path} is present`,
    missing: (path) => `${path} is missing`,
  },
  deliveries: {
    label: "Recent deliveries",
    none: "No deliveries yet.",
    loading: "Loading deliveries…",
    failed: (reason, isShown) => `Couldn't ${isShown ? "refresh" : "load"} the deliveries. ${reason}`,
    test: "Test",
    started: (trigger) => `${trigger}: started a conversation`,
    starting: (trigger) => `${trigger}: starting…`,
    couldNotStart: (trigger, reason) => `${trigger}: couldn't start. ${reason}`,
    skipped: (trigger) => `${trigger}: skipped because it's paused`,
    removedTrigger: "Deleted trigger",
    ignored: (reason) => reasons[reason] ?? "Nothing was started.",
    repeated: (count) =>
      count === 1
        ? "Delivered once more. Nothing new was started."
        : `Delivered ${count} more times. Nothing new was started.`,
    refused: (code) => refusals[code] ?? "Refused: the content can't be read as an event.",
    open: "Open",
    openNamed: (trigger) => `Open the conversation of ${trigger}`,
  },
  sourceForm: {
    title: "New source",
    name: "Name",
    adapter: "Events come from",
    secret: "Secret",
    secretHelp: (adapter) =>
      adapter === "stripe.v1"
        ? "Stripe creates the secret. Leave this empty for now, and enter it once you've added the address there."
        : "At least 16 characters. Leave this empty to generate one.",
    create: "Create source",
    faults: {
      name: "Enter a name.",
      secret: "Enter at least 16 characters, in the form that the sender shows.",
    },
  },
  secretForm: {
    title: (name) => `New secret for ${name}`,
    keepOld: "Keep accepting the old secret",
    keepOldFor: { day: "For one more day", week: "For one more week", none: "Stop now" },
    change: "Change secret",
  },
  revealed: {
    title: (name) => `Set up ${name}`,
    steps: {
      github: "In the repository's settings on GitHub, add a webhook with this address and secret.",
      githubEvents: "Choose the content type application/json, and the events to send.",
      stripe: "In Stripe's dashboard, add an endpoint with this address.",
      stripeSecret: "Copy the signing secret that Stripe shows, choose Change secret here, and enter it.",
      other: (adapter) => `Give ${sender(adapter)} this address and secret.`,
    },
    ...englishSecret,
    label: "Secret",
    copy: "Copy secret",
  },
  triggerForm: {
    create: "New trigger",
    change: "Edit trigger",
    newest: "Changed in the meantime. It now says:",
    name: "Name",
    types: "Event types",
    typesHelp: (adapter) =>
      `Separated by commas. ${
        adapter === "github.v1" ? "“issues” includes “issues.opened”" : "“invoice” includes “invoice.paid”"
      }. Leave this empty for every event.`,
    conditions: "Only if",
    conditionsHelp: 'All conditions must match. Put a value in quotes to compare it as text: "42".',
    field: "Field, such as order.total",
    comparison: "Comparison",
    comparisons: { is: "is", in: "is one of", present: "is present", missing: "is missing" },
    value: "Value",
    addCondition: "Add condition",
    removeCondition: (number) => `Remove condition ${number}`,
    prompt: "What should the agent do?",
    promptHelp: "Starts the conversation. The agent also gets the event, and asks you before it changes anything.",
    fields: "Fields for the agent",
    fieldsHelp: "Separated by commas. Leave this empty to give it the whole event.",
    faults: {
      name: "Enter a name.",
      types: "Enter up to 50 types without spaces.",
      conditions: "Enter a field, such as order.total, and a value for each condition.",
      prompt: "Enter what the agent should do.",
      fields: "Enter up to 50 fields, such as order.total.",
    },
  },
  testForm: {
    title: (name) => `Send a test event to ${name}`,
    type: "Event type",
    data: "Content (JSON)",
    dataHelp: (adapter) =>
      adapter === "signed-json.v1"
        ? "Becomes the data of the event."
        : `Sent as the full body of a request from ${sender(adapter)}.`,
    send: "Send",
    sending: "Sending…",
    faults: {
      type: "Enter a type without spaces.",
      data: 'Enter a JSON object, such as {"total": 3}.',
    },
    started: (count) =>
      count === 1 ? "Sent. A conversation is starting." : `Sent. ${count} conversations are starting.`,
    ignored: (why) => `Sent. ${why}`,
    unknown: "We couldn't confirm the event was sent. Check the deliveries before you send it again.",
  },
  save: "Save",
  saving: "Saving…",
  cancel: "Cancel",
  saveFailed: (reason) => `Couldn't save. ${reason}`,
  saveUnknown: {
    create: "We couldn't confirm this was saved. Check the list before you save it again.",
    change: "We couldn't confirm this was saved. You can safely save it again.",
  },
};
