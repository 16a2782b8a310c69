import { invalidParameter } from "../sessions/api-failure.js";
import type { EventQuery } from "../store/store.js";
import { deltaTypes, eventClasses, isEventClass, typesAsked } from "./event-classes.js";
import type { QueryParameter } from "./about.js";
import { cursor, flag, wholeNumber, word } from "./route.js";

export type ReplayMode = "forensic" | "monitoring";
export type PayloadMode = "none" | "summary" | "full";

/** A replay's query with every default applied (`protocol.md` §4.1, §4.3). */
export interface ReplayQuery {
  readonly mode: ReplayMode;
  readonly direction: "after" | "before";
  readonly payloadMode: PayloadMode;
  readonly isCompact: boolean;
  readonly isFiltered: boolean;
  /** Whether only the newest event of a class is requested. */
  readonly isLatest: boolean;
  readonly read: EventQuery;
}

/** The query parameters that `readReplayQuery` reads. */
export const replayParameters = {
  after: "cursor",
  before: "integer",
  limit: "integer",
  compact: "flag",
  mode: ["forensic", "monitoring"],
  direction: ["after", "before"],
  payloadMode: ["none", "summary", "full"],
  includeTypes: "text",
  excludeTypes: "text",
  includeClasses: "text",
  excludeClasses: "text",
  latest: [...Object.keys(eventClasses), "receipt"],
  resultMode: ["compact", "full"],
} as const satisfies Readonly<Record<string, QueryParameter>>;

const limits = {
  forensic: { normal: 500, most: 2_000 },
  compact: { normal: 500, most: 5_000 },
  monitoring: { normal: 40, most: 250 },
} as const;

/** @throws {ServiceApiError} 400 that names the parameter. */
export function readReplayQuery(query: URLSearchParams): ReplayQuery {
  const from = cursor(query, "after");
  const bounds = { after: from?.sequence, afterId: from?.eventId ?? undefined, before: wholeNumber(query, "before") };
  const isCompact = flag(query, "compact");
  const latest = latestOf(query);
  const mode = modeOf(query, bounds.after !== undefined || bounds.before !== undefined || isCompact);
  const isShort = mode === "monitoring" || latest?.isCompact === true;
  const payloadMode = word(query, "payloadMode", ["none", "summary", "full"]) ?? (isShort ? "summary" : "full");
  const base = { mode, payloadMode, isCompact };
  if (latest !== null) {
    const read: EventQuery = { ...bounds, take: "newest", limit: 1, includeTypes: latest.types };
    return { ...base, direction: "before", isFiltered: true, isLatest: true, read };
  }
  const direction = word(query, "direction", ["after", "before"]) ?? directionOf(bounds.after, bounds.before, mode);
  const filters = filtersOf(query, mode);
  const take = direction === "before" ? "newest" : "oldest";
  const limit = limitOf(query, mode, isCompact);
  return {
    ...base,
    direction,
    isFiltered: filters.isFiltered,
    isLatest: false,
    read: { ...bounds, ...filters.read, take, limit },
  };
}

function modeOf(query: URLSearchParams, isForensic: boolean): ReplayMode {
  return word(query, "mode", ["forensic", "monitoring"]) ?? (isForensic ? "forensic" : "monitoring");
}

function limitOf(query: URLSearchParams, mode: ReplayMode, isCompact: boolean): number {
  const { normal, most } = limits[mode === "forensic" && isCompact ? "compact" : mode];
  return Math.min(wholeNumber(query, "limit", 1) ?? normal, most);
}

function filtersOf(query: URLSearchParams, mode: ReplayMode) {
  const includeTypes = typesAsked(query, "includeTypes", "includeClasses");
  const excludeTypes = typesAsked(query, "excludeTypes", "excludeClasses");
  return {
    isFiltered: includeTypes !== undefined || excludeTypes !== undefined,
    read: { includeTypes, excludeTypes: [...(excludeTypes ?? []), ...(mode === "monitoring" ? deltaTypes : [])] },
  };
}

function directionOf(after: number | undefined, before: number | undefined, mode: ReplayMode): "after" | "before" {
  if (after !== undefined) return "after";
  return before !== undefined || mode === "monitoring" ? "before" : "after";
}

const filterNames = ["includeTypes", "excludeTypes", "includeClasses", "excludeClasses"];

function latestOf(query: URLSearchParams): { types: readonly string[]; isCompact: boolean } | null {
  const latest = query.get("latest");
  const resultMode = word(query, "resultMode", ["compact", "full"]);
  if (latest === null) {
    if (resultMode === "compact") throw invalidParameter("resultMode", 'is "compact", which goes only with "latest".');
    return null;
  }
  const name = latest === "receipt" ? "tool_receipt" : latest;
  if (!isEventClass(name)) {
    throw invalidParameter("latest", `is "${latest.slice(0, 80)}", which is no class of events.`);
  }
  if (filterNames.some((filter) => query.has(filter))) {
    throw invalidParameter("latest", "does not go with filters by type or class. Leave one out.");
  }
  return { types: eventClasses[name], isCompact: resultMode === "compact" };
}
