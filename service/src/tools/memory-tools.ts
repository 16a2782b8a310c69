import { ServiceApiError } from "@service/sdk/protocol";
import * as v from "valibot";
import { correctMemory, deleteMemory, maxTextBytes, memoryMissing, saveMemory } from "../memory/change-memory.js";
import { layersOf, type Layers } from "../memory/layers.js";
import type { MemoryRecord } from "../memory/memory-record.js";
import { recall } from "../memory/recall.js";
import { cutUtf8 } from "../sessions/bound-payload.js";
import type { Producer } from "../store/producer.js";
import type { SessionRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import { count, fitting, ownTool, ownTools } from "./own-tool.js";
import type { ToolOutcome, ToolSource } from "./tool.js";

export interface MemoryToolsWorld {
  readonly store: Store;
  readonly newId: () => string;
  /** ISO time. */
  readonly now: () => string;
}

const maxPreviewBytes = 400;
const maxKindLength = 40;

const text = v.pipe(v.string(), v.trim(), v.minLength(1));
const memoryId = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const textProperty = { type: "string", description: `One fact in plain words, at most ${maxTextBytes} bytes.` };
const idProperty = { type: "string", description: "The memory's id, as memory_recall tells it." };

/** How agents remember (`protocol.md` §12.3). A session without memory has none of these. */
export function memoryTools(world: MemoryToolsWorld): ToolSource {
  const { store } = world;
  const layersOrNone = async (session: SessionRecord) =>
    layersOf(session, await store.getWorkspace(session.workspaceId));
  const layers = async (session: SessionRecord) => (await layersOrNone(session)) ?? noMemory();
  const save = ownTool({
    name: "memory_save",
    description: "Keeps a fact for later turns and, as far as your memory goes, for other sessions.",
    properties: { text: textProperty, kind: { type: "string", default: "fact", maxLength: maxKindLength } },
    required: ["text"],
    takes: v.object({ text, kind: v.optional(v.pipe(text, v.maxLength(maxKindLength)), "fact") }),
    run: async (given, { session }) => keep(world, session, (await layers(session)).own, given),
  });
  const find = ownTool({
    name: "memory_recall",
    description: "Finds what is remembered: entries with any of the words, or the newest without words.",
    properties: {
      query: { type: "string", description: "Words that the memory holds." },
      limit: { type: "integer", minimum: 1, maximum: 50, default: 20 },
    },
    readOnly: true,
    takes: v.object({ query: v.optional(v.pipe(v.string(), v.maxLength(1_000)), ""), limit: count(20, 50) }),
    run: async (given, { session }) => look(world, await layers(session), given),
  });
  const correct = ownTool({
    name: "memory_correct",
    description: "Puts other words in the place of a memory.",
    properties: { memoryId: idProperty, text: textProperty },
    required: ["memoryId", "text"],
    takes: v.object({ memoryId, text }),
    run: async (given, { session }) => change(world, session, await layers(session), given),
  });
  const remove = ownTool({
    name: "memory_delete",
    description: "Forgets a memory for good.",
    properties: { memoryId: idProperty },
    required: ["memoryId"],
    takes: v.object({ memoryId }),
    run: async (given, { session }) => forget(world, await layers(session), given),
  });
  return ownTools([save, find, correct, remove], async ({ session }) => (await layersOrNone(session)) !== null);
}

async function keep(
  { store, newId, now }: MemoryToolsWorld,
  session: SessionRecord,
  layer: Layers["own"],
  given: { readonly text: string; readonly kind: string },
): Promise<ToolOutcome> {
  const asked = { ...given, layer, id: newId(), now: now() };
  const { memory, deduped } = await store.changeMemories(
    layer,
    (known) => saveMemory(known, asked),
    producerOf(session),
  );
  const { id, kind } = memory;
  const payload = { memoryId: id, kind, preview: preview(memory), ...(deduped && { deduped }) };
  return { output: { ...told(memory), deduped }, events: [{ type: "memory.saved", payload }] };
}

async function look(
  { store }: MemoryToolsWorld,
  { read, own }: Layers,
  { query, limit }: { readonly query: string; readonly limit: number },
): Promise<ToolOutcome> {
  const known = (await Promise.all(read.map((layer) => store.listMemories(layer)))).flat();
  const found = recall(known, query);
  const entries = found
    .slice(0, limit)
    .map((memory) => ({ ...told(memory), mayChange: memory.layer.kind === own.kind }));
  const memories = fitting(entries);
  return { output: { memories, hasMore: memories.length < found.length } };
}

async function change(
  { store, now }: MemoryToolsWorld,
  session: SessionRecord,
  layers: Layers,
  { memoryId: id, text: words }: { readonly memoryId: string; readonly text: string },
): Promise<ToolOutcome> {
  await assertOwn(store, layers, id);
  const asked = { id, text: words, now: now() };
  const { before, after } = await store.changeMemories(
    layers.own,
    (known) => correctMemory(known, asked),
    producerOf(session),
  );
  const isOther = after.id !== id;
  const payload = {
    memoryId: id,
    kind: before.kind,
    preview: preview(before),
    replacementPreview: preview(after),
    ...(isOther && { replacementMemoryId: after.id }),
    action: isOther ? "superseded" : "updated",
  };
  return { output: told(after), events: [{ type: "memory.corrected", payload }] };
}

/** The row of the call shows it; there is no event. */
async function forget(
  { store }: MemoryToolsWorld,
  layers: Layers,
  { memoryId: id }: { readonly memoryId: string },
): Promise<ToolOutcome> {
  await assertOwn(store, layers, id);
  const memory = await store.changeMemories(layers.own, (known) => deleteMemory(known, id));
  return { output: { ...told(memory), deleted: true } };
}

/** @throws {ServiceApiError} 403 for what the session reads and does not write, 404 for what it does not read. */
async function assertOwn(store: Store, { own, read }: Layers, id: string): Promise<void> {
  for (const layer of read) {
    if (!(await store.listMemories(layer)).some((memory) => memory.id === id)) continue;
    if (layer === own) return;
    throw new ServiceApiError(
      "The fact belongs to the whole workspace. This session may change only facts that it has saved itself.",
      { status: 403, code: "memory_read_only" },
    );
  }
  throw memoryMissing(id);
}

function told({ id, layer, kind, text: words, createdAt, updatedAt }: MemoryRecord) {
  return { memoryId: id, layer: layer.kind, kind, text: words, createdAt, updatedAt };
}

/** A turn that still runs while its session is erased saves nothing. */
function producerOf({ id }: SessionRecord): Producer {
  return { kind: "session", id };
}

function preview(memory: MemoryRecord): string {
  const short = cutUtf8(memory.text, maxPreviewBytes);
  return short.length < memory.text.length ? `${short}…` : short;
}

/** It had memory when its tools were listed. */
function noMemory(): never {
  throw new ServiceApiError("Memory was switched off for this workspace.", { status: 403, code: "memory_off" });
}
