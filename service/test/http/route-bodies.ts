import type * as v from "valibot";
import * as automations from "../../src/routes/automation-bodies.js";
import * as bodies from "../../src/routes/bodies.js";
import { erasureBody } from "../../src/routes/erasures.js";
import { installBody, previewBody } from "../../src/routes/integration-bodies.js";
import { beginUploadBody } from "../../src/routes/files.js";
import { createTaskBody, previewScheduleBody, triggerTaskBody } from "../../src/routes/schedules.js";
import { taskPatch } from "../../src/schedules/task-input.js";
import { addMemberBody, changeMemberBody, changePlaceBody } from "../../src/routes/member-bodies.js";
import { approveBody, denyBody, tokenBody } from "../../src/routes/machine-bodies.js";

export interface RouteBody {
  readonly schema: v.GenericSchema;
  /** A body that fits and has every field that the route reads. */
  readonly full: Readonly<Record<string, unknown>>;
}

const nowhere = "00000000-0000-4000-8000-000000000000";
const actor = { source: "app", id: "ana", name: "Ana" };
const key = { clientEventId: "k" };
const link = { kind: "link", url: "https://shop.example" };
const update = { id: "shop", headers: { authorization: "Bearer abcdefgh" } };
const message = {
  text: "/say hi",
  modelContext: "a",
  annotations: [{ note: "a" }],
  resources: [link],
  model: "scripted",
  reasoningEffort: "none",
  latencyMode: "standard",
  controlEtag: "1",
  mcpCredentialUpdates: [update],
};
const draft = {
  text: "/say hi",
  annotations: [{ note: "a" }],
  resources: [link],
  model: "scripted",
  reasoningEffort: "none",
  latencyMode: "standard",
  sourceTurnId: nowhere,
  sourceTurnVersion: 1,
};
const objective = {
  text: "Plan",
  successCriteria: "done",
  rootConstraints: [{ budget: 3 }],
  mutationPolicy: "review_changes",
};
const goalWrite = { ...key, rationale: "because", actor };
const userCode = "BCDF-GHJK";
const { eventBody: event } = bodies;
const timeZone = "Europe/Berlin";
const schedules = [
  { type: "once", runAt: "2026-12-01T09:00:00Z", timeZone },
  { type: "interval", everySeconds: 60, startAt: "2026-12-01T09:00:00.000Z", endAt: "2026-12-02T09:00:00.000Z" },
  { type: "calendar", timeZone, hour: 9, minute: 30, daysOfWeek: [1, 5] },
];
const task = {
  name: "Report",
  agentConfig: {
    prompt: "/say hi",
    model: "scripted",
    reasoningEffort: "none",
    instructions: "Be brief.",
    metadata: { a: 1 },
  },
  runMode: "existing_session",
  targetSessionId: nowhere,
  overlapPolicy: "skip",
};

const preview = {
  source: { kind: "auto", url: "https://orders.test" },
  credential: { schemeId: "basic", value: "secret", username: "ana" },
  endUser: { source: "app", id: "ana" },
};

const memberChange = { expectedAuthorizationRevision: 1, operationId: "o", reason: "because" };

const W = "/v1/workspaces/:workspaceId";
const S = `${W}/sessions/:sessionId`;

const automationTrigger = {
  name: "Look",
  eventTypes: ["order"],
  configuration: { conditions: [{ path: "data.total", equals: "3" }], fields: ["data"], approval: "writes" },
  parameters: { team: "a" },
  sessionTemplate: {
    prompt: "/say hi",
    instructions: "Be brief.",
    resources: [link],
    model: "scripted",
    reasoningEffort: "none",
    latencyMode: "standard",
    metadata: { a: 1 },
  },
  status: "active",
};

