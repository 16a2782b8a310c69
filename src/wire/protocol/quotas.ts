import * as v from "valibot";

/** Limits of use, and their refusal (`protocol.md` §9.10). */

/** Limits of a workspace, or of each of its people. Null is no limit; a missing one is the service's default. */
export interface QuotaLimits {
  /** Messages in a calendar month of UTC, from people, scheduled tasks, automations, other agents. */
  readonly messages?: number | null | undefined;
  /** Tokens of models in a calendar month of UTC, input and output together. */
  readonly tokens?: number | null | undefined;
  /** Bytes of files. */
  readonly storedBytes?: number | null | undefined;
  /** Turns that run at once, from 1; more wait. */
  readonly runningTurns?: number | null | undefined;
}

/** Limits of a workspace. */
export interface Quotas {
  /** Limits of the workspace as a whole. */
  readonly workspace?: QuotaLimits | undefined;
  /** Limits of each person (`endUser`) in it. */
  readonly person?: QuotaLimits | undefined;
}

const limits = v.looseObject({
  messages: v.nullish(v.number()),
  tokens: v.nullish(v.number()),
  storedBytes: v.nullish(v.number()),
  runningTurns: v.nullish(v.number()),
});

/** Reads the limits of a workspace. */
export const quotasSchema = v.looseObject({ workspace: v.optional(limits), person: v.optional(limits) });

/** Details of the errors `quota_exceeded` and `storage_quota_exceeded`. */
export interface QuotaRefusal {
  readonly quota: "messages" | "tokens" | "storedBytes";
  /** Whose limit it is. */
  readonly scope: "workspace" | "person";
  readonly limit: number;
  /** Amount that is used already. */
  readonly used: number;
  /** When the counts begin at zero again; null for bytes of files. */
  readonly resetsAt: string | null;
}
