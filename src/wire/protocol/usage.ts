import * as v from "valibot";
import type { EndUser } from "./session.js";

/** Use of the service, and its limits (`protocol.md` §9.10). */

/** Counts of one month. */
export interface MonthlyUsage {
  /** Messages that were accepted. */
  readonly messages: number;
  /** Tokens of models, as agents report them. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** The month of some counts, in UTC. */
export interface UsagePeriod {
  readonly start: string;
  /** The counts begin at zero again. */
  readonly end: string;
}

/** The use of a workspace, or of a person in it. */
export interface UsageReport {
  /** Null for the workspace as a whole. */
  readonly endUser: EndUser | null;
  readonly period: UsagePeriod;
  readonly usage: MonthlyUsage & {
    /** Now, whatever the period: bytes of files, also of announced ones. */
    readonly storedBytes: number;
    /** Now, whatever the period. */
    readonly runningTurns: number;
  };
  /** The limits in force. Null is no limit. */
  readonly limits: {
    readonly messages: number | null;
    readonly tokens: number | null;
    readonly storedBytes: number | null;
    readonly runningTurns: number | null;
  };
}

const count = v.number();
const limit = v.nullish(v.number(), null);
const endUser = v.looseObject({ source: v.string(), id: v.string() });
const period = v.looseObject({ start: v.string(), end: v.string() });
const monthly = { messages: count, inputTokens: count, outputTokens: count };

/** Reads the use of a workspace or a person. */
export const usageReportSchema = v.looseObject({
  endUser: v.nullish(endUser, null),
  period,
  usage: v.looseObject({ ...monthly, storedBytes: count, runningTurns: count }),
  limits: v.looseObject({ messages: limit, tokens: limit, storedBytes: limit, runningTurns: limit }),
});

/** One page of the people of a workspace that have used it in a month. */
export interface UsagePage {
  readonly period: UsagePeriod;
  readonly people: readonly { readonly endUser: EndUser; readonly usage: MonthlyUsage }[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Reads a page of the use of people. */
export const usagePageSchema = v.looseObject({
  period,
  people: v.array(v.looseObject({ endUser, usage: v.looseObject(monthly) })),
  nextCursor: v.nullish(v.string(), null),
});
