import { apiKeyListSchema, apiKeySchema, createdApiKeySchema } from "@service/sdk/protocol";
import { json } from "../http/answers.js";
import { readBody } from "../http/request-body.js";
import { invalid, limitExceeded, notFound } from "../sessions/api-failure.js";
import type { Room } from "../store/room.js";
import { isoNow } from "../world.js";
import { createKeyBody } from "./bodies.js";
import { createKey } from "./create-key.js";
import { actorOf, inWorkspace, organizationOf, workspaceOfKey, type Call, type Route } from "./route.js";
import { wireKey } from "./wire.js";

/** Limit for an organization, and for each workspace. */
const maxKeys = 100;
const keysOfOrganization = "/v1/organizations/:organizationId/api-keys";

/** Keys of the organization and of single workspaces (`protocol.md` §9.7). */
export const apiKeyRoutes: readonly Route[] = [
  {
    method: "GET",
    path: keysOfOrganization,
    access: "manage",
    about: { summary: "List an organization's keys", answers: { 200: apiKeyListSchema } },
    handle: async (call) => {
      const keys = await call.world.store.listApiKeys(organizationOf(call));
      return json({ apiKeys: keys.map(wireKey) });
    },
  },
  {
    method: "POST",
    path: keysOfOrganization,
    access: "manage",
    about: {
      summary: "Create a key; the only answer that shows its token",
      body: createKeyBody,
      answers: { 201: createdApiKeySchema },
    },
    handle: async (call) => {
      organizationOf(call);
      return addKey(call, null);
    },
  },
  {
    method: "DELETE",
    path: `${keysOfOrganization}/:keyId`,
    access: "manage",
    about: { summary: "Revoke a key", answers: { 200: apiKeySchema } },
    handle: async (call) => {
      organizationOf(call);
      return revokeKey(call, null);
    },
  },
  inWorkspace(
    "GET",
    "/api-keys",
    "manage",
    { summary: "List the keys of a workspace", answers: { 200: apiKeyListSchema } },
    async ({ world, workspace }) => {
      const keys = await world.store.listWorkspaceKeys(workspace.id);
      return json({ apiKeys: keys.map(wireKey) });
    },
  ),
  inWorkspace(
    "POST",
    "/api-keys",
    "manage",
    {
      summary: "Create a key of a workspace; the only answer that shows its token",
      body: createKeyBody,
      answers: { 201: createdApiKeySchema },
    },
    async (call) => addKey(call, call.workspace.id),
  ),
  inWorkspace(
    "DELETE",
    "/api-keys/:keyId",
    "manage",
    { summary: "Revoke a key of a workspace", answers: { 200: apiKeySchema } },
    async (call) => revokeKey(call, call.workspace.id),
  ),
];

async function addKey(call: Call, workspaceId: string | null): Promise<Response> {
  const { world, request } = call;
  const { organizationId } = call.key;
  const body = await readBody(request, createKeyBody, { status: 400 });
  if (body.expiresAt !== null && body.expiresAt <= isoNow(world.clock)) {
    throw invalid('"expiresAt" must be a time to come.', 400, { field: "expiresAt" });
  }
  const createdBy = actorOf(request);
  const room: Room = (count) => {
    if (count < maxKeys) return;
    const whose = workspaceId === null ? "organization" : "workspace";
    throw limitExceeded(`The ${whose} has ${maxKeys} keys. Revoke one first.`);
  };
  const { key, token } = await createKey(world, { ...body, organizationId, workspaceId, createdBy }, { room });
  return json({ apiKey: wireKey(key), token }, 201);
}

/** Answers 404 alike for a missing key and for one of another organization or workspace. */
async function revokeKey(call: Call, workspaceId: string | null) {
  const { organizationId } = call.key;
  const { store, clock } = call.world;
  const now = isoNow(clock);
  const known = await store.getApiKey(organizationId, call.param("keyId"));
  if (known === null || workspaceOfKey(known) !== workspaceId) {
    throw notFound(`The ${workspaceId === null ? "organization" : "workspace"} has no such key.`);
  }
  if (known.revokedAt !== null) return json(wireKey(known));
  const revoked = await store.updateApiKey(organizationId, known.id, { revokedAt: now, updatedAt: now });
  return json(wireKey(revoked ?? known));
}
