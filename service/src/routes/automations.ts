// budget: the routes of one family, each with its part of the OpenAPI document.
/** Automations: sources, their events, runs and deliveries (`protocol.md` §9.4). */
import {
  automationDeliverySchema,
  automationEventPageSchema,
  automationRunPageSchema,
  automationSourcePageSchema,
  automationSourceSchema,
  type AutomationEvent,
  type AutomationRun,
} from "@service/sdk/protocol";
import type {
  AutomationQuery,
  AutomationRunRecord,
  EventRecord,
  SourceRecord,
} from "../automations/automation-record.js";
import { createSource, disableSource, patchSource, wireSource } from "../automations/change-source.js";
import { receiveEvent } from "../automations/receive-event.js";
import { json } from "../http/answers.js";
import { readBody } from "../http/request-body.js";
import { isoNow } from "../world.js";
import { manualEventBody, sourceBody, sourcePatchBody } from "./automation-bodies.js";
import { ownersOf, ownersQuery, ownRecord } from "./owners.js";
import { causeOf, inWorkspace, type Route, type WorkspaceCall } from "./route.js";
import { sealedPage } from "./sealed-page.js";

/** Records of a page of a list. */
export const pageSize = { limit: 100, most: 500 };

const paged = { limit: "integer", cursor: "text", ...ownersQuery } as const;

export const automationRoutes: readonly Route[] = [
  inWorkspace(
    "GET",
    "/automations/sources",
    "read",
    { summary: "List automation sources", query: paged, answers: { 200: automationSourcePageSchema } },
    async (call) => {
      const query = automationQuery(call);
      const { page, nextCursor } = await sealedPage(call, pageSize, (wanted) =>
        call.world.store.listSources({ ...query, ...wanted }),
      );
      const now = isoNow(call.world.clock);
      const sources = page.map((source) => wireSource(source, now));
      return json({ sources, canStoreSecrets: call.world.secrets !== null, nextCursor });
    },
  ),

  inWorkspace(
    "POST",
    "/automations/sources",
    "write",
    { summary: "Create an automation source", body: sourceBody, answers: { 201: automationSourceSchema } },
    async (call) => {
      const body = await readBody(call.request, sourceBody);
      const { organizationId, id: workspaceId } = call.workspace;
      const cause = causeOf(call);
      const source = await createSource(call.world, { ...body, organizationId, workspaceId }, cause);
      return json(wireSource(source, cause.now), 201);
    },
  ),

  inWorkspace(
    "GET",
    "/automations/sources/:sourceId",
    "read",
    { summary: "Read an automation source", query: ownersQuery, answers: { 200: automationSourceSchema } },
    async (call) => json(wireSource(await sourceOf(call), isoNow(call.world.clock))),
  ),

  inWorkspace(
    "PATCH",
    "/automations/sources/:sourceId",
    "write",
    {
      summary: "Change or pause an automation source, or give it another secret",
      query: ownersQuery,
      body: sourcePatchBody,
      answers: { 200: automationSourceSchema },
    },
    async (call) => {
      const body = await readBody(call.request, sourcePatchBody);
      const source = await sourceOf(call);
      const cause = causeOf(call);
      return json(wireSource(await patchSource(call.world, source, body, cause), cause.now));
    },
  ),

  inWorkspace(
    "DELETE",
    "/automations/sources/:sourceId",
    "write",
    { summary: "Disable an automation source", query: ownersQuery, answers: { 204: "nothing" } },
    async (call) => {
      await disableSource(call.world.store, (await sourceOf(call)).id, causeOf(call));
      return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
    },
  ),

  inWorkspace(
    "GET",
    "/automations/sources/:sourceId/events",
    "read",
    { summary: "List the events that a source took", query: paged, answers: { 200: automationEventPageSchema } },
    async (call) => {
      const source = await sourceOf(call);
      const query = { ...automationQuery(call), sourceId: source.id };
      const { page, nextCursor } = await sealedPage(call, pageSize, (wanted) =>
        call.world.store.listSourceEvents({ ...query, ...wanted }),
      );
      return json({ events: page.map(wireEvent), nextCursor });
    },
  ),

  inWorkspace(
    "POST",
    "/automations/sources/:sourceId/events",
    "write",
    {
      summary: "Send a source an event by hand",
      query: ownersQuery,
      body: manualEventBody,
      answers: { 202: automationDeliverySchema },
    },
    async (call) => {
      const body = await readBody(call.request, manualEventBody);
      const source = await sourceOf(call);
      return json(await receiveEvent(call.world, source, { kind: "manual", body }, causeOf(call)), 202);
    },
  ),

  inWorkspace(
    "GET",
    "/automations/runs",
    "read",
    {
      summary: "List what triggers started",
      query: { sourceId: "text", triggerId: "text", eventId: "text", ...paged },
      answers: { 200: automationRunPageSchema },
    },
    async (call) => {
      const query = automationQuery(call);
      const { page, nextCursor } = await sealedPage(call, pageSize, (wanted) =>
        call.world.store.listAutomationRuns({ ...query, ...wanted }),
      );
      return json({ runs: page.map(wireRun), nextCursor });
    },
  ),
];

/** @throws {ServiceApiError} 404, also for a source of an owner that the query does not name. */
export async function sourceOf(call: WorkspaceCall, sourceId = call.param("sourceId")): Promise<SourceRecord> {
  return ownRecord(call, await call.world.store.getSource(sourceId), "source");
}

/** The filters of a list. */
export function automationQuery({ workspace, query }: WorkspaceCall): Omit<AutomationQuery, "limit" | "behind"> {
  const named = (name: string) => query.get(name) ?? undefined;
  return {
    workspaceId: workspace.id,
    owners: ownersOf(query),
    sourceId: named("sourceId"),
    triggerId: named("triggerId"),
    eventId: named("eventId"),
  };
}

function wireEvent(event: EventRecord): AutomationEvent {
  const { id, sourceId, kind, type, subject, occurredAt, ignoredReason, runIds, repeats = 0, createdAt } = event;
  return { id, sourceId, kind, type, subject, occurredAt, ignoredReason, runIds, repeats, createdAt };
}

function wireRun(run: AutomationRunRecord): AutomationRun {
  const { id, workspaceId, endUser, sourceId, triggerId, eventId, status, sessionId, error, createdAt, updatedAt } =
    run;
  const about = { id, workspaceId, endUser, sourceId, triggerId, eventId };
  return { ...about, status, sessionId, error, createdAt, updatedAt };
}
