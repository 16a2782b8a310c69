/**
 * The routes that a browser may call: one row each (`protocol.md` §10.3). A route that is not in the table does not
 * exist.
 *
 * A row lists the forwarded query parameters, and makes the forwarded body from the received one: a field that no row
 * names is dropped, a forbidden one is refused.
 */
import { answers } from "./answers.js";
import { apiKeyRoutes } from "./api-key-rows.js";
import { automationRoutes } from "./automation-rows.js";
import {
  allowedControl,
  allowedEvent,
  archiveBody,
  deleteTurnBody,
  deliveryOf,
  draftBody,
  editBody,
  goalBody,
  messageBody,
  moveBody,
  pinBody,
  steerTurnBody,
  submitBody,
  titleBody,
} from "./bodies.js";
import { fileRoutes } from "./file-rows.js";
import { machineRoutes } from "./machine-rows.js";
import { memoryRoutes } from "./memory-rows.js";
import { ProxyRefusal } from "./proxy-error.js";
import type { ProxyRoute } from "./proxy-route.js";
import { integrationRoutes } from "./integration-rows.js";
import { scheduleRoutes } from "./schedule-rows.js";
import { usageRoutes } from "./usage-rows.js";

const workspace = "workspaces/:workspaceId";
const session = `${workspace}/sessions/:sessionId`;

const eventQuery = [
  "after before limit compact mode direction payloadMode latest resultMode",
  "includeTypes excludeTypes includeClasses excludeClasses",
].flatMap((names) => names.split(" "));

export const routeTable: readonly ProxyRoute[] = [
  ...fileRoutes,
  ...machineRoutes,
  ...scheduleRoutes,
  ...integrationRoutes,
  ...automationRoutes,
  ...apiKeyRoutes,
  ...memoryRoutes,
  ...usageRoutes,
  { method: "GET", path: "config/client", special: "config", answers: answers.config },
  { method: "GET", path: workspace, special: "workspace", answers: answers.workspace },
  {
    method: "GET",
    path: `${workspace}/sessions`,
    query: ["view", "order", "cursor", "limit", "search", "parentSessionId", "archivedOnly", "pinsOnly", "status"],
    special: "list",
    answers: answers.sessionPage,
    check: requirePageView,
    enabled: ({ sessionList }) => sessionList !== false,
  },
  {
    method: "POST",
    path: `${workspace}/sessions`,
    special: "create",
    answers: answers.session,
    enabled: ({ createSession }) => createSession !== undefined,
  },
  {
    method: "GET",
    path: `${workspace}/model-catalog`,
    answers: answers.models,
    enabled: ({ modelSelection }) => modelSelection !== false,
  },
  { method: "GET", path: session, answers: answers.session },
  { method: "PATCH", path: session, body: titleBody, answers: answers.session },
  {
    method: "DELETE",
    path: session,
    ownSession: true,
    answers: answers.deletedSession,
    enabled: ({ deleteSession }) => deleteSession === true,
  },
  {
    method: "PUT",
    path: `${session}/archive`,
    body: archiveBody,
    answers: answers.session,
    enabled: ({ archive }) => archive !== false,
  },
  { method: "PUT", path: `${session}/pin`, body: pinBody, answers: answers.session },
  { method: "GET", path: `${session}/events`, query: eventQuery, answers: answers.events, check: refuseForensic },
  {
    method: "POST",
    path: `${session}/events`,
    body: allowedEvent,
    answers: answers.accepted,
    delivers: deliveryOf,
  },
  { method: "GET", path: `${session}/events/stream`, answers: answers.events, special: "stream" },
  { method: "POST", path: `${session}/steer`, body: messageBody, answers: answers.steered, delivers: () => "steer" },
  {
    method: "POST",
    path: `${session}/control`,
    body: allowedControl,
    answers: answers.controlled,
    counts: ({ action }) => action === "resume",
  },
  { method: "GET", path: `${session}/queue`, answers: answers.queue },
  { method: "POST", path: `${session}/queue/:turnId/move`, body: moveBody, answers: answers.changedQueue },
  { method: "POST", path: `${session}/queue/:turnId/edit`, body: editBody, answers: answers.editedTurn },
  { method: "POST", path: `${session}/queue/:turnId/steer`, body: steerTurnBody, answers: answers.changedQueue },
  {
    method: "POST",
    path: `${session}/queue/:turnId/delete`,
    body: deleteTurnBody,
    answers: answers.changedQueue,
    uncounted: true,
  },
  { method: "GET", path: `${session}/composer-draft`, answers: answers.draft },
  { method: "PUT", path: `${session}/composer-draft`, body: draftBody, answers: answers.draft, uncounted: true },
  {
    method: "POST",
    path: `${session}/composer-draft/submit`,
    body: submitBody,
    answers: answers.submittedDraft,
    delivers: () => "submit",
  },
  { method: "GET", path: `${session}/goal`, answers: answers.goal, orNull: true },
  { method: "GET", path: `${session}/goal/revisions`, answers: answers.goalRevisions },
  { method: "PATCH", path: `${session}/goal`, body: goalBody, answers: answers.goal },
  { method: "DELETE", path: `${session}/goal`, answers: answers.nothing },
  { method: "GET", path: `${session}/lineage`, special: "lineage", answers: answers.lineage },
  { method: "GET", path: `${session}/human-input-requests`, query: ["status"], answers: answers.requests },
  { method: "GET", path: `${session}/human-input-requests/:requestId`, answers: answers.request },
  { method: "GET", path: `${session}/turns`, query: ["limit", "latestStarted"], answers: answers.turns },
];

export interface MatchedRoute {
  readonly route: ProxyRoute;
  /** The ids of the path, by name. */
  readonly ids: Readonly<Record<string, string>>;
}

/** The row of a request; undefined when there is none. */
export function matchRoute(method: string, segments: readonly string[]): MatchedRoute | undefined {
  for (const route of routeTable) {
    const ids = route.method === method ? matchPath(route.path.split("/"), segments) : undefined;
    if (ids) return { route, ids };
  }
  return undefined;
}

function matchPath(parts: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (parts.length !== segments.length) return undefined;
  const ids: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? "";
    if (part.startsWith(":")) ids[part.slice(1)] = segment;
    else if (part !== segment) return undefined;
  }
  return ids;
}

function requirePageView(query: URLSearchParams): void {
  const views = query.getAll("view");
  if (views.length > 0 && views.every((view) => view === "page")) return;
  throw new ProxyRefusal(400, "page_view_required", "Sessions are listed by page here: ask with view=page.");
}

function refuseForensic(query: URLSearchParams): void {
  if (!query.getAll("mode").includes("forensic")) return;
  throw new ProxyRefusal(403, "forensic_events_not_allowed", "The forensic view of a log is not for browsers.");
}
