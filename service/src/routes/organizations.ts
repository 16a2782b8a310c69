import {
  accessMeSchema,
  apiKeyListSchema,
  apiKeySchema,
  createdApiKeySchema,
  ensuredWorkspaceSchema,
  workspaceSchema,
} from "@service/sdk/protocol";
import { json } from "../http/answers.js";
import { readBody } from "../http/request-body.js";
import { forbidden, invalid, limitExceeded, notFound } from "../sessions/api-failure.js";
import type { ApiKeyRecord, KeyAccess, WorkspaceRecord } from "../store/records.js";
import { isoNow, type World } from "../world.js";
import { createKeyBody, ensureWorkspaceBody } from "./bodies.js";
import { inWorkspace, type Call, type Route } from "./route.js";
import { permissionsOf, wireKey, wireWorkspace } from "./wire.js";

const maxKeys = 100;
const maxWorkspaces = 10_000;
const keyPrefix = "svk_";
const shownLength = 14;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Who the caller is, the organization's keys and its workspaces (`protocol.md` §8, §9.7, §9.8). */
export const organizationRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/v1/access/me",
    access: "read",
    about: { summary: "Read whose key this is and what it may do", answers: { 200: accessMeSchema } },
    handle: async ({ key }) =>
      json({
        mode: "api_key",
        subjectId: `api_key:${key.id}`,
        subjectLabel: key.name,
        accountGrants: [{ accountId: key.organizationId, permissions: permissionsOf(key) }],
        workspaceGrants: [],
        defaultAccountId: key.organizationId,
        defaultWorkspaceId: null,
      }),
  },
  {
    method: "GET",
    path: "/v1/organizations/:organizationId/api-keys",
    access: "write",
    about: { summary: "List an organization's keys", answers: { 200: apiKeyListSchema } },
    handle: async (call) => {
      const keys = await call.world.store.listApiKeys(organizationOf(call));
      return json({ apiKeys: keys.map(wireKey) });
    },
  },
  {
    method: "POST",
    path: "/v1/organizations/:organizationId/api-keys",
    access: "write",
    about: {
      summary: "Create a key; the only answer that shows its token",
      body: createKeyBody,
      answers: { 201: createdApiKeySchema },
    },
    handle: async (call) => {
      const organizationId = organizationOf(call);
      const body = await readBody(call.request, createKeyBody, { status: 400 });
      const { world } = call;
      const now = isoNow(world.clock);
      if (body.expiresAt !== null && body.expiresAt <= now) throw invalid('"expiresAt" is over already.', 400);
      const known = await world.store.listApiKeys(organizationId);
      if (known.filter((key) => key.revokedAt === null).length >= maxKeys) {
        throw limitExceeded(`The organization has ${maxKeys} keys. Revoke one first.`);
      }
      const { key, token } = await createKey(world, { ...body, organizationId });
      return json({ apiKey: wireKey(key), token }, 201);
    },
  },
  {
    method: "DELETE",
    path: "/v1/organizations/:organizationId/api-keys/:keyId",
    access: "write",
    about: { summary: "Revoke a key", answers: { 200: apiKeySchema } },
    handle: async (call) => {
      const organizationId = organizationOf(call);
      const { store, clock } = call.world;
      const now = isoNow(clock);
      const keys = await store.listApiKeys(organizationId);
      const known = keys.find((key) => key.id === call.param("keyId"));
      if (known === undefined) throw notFound("The organization has no such key.");
      if (known.revokedAt !== null) return json(wireKey(known));
      const revoked = await store.updateApiKey(organizationId, known.id, { revokedAt: now, updatedAt: now });
      return json(wireKey(revoked ?? known));
    },
  },
  {
    method: "PUT",
    path: "/v1/workspaces/external",
    access: "read",
    about: {
      summary: "Find or create the workspace of an external tenant",
      body: ensureWorkspaceBody,
      answers: { 200: ensuredWorkspaceSchema, 201: ensuredWorkspaceSchema },
    },
    handle: ensureWorkspace,
  },
  inWorkspace(
    "GET",
    "",
    "read",
    { summary: "Read a workspace", answers: { 200: workspaceSchema } },
    async ({ workspace }) => json(wireWorkspace(workspace)),
  ),
];

export interface NewKey {
  readonly organizationId: string;
  readonly name: string;
  readonly description: string | null;
  readonly access: KeyAccess;
  readonly expiresAt: string | null;
}

/** Makes a key and its token; the token is nowhere else. */
export async function createKey(
  world: Pick<World, "store" | "clock" | "newId" | "hash">,
  facts: NewKey,
  token?: string,
) {
  const now = isoNow(world.clock);
  const secret = token ?? keyPrefix + (await world.hash(world.newId() + world.newId()));
  const key: ApiKeyRecord = {
    ...facts,
    id: world.newId(),
    hash: await world.hash(secret),
    prefix: secret.slice(0, shownLength),
    revokedAt: null,
    lastUsedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  await world.store.createApiKey(key);
  return { key, token: secret };
}

export function organizationOf(call: Call): string {
  const organizationId = call.param("organizationId");
  if (!uuid.test(organizationId)) throw invalid("The organization id in the path is no UUID.");
  if (organizationId.toLowerCase() === call.key.organizationId) return call.key.organizationId;
  throw forbidden("The key belongs to another organization.");
}

/** A read-only key finds a workspace that is there, makes none and sets nothing. */
async function ensureWorkspace({ world, key, request }: Call): Promise<Response> {
  const body = await readBody(request, ensureWorkspaceBody);
  const { accountId, externalSource, externalId, name, slug, agentInstructions, settings } = body;
  const { organizationId } = key;
  if (accountId !== null && accountId !== organizationId) throw forbidden("The key belongs to another organization.");
  const known = await world.store.findWorkspace(organizationId, externalSource, externalId);
  if (known !== null) {
    return json({ workspace: wireWorkspace(await set(world, key, known, settings)), created: false });
  }
  if (key.access === "read") throw forbidden("The key is read-only and the workspace is not there yet.");
  if ((await world.store.listWorkspaces(organizationId)).length >= maxWorkspaces) {
    throw limitExceeded(`The organization has ${maxWorkspaces} workspaces, the most it may have.`);
  }
  const now = isoNow(world.clock);
  const { workspace, created } = await world.store.ensureWorkspace({
    id: world.newId(),
    organizationId,
    kind: "shared",
    name,
    slug,
    externalSource,
    externalId,
    agentInstructions,
    memoryEnabled: settings.memoryEnabled ?? true,
    createdAt: now,
    updatedAt: now,
  });
  // Somebody else's may have been made first.
  return json({ workspace: wireWorkspace(await set(world, key, workspace, settings)), created }, created ? 201 : 200);
}

/** The one thing of a workspace that a repeat changes: the settings that it names. */
async function set(
  { store, clock }: World,
  { access }: ApiKeyRecord,
  known: WorkspaceRecord,
  { memoryEnabled }: { readonly memoryEnabled?: boolean | undefined },
): Promise<WorkspaceRecord> {
  if (memoryEnabled === undefined || memoryEnabled === (known.memoryEnabled ?? true)) return known;
  if (access === "read") throw forbidden("The key is read-only and sets nothing. Use a full key.");
  return (await store.updateWorkspace(known.id, { memoryEnabled, updatedAt: isoNow(clock) })) ?? known;
}
