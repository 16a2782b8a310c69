/** Agents' memories, listed and deleted (`protocol.md` §9.9). */
import { deletedMemoriesSchema, memoryListSchema, memorySchema, type Memory } from "@service/sdk/protocol";
import { newEntry } from "../data/audit.js";
import { json } from "../http/answers.js";
import { deleteMemories, deleteMemory } from "../memory/change-memory.js";
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
    "DELETE",
    "/memories",
    "write",
    {
      summary: "Delete everything that agents remember of a person, or of the workspace",
      query: ownersQuery,
      answers: { 200: deletedMemoriesSchema },
    },
    async (call) => {
      let deletedMemoryCount = 0;
      for (const layer of layersOf(call)) deletedMemoryCount += await removeAll(call, layer);
      return json({ deletedMemoryCount });
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
  const { layer, memory } = await find(call);
  const audit = { ...(await entryOf(call, layer, memory.id)), counts: { memories: 1 } };
  return call.world.store.changeMemories(layer, (held) => ({ ...deleteMemory(held, memory.id), audit }));
}

async function removeAll(call: WorkspaceCall, layer: MemoryLayer): Promise<number> {
  const entry = await entryOf(call, layer, null);
  return call.world.store.changeMemories(layer, (held) => {
    const audit = held.length === 0 ? undefined : { ...entry, counts: { memories: held.length } };
    return { ...deleteMemories(held), audit };
  });
}

function entryOf(call: WorkspaceCall, layer: MemoryLayer, subjectId: string | null) {
  const person = layer.kind === "user" ? layer.endUser : null;
  const facts = { action: "erased", scope: "memory", subjectId, person } as const;
  return newEntry(call.world, call.workspace, causeOf(call), facts);
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
