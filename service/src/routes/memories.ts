/** Agents' memories, listed and deleted (`protocol.md` §9.9). */
import { memoryListSchema, memorySchema, type Memory } from "@service/sdk/protocol";
import { note } from "../data/audit.js";
import { json } from "../http/answers.js";
import { deleteMemory } from "../memory/change-memory.js";
import type { MemoryLayer, MemoryRecord } from "../memory/memory-record.js";
import { isSameOwner, type Owner } from "../store/owner.js";
import { invalid, notFound } from "../sessions/api-failure.js";
import { ownersOf, ownersQuery } from "./owners.js";
import { causeOf, inWorkspace, type Route, type WorkspaceCall } from "./route.js";

export const memoryRoutes: readonly Route[] = [
  inWorkspace(
    "GET",
    "/memories",
    "read",
    {
      summary: "List what agents remember of a person, or of the workspace",
      query: ownersQuery,
      answers: { 200: memoryListSchema },
    },
    async (call) => {
      const lists = await Promise.all(layersOf(call).map((layer) => call.world.store.listMemories(layer)));
      return json({ memories: lists.flat().map(wireMemory) });
    },
  ),
  inWorkspace(
    "GET",
    "/memories/:memoryId",
    "read",
    { summary: "Read what agents remember", query: ownersQuery, answers: { 200: memorySchema } },
    async (call) => json(wireMemory((await find(call)).memory)),
  ),
  inWorkspace(
    "DELETE",
    "/memories/:memoryId",
    "write",
    { summary: "Delete what agents remember", query: ownersQuery, answers: { 200: memorySchema } },
    async (call) => json(wireMemory(await remove(call))),
  ),
];

async function find(call: WorkspaceCall): Promise<{ memory: MemoryRecord; layer: MemoryLayer }> {
  for (const layer of layersOf(call)) {
    const memory = (await call.world.store.listMemories(layer)).find(({ id }) => id === call.param("memoryId"));
    if (memory !== undefined) return { memory, layer };
  }
  throw notFound("There is no such memory in this workspace.");
}

async function remove(call: WorkspaceCall): Promise<MemoryRecord> {
  const { world, workspace } = call;
  const { layer, memory } = await find(call);
  await world.store.changeMemories(layer, (held) => deleteMemory(held, memory.id));
  await note(world, workspace, causeOf(call), {
    action: "erased",
    scope: "memory",
    subjectId: memory.id,
    person: layer.kind === "user" ? layer.endUser : null,
    counts: { memories: 1 },
  });
  return memory;
}

/** @throws {ServiceApiError} 400 when the query names no owner: no caller lists everybody's memories. */
function layersOf({ workspace, query }: WorkspaceCall): MemoryLayer[] {
  const owners = ownersOf(query);
  if (owners === undefined) {
    throw invalid('Name the person with "endUserSource" and "endUserId", or the workspace with "withWorkspace".', 400);
  }
  const distinct = owners.filter((owner, at) => owners.findIndex((other) => isSameOwner(owner, other)) === at);
  return distinct.map((owner) => layerOf(workspace.id, owner));
}

function layerOf(workspaceId: string, owner: Owner): MemoryLayer {
  return owner === null ? { kind: "workspace", workspaceId } : { kind: "user", workspaceId, endUser: owner };
}

function wireMemory({ id, layer, kind, text, createdAt, updatedAt }: MemoryRecord): Memory {
  return { id, endUser: layer.kind === "user" ? layer.endUser : null, kind, text, createdAt, updatedAt };
}
