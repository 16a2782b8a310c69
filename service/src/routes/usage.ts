/** Use of a workspace and of its people, with the limits in force (`protocol.md` §9.10). */
import {
  usagePageSchema,
  usageReportSchema,
  type EndUser,
  type UsagePage,
  type UsageReport,
} from "@service/sdk/protocol";
import * as v from "valibot";
import { json } from "../http/answers.js";
import { invalidParameter } from "../sessions/api-failure.js";
import { defaultLimits, limitsOf, periodOf } from "../usage/limits.js";
import { monthOf } from "../store/usage.js";
import { isoNow } from "../world.js";
import { namedEndUser } from "./owners.js";
import { inWorkspace, wholeNumber, type Route, type WorkspaceCall } from "./route.js";

const usualPage = 100;
const longestPage = 500;

export const usageRoutes: readonly Route[] = [
  inWorkspace(
    "GET",
    "/usage",
    "read",
    {
      summary: "Read what a workspace, or a person in it, has used in a month, and the limits",
      query: { endUserSource: "text", endUserId: "text", month: "text" },
      answers: { 200: usageReportSchema },
    },
    async (call) => json(await report(call)),
  ),
  inWorkspace(
    "GET",
    "/usage/people",
    "read",
    {
      summary: "List what the people of a workspace have used in a month",
      query: { month: "text", limit: "integer", cursor: "text" },
      answers: { 200: usagePageSchema },
    },
    async (call) => json(await people(call)),
  ),
];

async function report(call: WorkspaceCall): Promise<UsageReport> {
  const { world, workspace, query } = call;
  const endUser = namedEndUser(query);
  const month = wantedMonth(call);
  const usage = await world.store.getUsage({ workspaceId: workspace.id, endUser, month });
  const limits = limitsOf(endUser === null ? "workspace" : "person", workspace.quotas, defaultLimits(world.settings));
  return { endUser, period: periodOf(month), usage, limits };
}

async function people(call: WorkspaceCall): Promise<UsagePage> {
  const { world, workspace, query } = call;
  const month = wantedMonth(call);
  const limit = Math.min(wholeNumber(query, "limit", 1) ?? usualPage, longestPage);
  const cursor = query.get("cursor");
  const behind = cursor === null ? undefined : readPerson(cursor);
  const found = await world.store.listUsage({ workspaceId: workspace.id, month, limit: limit + 1, behind });
  const page = found.slice(0, limit).flatMap(({ endUser, messages, inputTokens, outputTokens }) =>
    // The list has people only.
    endUser === null ? [] : [{ endUser, usage: { messages, inputTokens, outputTokens } }],
  );
  const last = found.length > limit ? page.at(-1)?.endUser : undefined;
  return { period: periodOf(month), people: page, nextCursor: last === undefined ? null : writePerson(last) };
}

/** @throws {ServiceApiError} 400 for a text that is no month. */
function wantedMonth({ world, query }: WorkspaceCall): string {
  const month = query.get("month");
  if (month === null) return monthOf(isoNow(world.clock));
  // The last month of all would end in a year that is no ISO 8601 time.
  if (/^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/.test(month) && month !== "9999-12") return month;
  throw invalidParameter("month", `is "${month.slice(0, 40)}"; it must be a month before 9999-12, such as 2026-11.`);
}

const personCursor = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictTuple([v.pipe(v.string(), v.maxLength(200)), v.pipe(v.string(), v.maxLength(500))]),
);

function writePerson({ source, id }: EndUser): string {
  return JSON.stringify([source, id]);
}

function readPerson(cursor: string): EndUser {
  const read = v.safeParse(personCursor, cursor);
  if (read.success) return { source: read.output[0], id: read.output[1] };
  throw invalidParameter("cursor", "is none that this list gave out. Start again without it.");
}