/** Every route with a JSON body, with a full body for each of its forms. A test checks that none is missing. */
export const routeBodies: Readonly<Record<string, readonly RouteBody[]>> = {
  [`POST ${W}/enrollments/device/approve`]: [
    { schema: approveBody, full: { userCode, endUser: { source: "app", id: "ana" }, allowScreenControl: false } },
  ],
  [`POST ${W}/enrollments/device/deny`]: [{ schema: denyBody, full: { userCode } }],
  [`POST ${W}/enrollments/token`]: [{ schema: tokenBody, full: { endUser: { source: "app", id: "ana" } } }],
  "PUT /v1/workspaces/external": [
    {
      schema: bodies.ensureWorkspaceBody,
      full: {
        accountId: nowhere,
        externalSource: "app",
        externalId: "acme",
        name: "acme",
        slug: "acme",
        agentInstructions: "Be brief.",
        settings: { memoryEnabled: true },
      },
    },
  ],
  "POST /v1/organizations/:organizationId/api-keys": [
    {
      schema: bodies.createKeyBody,
      full: { name: "ci", description: "for tests", access: "full", expiresAt: "2030-01-01T00:00:00Z" },
    },
  ],
  "PATCH /v1/organizations/:organizationId/members/:memberId": [
    { schema: changeMemberBody, full: { kind: "change_role", role: "owner", ...memberChange } },
    { schema: changeMemberBody, full: { kind: "suspend", ...memberChange } },
    { schema: changeMemberBody, full: { kind: "reactivate", ...memberChange } },
    { schema: changeMemberBody, full: { kind: "offboard", ...memberChange } },
  ],
  [`POST ${W}/members`]: [
    { schema: addMemberBody, full: { email: "ana@acme.example", role: "admin", permissions: ["sessions:read"] } },
  ],
  [`PATCH ${W}/members/:memberId`]: [
    { schema: changePlaceBody, full: { role: "member", permissions: ["sessions:read"] } },
  ],
  [`POST ${W}/api-keys`]: [
    {
      schema: bodies.createKeyBody,
      full: { name: "ci", description: "for tests", access: "full", expiresAt: "2030-01-01T00:00:00Z" },
    },
  ],
  "POST /v1/workspaces": [
    {
      schema: bodies.createWorkspaceBody,
      full: {
        accountId: nowhere,
        externalSource: "app",
        externalId: "acme",
        name: "acme",
        slug: "acme",
        agentInstructions: "Be brief.",
        settings: { memoryEnabled: true },
      },
    },
  ],
  [`PATCH ${W}`]: [
    {
      schema: bodies.changeWorkspaceBody,
      full: { name: "acme", slug: "acme", agentInstructions: "Be brief.", settings: { memoryEnabled: true } },
    },
  ],
  [`POST ${W}/sessions`]: [
    {
      schema: bodies.createSessionBody,
      full: {
        initialMessage: "/say hi",
        requestedSessionId: nowhere,
        idempotencyKey: "i",
        clientEventId: "c",
        agentAccess: "session",
        memoryScope: "session",
        endUser: { source: "app", id: "ana" },
        modelContext: "a",
        parentSessionId: nowhere,
        goal: { ...objective, maxAutoContinuations: 0 },
        actor,
        instructions: "Be brief.",
        skills: [{ name: "tea", description: "Makes tea.", content: "Boil water.", version: "1" }],
        tools: [{ kind: "mcp", id: "search", optional: true, eager: false }],
        mcpServers: [
          {
            id: "shop",
            name: "Shop",
            url: "https://shop.example/mcp",
            allowedTools: ["find"],
            timeoutMs: 1_000,
            requireApproval: ["find"],
            headers: { authorization: "Bearer abcdefgh" },
          },
        ],
        mcpCredentialUpdates: [update],
        resources: [link],
        metadata: { plan: "b" },
        model: "scripted",
        reasoningEffort: "none",
        latencyMode: "standard",
      },
    },
  ],
  [`PATCH ${S}`]: [{ schema: bodies.renameBody, full: { title: "Tea", actor } }],
  [`PUT ${S}/archive`]: [{ schema: bodies.archiveBody, full: { archived: false, expectedVersion: 0, actor } }],
  [`PUT ${S}/pin`]: [{ schema: bodies.pinBody, full: { pinned: true, expectedVersion: 0, actor } }],
  [`POST ${S}/events`]: [
    { schema: event, full: { type: "user.message", ...key, payload: message, actor } },
    {
      schema: event,
      full: {
        type: "user.approvalDecision",
        ...key,
        payload: { approvalId: "a", decision: "approve", message: "ok", mcpCredentialUpdates: [update] },
        actor,
      },
    },
    {
      schema: event,
      full: {
        type: "user.humanInputResponse",
        ...key,
        payload: {
          requestId: "r",
          response: { outcome: "answered", answers: [{ questionId: "q", values: ["v"], other: "o" }] },
          mcpCredentialUpdates: [update],
        },
        actor,
      },
    },
    { schema: event, full: { type: "user.pause", ...key, payload: { reason: "a", turnId: nowhere }, actor } },
    { schema: event, full: { type: "user.resume", ...key, payload: { reason: "a", turnId: nowhere }, actor } },
    { schema: event, full: { type: "user.interrupt", ...key, payload: { reason: "a", turnId: nowhere }, actor } },
  ],
  [`POST ${S}/steer`]: [{ schema: bodies.steerBody, full: { ...message, ...key, actor } }],
  [`POST ${S}/control`]: [
    {
      schema: bodies.controlBody,
      full: { action: "pause", ...key, reason: "a", turnId: nowhere, expectedControlEtag: "1", actor },
    },
  ],
  [`POST ${S}/queue/:turnId/move`]: [
    { schema: bodies.moveBody, full: { ...key, expectedQueueVersion: 1, beforeTurnId: nowhere, actor } },
  ],
  [`POST ${S}/queue/:turnId/edit`]: [
    {
      schema: bodies.editBody,
      full: { ...key, expectedTurnVersion: 1, expectedDraftRevision: 0, replaceDraft: true, actor },
    },
  ],
  [`POST ${S}/queue/:turnId/steer`]: [
    { schema: bodies.steerTurnBody, full: { ...key, expectedTurnVersion: 1, controlEtag: "1", actor } },
  ],
  [`POST ${S}/queue/:turnId/delete`]: [
    { schema: bodies.withdrawBody, full: { ...key, expectedTurnVersion: 1, reason: "a", actor } },
  ],
  [`PUT ${S}/composer-draft`]: [{ schema: bodies.putDraftBody, full: { ...draft, expectedRevision: 0, actor } }],
  [`POST ${S}/composer-draft/submit`]: [
    {
      schema: bodies.submitDraftBody,
      full: {
        ...draft,
        ...key,
        expectedDraftRevision: 1,
        delivery: "send",
        controlEtag: "1",
        modelContext: "a",
        mcpCredentialUpdates: [update],
        actor,
      },
    },
  ],
  [`PATCH ${S}/goal`]: [
    { schema: bodies.goalPatchBody, full: { status: "paused", ...goalWrite } },
    { schema: bodies.goalPatchBody, full: { ...objective, expectedObjectiveRevision: 1, ...goalWrite } },
  ],
  [`POST ${W}/scheduled-tasks`]: schedules.map((schedule) => ({
    schema: createTaskBody,
    full: { ...task, schedule, endUser: { source: "app", id: "ana" }, idempotencyKey: "k" },
  })),
  [`PATCH ${W}/scheduled-tasks/:taskId`]: [{ schema: taskPatch, full: { ...task, schedule: schedules[1] } }],
  [`POST ${W}/scheduled-tasks/preview`]: schedules.map((schedule) => ({
    schema: previewScheduleBody,
    full: { schedule, count: 5 },
  })),
  [`POST ${W}/scheduled-tasks/:taskId/trigger`]: [{ schema: triggerTaskBody, full: { triggerId: "t" } }],
  [`POST ${W}/files/uploads`]: [
    {
      schema: beginUploadBody,
      full: {
        filename: "a.txt",
        contentType: "text/plain",
        sizeBytes: 3,
        sha256: "0".repeat(64),
        endUser: { source: "app", id: "ana" },
      },
    },
  ],
  [`POST ${W}/integrations/preview`]: [{ schema: previewBody, full: preview }],
  [`POST ${W}/integrations/install`]: [
    {
      schema: installBody,
      full: {
        ...preview,
        expectedRevisionId: "rev_1",
        expectedContentSha256: "0".repeat(64),
        instanceKey: "orders",
        displayName: "Orders",
        expectedInstanceVersion: 1,
        allowedTools: ["op_1"],
      },
    },
  ],
  [`POST ${W}/automations/sources`]: [
    {
      schema: automations.sourceBody,
      full: {
        name: "Shop",
        adapterId: "github.v1",
        webhookSecret: "a-secret-of-the-shop",
        configuration: { team: "a" },
        endUser: { source: "app", id: "ana" },
      },
    },
  ],
  [`PATCH ${W}/automations/sources/:sourceId`]: [
    {
      schema: automations.sourcePatchBody,
      full: {
        name: "Shop",
        configuration: { team: "a" },
        webhookSecret: "a-secret-of-the-shop",
        previousSecretSeconds: 60,
        expectedRevision: 1,
      },
    },
  ],
  [`POST ${W}/automations/sources/:sourceId/events`]: [
    {
      schema: automations.manualEventBody,
      full: {
        type: "order.created",
        id: "e-1",
        subject: "order 7",
        occurredAt: "2026-01-01T00:00:00Z",
        occurrenceKey: "k",
        data: { total: 3 },
      },
    },
  ],
  [`POST ${W}/erasures`]: [
    { schema: erasureBody, full: { scope: { kind: "person", endUser: { source: "app", id: "ana" } } } },
  ],
  [`POST ${W}/automations/triggers`]: [
    {
      schema: automations.triggerBody,
      full: { sourceId: nowhere, ...automationTrigger, endUser: { source: "app", id: "ana" } },
    },
  ],
  [`PATCH ${W}/automations/triggers/:triggerId`]: [
    { schema: automations.triggerPatchBody, full: { ...automationTrigger, expectedRevision: 1 } },
  ],
};

/** The path of each value in a body, containers included, such as `["payload", "annotations", "0"]`. */
export function pathsOf(value: unknown, before: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [[...before, name], ...pathsOf(part, [...before, name])]);
}

/** The body with another value at a path; `undefined` leaves the field out. */
export function withValue(body: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(body)) return body.map((part, at) => (String(at) === name ? withValue(part, rest, value) : part));
  const { [name]: part, ...others } = body as Record<string, unknown>;
  return rest.length === 0 && value === undefined ? others : { ...others, [name]: withValue(part, rest, value) };
}

export const valueAt = (body: unknown, path: readonly string[]): unknown =>
  path.reduce((part, name) => (part as Record<string, unknown>)[name], body);
