import { justNow } from "./english-words.js";
import { englishSecret, type SecretMessages } from "./secret-messages.js";

/** The words of API keys, apart from the rest, so that a page without them does not load them. */
export interface ApiKeyMessages {
  readonly label: string;
  readonly emptyTitle: string;
  readonly emptyText: string;
  readonly loading: string;
  /** @param isShown whether the list shows what it loaded before */
  loadFailed(reason: string, isShown?: boolean): string;
  readonly adminsOnly: string;
  readonly retry: string;
  readonly dismiss: string;
  readonly access: Readonly<Record<"full" | "read", string>>;
  /** `when` is a time in words, such as "2 hours ago". */
  created(when: string, by: string | null): string;
  used(when: string): string;
  readonly neverUsed: string;
  /** `date` is a day in words. */
  expires(date: string): string;
  expired(date: string): string;
  /** Badge of an expired key. */
  readonly isExpired: string;
  readonly revoke: string;
  /** Name of the button of one record, for screen readers. */
  revokeNamed(name: string): string;
  revokeQuestion(name: string): string;
  readonly revokeConfirm: string;
  readonly keep: string;
  revoked(name: string): string;
  revokeFailed(reason: string): string;
  readonly form: {
    readonly open: string;
    readonly title: string;
    readonly name: string;
    readonly nameHelp: string;
    readonly nameMissing: string;
    readonly access: string;
    readonly permits: Readonly<Record<"full" | "read", string>>;
    readonly limits: string;
    readonly create: string;
    readonly creating: string;
    readonly cancel: string;
    failed(reason: string): string;
    readonly unknown: string;
  };
  readonly token: SecretMessages & {
    title(name: string): string;
    /** In place of a token whose key was revoked meanwhile, here or elsewhere. */
    readonly revoked: string;
  };
}

/** English strings of `ApiKeys`. */
export const englishApiKeys: ApiKeyMessages = {
  label: "API keys",
  emptyTitle: "No API keys",
  emptyText: "Create a key to use this workspace from your own scripts and servers.",
  loading: "Loading API keys…",
  loadFailed: (reason, isShown) => `Couldn't ${isShown ? "refresh" : "load"} API keys. ${reason}`,
  adminsOnly: "Only admins can manage API keys.",
  retry: "Try again",
  dismiss: "Dismiss",
  access: { full: "Read and write", read: "Read only" },
  created: (when, by) => `Created ${justNow(when)}${by === null ? "" : ` by ${by}`}`,
  used: (when) => `Last used ${justNow(when)}`,
  neverUsed: "Never used",
  expires: (date) => `Expires ${date}`,
  expired: (date) => `Expired ${date}`,
  isExpired: "Expired",
  revoke: "Revoke",
  revokeNamed: (name) => `Revoke: ${name}`,
  revokeQuestion: (name) => `Revoke “${name}”? Anything that uses this key stops working. You can't undo this.`,
  revokeConfirm: "Revoke key",
  keep: "Keep",
  revoked: (name) => `“${name}” revoked`,
  revokeFailed: (reason) => `Couldn't revoke the key. ${reason}`,
  form: {
    open: "New key",
    title: "New API key",
    name: "Name",
    nameHelp: "What you'll use it for, such as Nightly report.",
    nameMissing: "Enter a name.",
    access: "Access",
    permits: {
      read: "Sees all conversations and files in this workspace. Can't change anything.",
      full: "Also sends messages, and changes conversations, files, scheduled tasks, automations, integrations and computers.",
    },
    limits: "No key can create other keys or reach other workspaces.",
    create: "Create key",
    creating: "Creating…",
    cancel: "Cancel",
    failed: (reason) => `Couldn't create the key. ${reason}`,
    unknown: "We couldn't confirm this key was created. If it's in the list, revoke it and create another.",
  },
  token: {
    title: (name) => `“${name}” created`,
    ...englishSecret,
    label: "Key",
    copy: "Copy key",
    revoked: "This key no longer works.",
  },
};
