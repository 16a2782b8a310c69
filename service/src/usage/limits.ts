/** Limits of usage, and their refusals. */
import {
  ServiceApiError,
  type QuotaLimits,
  type QuotaRefusal,
  type Quotas,
  type UsageReport,
} from "@service/sdk/protocol";
import type { Settings } from "../settings/setting-table.js";
import type { Admitted, StoredWith, UsageCounts } from "../store/usage.js";

export type Scope = QuotaRefusal["scope"];

/** Each limit in force; null is none. */
export type Limits = UsageReport["limits"];

/** Limits where a workspace has none of its own. */
export type DefaultLimits = Readonly<Record<Scope, Limits>>;

type QuotaSettings = Pick<
  Settings,
  | "workspaceMessages"
  | "workspaceTokens"
  | "workspaceStoredBytes"
  | "workspaceRunningTurns"
  | "personMessages"
  | "personTokens"
  | "personStoredBytes"
  | "personRunningTurns"
>;

export function defaultLimits(settings: QuotaSettings): DefaultLimits {
  const limit = (value: number) => (value === 0 ? null : value);
  return {
    workspace: {
      messages: limit(settings.workspaceMessages),
      tokens: limit(settings.workspaceTokens),
      storedBytes: limit(settings.workspaceStoredBytes),
      runningTurns: limit(settings.workspaceRunningTurns),
    },
    person: {
      messages: limit(settings.personMessages),
      tokens: limit(settings.personTokens),
      storedBytes: limit(settings.personStoredBytes),
      runningTurns: limit(settings.personRunningTurns),
    },
  };
}

export function limitsOf(scope: Scope, quotas: Quotas | null | undefined, defaults: DefaultLimits): Limits {
  const own: QuotaLimits = quotas?.[scope] ?? {};
  const usual = defaults[scope];
  const limit = (name: keyof Limits) => (own[name] === undefined ? usual[name] : own[name]);
  return {
    messages: limit("messages"),
    tokens: limit("tokens"),
    storedBytes: limit("storedBytes"),
    runningTurns: limit("runningTurns"),
  };
}

/** A calendar month of UTC. @param month such as `2026-11`. */
export function periodOf(month: string): { readonly start: string; readonly end: string } {
  const start = new Date(`${month}-01T00:00:00.000Z`);
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return { start: start.toISOString(), end: end.toISOString() };
}

/**
 * Refuses a message that is over a limit, and every message once the tokens are used up. A running turn continues.
 *
 * @param now ISO time.
 * @throws {ServiceApiError} 429 `quota_exceeded`.
 */
export function admitMessage(
  { month, workspace, person, quotas }: Admitted,
  defaults: DefaultLimits,
  now: string,
): void {
  // The month in which the message counts: it may have ended since.
  const resetsAt = periodOf(month).end;
  assertMessages("workspace", workspace, limitsOf("workspace", quotas, defaults), resetsAt, now);
  if (person !== null) assertMessages("person", person, limitsOf("person", quotas, defaults), resetsAt, now);
}

function assertMessages(
  scope: Scope,
  counted: UsageCounts,
  { messages, tokens }: Limits,
  resetsAt: string,
  now: string,
): void {
  if (messages !== null && counted.messages > messages) {
    throw quotaExceeded({ quota: "messages", scope, limit: messages, used: counted.messages - 1, resetsAt }, now);
  }
  const used = counted.inputTokens + counted.outputTokens;
  if (tokens !== null && used >= tokens) {
    throw quotaExceeded({ quota: "tokens", scope, limit: tokens, used, resetsAt }, now);
  }
}

/** People read the message in logs and lists of runs, so it names no figures of the workspace: `details` has them. */
function quotaExceeded(details: QuotaRefusal & { readonly resetsAt: string }, now: string): ServiceApiError {
  const { quota, scope, limit, used, resetsAt } = details;
  const reached = scope === "person" ? `has used ${used} of ${limit} ${quota}` : `has used up its ${quota}`;
  return new ServiceApiError(`The ${scope} ${reached} of this month. Wait until ${resetsAt}, or raise the limit.`, {
    status: 429,
    code: "quota_exceeded",
    retryable: false,
    details,
    retryAfterMs: Math.max(0, Date.parse(resetsAt) - Date.parse(now)),
  });
}

/**
 * The admission of a file of this size; null where neither its workspace nor a person there has a limit.
 *
 * @throws {ServiceApiError} when it is called: 429 `storage_quota_exceeded`.
 */
export function roomFor(
  added: number,
  quotas: Quotas | null,
  defaults: DefaultLimits,
): ((stored: StoredWith) => void) | null {
  const workspace = limitsOf("workspace", quotas, defaults).storedBytes;
  const person = limitsOf("person", quotas, defaults).storedBytes;
  if (workspace === null && person === null) return null;
  return (stored) => {
    assertRoom("workspace", stored.workspace, added, workspace);
    if (stored.person !== null) assertRoom("person", stored.person, added, person);
  };
}

/** @param stored bytes with the new file. */
function assertRoom(scope: Scope, stored: number, added: number, limit: number | null): void {
  if (limit === null || stored <= limit) return;
  const details: QuotaRefusal = { quota: "storedBytes", scope, limit, used: stored - added, resetsAt: null };
  const full = scope === "person" ? `stores ${stored - added} of ${limit} bytes of files, and` : "has too little room:";
  throw new ServiceApiError(`The ${scope} ${full} the file has ${added} bytes. Erase files, or raise the limit.`, {
    status: 429,
    code: "storage_quota_exceeded",
    retryable: false,
    details,
  });
}
