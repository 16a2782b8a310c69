import {
  ensuredWorkspaceSchema,
  type Quotas,
  workspaceListSchema,
  workspacePageSchema,
  workspaceSchema,
} from "@service/sdk/protocol";
import * as v from "valibot";
import { json } from "../http/answers.js";
import { readBody } from "../http/request-body.js";
import { canonicalJson } from "../sessions/canonical-json.js";
import { conflict, forbidden } from "../sessions/api-failure.js";
import { withoutMissing } from "../sessions/without-missing.js";
import type { ApiKeyRecord, WorkspaceRecord } from "../store/records.js";
import { isoNow, type World } from "../world.js";
import { changeWorkspaceBody, createWorkspaceBody, ensureWorkspaceBody } from "./bodies.js";
import { inWorkspace, mayEnter, word, workspaceOfKey, type Call, type Route } from "./route.js";
import { sealedPage } from "./sealed-page.js";
import { wireWorkspace } from "./wire.js";

/** Workspaces: found or made for a host's tenant, listed, created and changed (`protocol.md` §8, §9.8). */
export const workspaceRoutes: readonly Route[] = [
  {
    method: "PUT",
    path: "/v1/workspaces/external",
    access: "read",
    admitsWorkspaceKeys: true,
    about: {
      summary: "Find or create the workspace of an external tenant",
      body: ensureWorkspaceBody,
      answers: { 200: ensuredWorkspaceSchema, 201: ensuredWorkspaceSchema },
    },
    handle: ensureWorkspace,
  },
  {
    method: "GET",
    path: "/v1/workspaces",
    access: "read",
    admitsWorkspaceKeys: true,
    about: {
      summary: "List the workspaces that the key admits to",
      query: { view: ["page"], limit: "integer", cursor: "text" },
      answers: { 200: v.union([workspacePageSchema, workspaceListSchema]) },
    },
    handle: listWorkspaces,
  },
  {
    method: "POST",
    path: "/v1/workspaces",
    access: "manage",
    about: { summary: "Create a workspace", body: createWorkspaceBody, answers: { 201: workspaceSchema } },
    handle: createWorkspace,
  },
  inWorkspace(
    "GET",
    "",
    "read",
    { summary: "Read a workspace", answers: { 200: workspaceSchema } },
    async ({ workspace }) => json(wireWorkspace(workspace)),
  ),
  inWorkspace(
    "PATCH",
    "",
    "manage",
    {
      summary: "Change a workspace's name, slug, instructions and settings",
      body: changeWorkspaceBody,
      answers: { 200: workspaceSchema },
    },
    async ({ world, workspace, request }) => {
      const { settings, ...fields } = await readBody(request, changeWorkspaceBody);
      const named = withoutMissing({ ...fields, ...settings });
      if (Object.keys(named).length === 0) return json(wireWorkspace(workspace));
      const patch = { ...named, updatedAt: isoNow(world.clock) };
      return json(wireWorkspace((await world.store.updateWorkspace(workspace.id, patch)) ?? workspace));
    },
  ),
];

/** A plain array, as callers without pages read it, or with `view=page` a page that names the next one. */
async function listWorkspaces(call: Call): Promise<Response> {
  const { world, key, query } = call;
  const isPage = word(query, "view", ["page"]) === "page";
  const own = workspaceOfKey(key);
  const { page, nextCursor } = await sealedPage(call, { limit: 100, most: 500 }, async (wanted) => {
    if (own === null) return world.store.listWorkspaces(key.organizationId, wanted);
    const workspace = await world.store.getWorkspace(own);
    return workspace === null || wanted.behind !== undefined ? [] : [workspace];
  });
  const workspaces = page.map(wireWorkspace);
  return json(isPage ? { workspaces, nextCursor } : workspaces);
}

async function createWorkspace({ world, key, request }: Call): Promise<Response> {
  const { settings, accountId, ...fields } = await readBody(request, createWorkspaceBody);
  const { organizationId } = key;
  if (accountId !== null && accountId !== organizationId) throw forbidden("The key belongs to another organization.");
  const { workspace, created } = await world.store.ensureWorkspace(
    newWorkspace(world, organizationId, fields, settings),
  );
  if (created) return json(wireWorkspace(workspace), 201);
  throw conflict(
    "The organization has a workspace of this externalSource and externalId. Use it, or choose another externalId.",
    "conflict",
    { current: { workspaceId: workspace.id } },
  );
}

function newWorkspace(
  { newId, clock }: World,
  organizationId: string,
  fields: Pick<WorkspaceRecord, "name" | "slug" | "agentInstructions" | "externalSource" | "externalId">,
  { memoryEnabled = true, retentionDays = null, quotas = null }: Settings,
): WorkspaceRecord {
  const { name, slug, agentInstructions, externalSource, externalId } = fields;
  const now = isoNow(clock);
  return {
    id: newId(),
    organizationId,
    kind: "shared",
    name,
    slug,
    externalSource,
    externalId,
    agentInstructions,
    memoryEnabled,
    retentionDays,
    quotas,
    createdAt: now,
    updatedAt: now,
  };
}

/** A read-only key finds a workspace that is there, makes none and sets nothing; a workspace's key finds its own. */
async function ensureWorkspace({ world, key, request }: Call): Promise<Response> {
  const body = await readBody(request, ensureWorkspaceBody);
  const { accountId, externalSource, externalId, settings } = body;
  const { organizationId } = key;
  if (accountId !== null && accountId !== organizationId) throw forbidden("The key belongs to another organization.");
  const known = await world.store.findWorkspace(organizationId, externalSource, externalId);
  if (workspaceOfKey(key) !== null && (known === null || !mayEnter(key, known))) {
    throw forbidden("The key is another workspace's. Use a key of the organization for this.");
  }
  if (known !== null) {
    return json({ workspace: wireWorkspace(await set(world, key, known, settings)), created: false });
  }
  if (key.access === "read") throw forbidden("The key is read-only and the workspace is not there yet.");
  const { workspace, created } = await world.store.ensureWorkspace(newWorkspace(world, organizationId, body, settings));
  // A concurrent call may have created it.
  return json({ workspace: wireWorkspace(await set(world, key, workspace, settings)), created }, created ? 201 : 200);
}

interface Settings {
  readonly memoryEnabled?: boolean | undefined;
  readonly retentionDays?: number | null | undefined;
  readonly quotas?: Quotas | null | undefined;
}

/** The one thing of a workspace that a repeat changes: the settings that it names. */
async function set(
  { store, clock }: World,
  key: ApiKeyRecord,
  known: WorkspaceRecord,
  settings: Settings,
): Promise<WorkspaceRecord> {
  const before = settingsOf(known);
  const after = { ...before, ...withoutMissing(settings) };
  if (canonicalJson(after) === canonicalJson(before)) return known;
  if (key.access === "read" || workspaceOfKey(key) !== null) {
    throw forbidden("The key is read-only or a workspace's, and sets nothing. Use a full key of the organization.");
  }
  return (await store.updateWorkspace(known.id, { ...after, updatedAt: isoNow(clock) })) ?? known;
}

function settingsOf({ memoryEnabled = true, retentionDays = null, quotas = null }: WorkspaceRecord) {
  return { memoryEnabled, retentionDays, quotas };
}
