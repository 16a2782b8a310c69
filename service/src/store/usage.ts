/** Use of the service by a workspace and by each of its people, counted where it is written. */
import type { EndUser, Quotas } from "@service/sdk/protocol";
import type { EventDraft } from "./records.js";

/** Counted within a month. */
export interface UsageCounts {
  /** Messages that were accepted as a turn: of people, of scheduled tasks, of automations and of other agents. */
  readonly messages: number;
  /** As agents report them (`agent.model.usage`). */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** The counts of one month. */
export interface UsageRecord extends UsageCounts {
  readonly workspaceId: string;
  /** Null for the workspace as a whole, with its people. */
  readonly endUser: EndUser | null;
  /** A calendar month in UTC, such as `2026-11`. */
  readonly month: string;
}

/** The counts of one month, and what there is now. */
export interface Usage extends UsageCounts {
  /** Bytes of files: completed ones, and announced ones that still may be completed. */
  readonly storedBytes: number;
  /** Turns that a worker runs. */
  readonly runningTurns: number;
}

export interface UsageOf {
  readonly workspaceId: string;
  /** Null for the workspace as a whole. */
  readonly endUser: EndUser | null;
}

/** Input of an admission: the counts after the change, and the limits of its workspace. */
export interface Admitted {
  /** The month of the counts. */
  readonly month: string;
  readonly workspace: UsageCounts;
  /** Null for a session without a person. */
  readonly person: UsageCounts | null;
  /** Null where the workspace has none of its own. */
  readonly quotas: Quotas | null;
}

/** Refuses a change by throwing: nothing of it is then written. Pure and synchronous. */
export type Admit = (counted: Admitted) => void;

/** Bytes of files that are stored with a new one. */
export interface StoredWith {
  readonly workspace: number;
  /** Null for a file without a person. */
  readonly person: number | null;
}

/**
 * Admission of a file: takes the limits of its workspace and returns the check of the sums, which may refuse by throwing;
 * null where no limit applies, so that no sum is needed.
 */
export type AdmitFile = (quotas: Quotas | null) => ((stored: StoredWith) => void) | null;

/** Most turns that run at once in a workspace without a limit of its own, and of a person there; null is no limit. */
export interface RunningLimits {
  readonly workspace: number | null;
  readonly person: number | null;
}

export const unlimitedTurns: RunningLimits = { workspace: null, person: null };

/** The store's part that counts. A count changes in the transaction that writes the counted event. */
export interface UsageMethods {
  /** Zero where nothing was counted. */
  getUsage(query: UsageOf & { readonly month: string }): Promise<Usage>;
  /** The people with a count in this month, by the text of `ownerKey`, ascending. */
  listUsage(query: {
    readonly workspaceId: string;
    readonly month: string;
    readonly limit: number;
    /** Only people after this one in the list's order. */
    readonly behind?: EndUser | undefined;
  }): Promise<UsageRecord[]>;
  /** Removes the counts of months before this one: of a workspace, or of all. Returns how many records. */
  dropUsage(query: { readonly workspaceId?: string | undefined; readonly before: string }): Promise<number>;
}

export const noUsage: UsageCounts = { messages: 0, inputTokens: 0, outputTokens: 0 };

export function addUsage(one: UsageCounts, other: UsageCounts): UsageCounts {
  return {
    messages: one.messages + other.messages,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}

/** Most tokens that one report counts: a mistaken one must not exhaust the columns. */
const mostTokens = 1_000_000_000;

/** Sums the counts of events, with their month. Null where none of them counts. */
export function countedIn(
  events: readonly EventDraft[],
): { readonly month: string; readonly counts: UsageCounts } | null {
  let counts = noUsage;
  let month: string | null = null;
  for (const event of events) {
    const added = countsOf(event);
    if (added === null) continue;
    counts = addUsage(counts, added);
    month ??= monthOf(event.occurredAt);
  }
  return month === null ? null : { month, counts };
}

/** The calendar month (UTC) of an ISO time. */
export function monthOf(time: string): string {
  return time.slice(0, 7);
}

function countsOf({ type, payload }: EventDraft): UsageCounts | null {
  if (type === "turn.queued") return { ...noUsage, messages: 1 };
  if (type !== "agent.model.usage" || typeof payload !== "object" || payload === null) return null;
  const { inputTokens, outputTokens } = payload as { readonly inputTokens?: unknown; readonly outputTokens?: unknown };
  return { messages: 0, inputTokens: tokens(inputTokens), outputTokens: tokens(outputTokens) };
}

function tokens(value: unknown): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) return 0;
  return Math.min(value, mostTokens);
}
