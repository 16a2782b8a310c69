/** Triggers: which events of a source start a session (`protocol.md` §9.4). */
import { automationTriggerPageSchema, automationTriggerSchema } from "@service/sdk/protocol";
import type { TriggerRecord } from "../automations/automation-record.js";
import { assertRevision } from "../automations/change-source.js";
import { createTrigger, noSource, patchTrigger, wireTrigger } from "../automations/change-trigger.js";
import { json } from "../http/answers.js";
import { readBody } from "../http/request-body.js";
import { conflict, invalidParameter } from "../sessions/api-failure.js";
import { isSameOwner } from "../store/owner.js";
import { triggerBody, triggerPatchBody } from "./automation-bodies.js";
import { automationQuery, pageSize, sourceOf } from "./automations.js";
import { ownersQuery, ownRecord } from "./owners.js";
import { causeOf, inWorkspace, wholeNumber, type Route, type WorkspaceCall } from "./route.js";
import { sealedPage } from "./sealed-page.js";

const templatePlace = { place: "sessionTemplate." };

export const automationTriggerRoutes: readonly Route[] = [
  inWorkspace(
    "GET",
    "/automations/triggers",
    "read",
    {
      summary: "List automation triggers",
      query: { sourceId: "text", limit: "integer", cursor: "text", ...ownersQuery },
      answers: { 200: automationTriggerPageSchema },
    },
    async (call) => {
      const query = automationQuery(call);
      const { page, nextCursor } = await sealedPage(call, pageSize, (wanted) =>
        call.world.store.listTriggers({ ...query, ...wanted }),
      );
      return json({ triggers: page.map(wireTrigger), nextCursor });
    },
  ),

  inWorkspace(
    "POST",
    "/automations/triggers",
    "write",
    {
      summary: "Create an automation trigger",
      query: ownersQuery,
      body: triggerBody,
      answers: { 201: automationTriggerSchema },
    },
    async (call) => {
      const { sourceId, endUser, sessionTemplate: template, ...body } = await readBody(call.request, triggerBody);
      const source = await sourceOf(call, sourceId);
      // A proxy names the person, who may have a trigger of their own sources alone.
      if (endUser !== undefined && !isSameOwner(endUser, source.endUser)) throw noSource();
      if (source.status === "disabled") throw conflict("The source is disabled. Make a new one.", "source_disabled");
      call.world.models.check(template, templatePlace);
      return json(wireTrigger(await createTrigger(call.world, source, { ...body, template }, causeOf(call))), 201);
    },
  ),

  inWorkspace(
    "GET",
    "/automations/triggers/:triggerId",
    "read",
    { summary: "Read an automation trigger", query: ownersQuery, answers: { 200: automationTriggerSchema } },
    async (call) => json(wireTrigger(await triggerOf(call))),
  ),

  inWorkspace(
    "PATCH",
    "/automations/triggers/:triggerId",
    "write",
    {
      summary: "Change, pause or resume an automation trigger",
      query: ownersQuery,
      body: triggerPatchBody,
      answers: { 200: automationTriggerSchema },
    },
    async (call) => {
      const { sessionTemplate: template, ...patch } = await readBody(call.request, triggerPatchBody);
      const trigger = await triggerOf(call);
      if (template !== undefined) {
        call.world.models.check(template, { ...templatePlace, wider: trigger.template.settings });
      }
      return json(wireTrigger(await patchTrigger(call.world, trigger, { ...patch, template }, causeOf(call))));
    },
  ),

  inWorkspace(
    "DELETE",
    "/automations/triggers/:triggerId",
    "write",
    {
      summary: "Remove an automation trigger",
      query: { expectedRevision: "integer", ...ownersQuery },
      answers: { 204: "nothing" },
    },
    async (call) => {
      const { id } = await triggerOf(call);
      const expected = wholeNumber(call.query, "expectedRevision", 1);
      if (expected === undefined)
        throw invalidParameter("expectedRevision", "is missing: give the revision that was read.");
      await call.world.store.changeTrigger(id, (known) => {
        assertRevision(known, expected);
        return "remove";
      });
      return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
    },
  ),
];

async function triggerOf(call: WorkspaceCall): Promise<TriggerRecord> {
  return ownRecord(call, await call.world.store.getTrigger(call.param("triggerId")), "trigger");
}
