/**
 * Erases a scope while everything that writes for it runs: due and queued runs of tasks, runs of automations, turns with
 * children, memory and files, messages and drafts. Draws decide at which call of the erasure each call of these goes on.
 */
import fc from "fast-check";
import { expect } from "vitest";
import { eraseScope } from "../../src/data/erase-scope.js";
import type { Store } from "../../src/store/store.js";
import { secretsKey } from "../automations/webhook-world.js";
import { harness, text, type Harness } from "../harness.js";
import { settle } from "../manual-clock.js";
import { kindsWith, readAll } from "../store/contract/data.js";
import type { CanaryPlace } from "./canary-run.js";

const mark = "canary-of-race";
const ana = { source: "app", id: `${mark}-ana` };
const ben = { source: "app", id: "ben" };
const hash = async (value: string) => {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(value));
  return Buffer.from(bytes).toString("hex");
};

const kinds = ["person", "workspace", "session"] as const;

/** Calls of the erasure for which each call of the others waits, in their order; used again from the start. */
const waits = fc.array(
  fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }) }),
  { minLength: 40, maxLength: 80 },
);

/** Refusals of writes for records that are gone: the only faults of an erasure under way. */
const gone = /session_missing|producer_missing|lease_lost|file_missing|not_found/;

/** @returns how many erasures were drawn and left nothing. */
export async function runRaces(makePlace: () => Promise<CanaryPlace>, numRuns: number): Promise<number> {
  let done = 0;
  const draws = fc.record({ kind: fc.constantFrom(...kinds), waits, before: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(draws, async (drawn) => {
      await race(await makePlace(), drawn);
      done += 1;
    }),
    { numRuns },
  );
  return done;
}

interface Drawn {
  readonly kind: (typeof kinds)[number];
  readonly waits: readonly number[];
  /** How often the others go on as far as they can before the erasure begins. */
  readonly before: number;
}

async function race(place: CanaryPlace, drawn: Drawn): Promise<void> {
  const { store, fileStore, placesWith } = place;
  const gate = gateOf(place, drawn.waits);
  const service = await harness({ store: gate.held, fileStore, secretsKey });
  const { clock } = service;
  const { sessionId, write } = await fill(service);
  const workspace = (await store.getWorkspace(idOf(service.workspace)))!;
  await expect.poll(() => isAtRest(store), { timeout: 30_000 }).toBe(true);
  const others = await readAll(store, { kind: "person", workspaceId: workspace.id, endUser: ben });

  gate.close();
  const requests = write();
  for (let n = 0; n < drawn.before; n += 1) await gate.quiet();
  await clock.advance(60_000);
  const scope = {
    session: { kind: "session", sessionId },
    person: { kind: "person", endUser: ana },
    workspace: { kind: "workspace" },
  } as const;
  const engine = { flush: async () => undefined, check: async () => undefined };
  const files = { store: fileStore, maxSizeBytes: Infinity };
  const world = { store: gate.erasing, files, engine, clock, newId: () => crypto.randomUUID(), hash };
  const cause = { now: new Date(clock.now()).toISOString(), newId: world.newId, subjectId: "test" };
  const erased = await eraseScope(world, workspace, scope[drawn.kind], cause);
  expect(erased.sessions ?? 0).toBeGreaterThan(0);

  gate.open();
  for (let n = 0; n < 6; n += 1) {
    await gate.quiet();
    await clock.advance(60_000);
  }
  await gate.quiet();
  await Promise.all(requests);
  const left = drawn.kind === "session" ? `${mark}-session` : mark;
  expect(await kindsWith(store, left)).toEqual([]);
  expect(await placesWith(left)).toEqual([]);
  expect(await readAll(store, { kind: "person", workspaceId: workspace.id, endUser: ben })).toEqual(
    drawn.kind === "workspace" ? [] : others,
  );
  const again = await eraseScope({ ...world, store }, workspace, scope[drawn.kind], cause);
  expect(again).toEqual({});
  await service.app.close();
  expect(service.faults.map(String).filter((fault, n) => !gone.test(`${fault} ${codeOf(service.faults[n])}`))).toEqual(
    [],
  );
}

/** Whether no turn runs or waits, and no child has to report. */
async function isAtRest(store: Store): Promise<boolean> {
  await settle();
  const due = await store.nextDue();
  return due.turn === null && due.session === null;
}

/** Records of two people, and the requests that write for the first one. */
async function fill(service: Harness) {
  const { workspace } = service;
  const made = async (path: string, body: object) => {
    const answer = await service.call("POST", `${workspace}/${path}`, body);
    expect([path, answer.status]).toEqual([path, 201]);
    return text(answer.body["id"]);
  };
  const taskOf = (endUser: object, words: string, fields: object = {}) =>
    made("scheduled-tasks", {
      name: words,
      schedule: { type: "manual" },
      runMode: "new_session_per_run",
      overlapPolicy: "allow_concurrent",
      agentConfig: { prompt: words },
      endUser,
      ...fields,
    });
  const sourceOf = async (endUser: object, name: string, prompt: string) => {
    const webhookSecret = `whsec_${Buffer.from("a secret of this test, long enough").toString("base64")}`;
    const sourceId = await made("automations/sources", { name, webhookSecret, endUser });
    await made("automations/triggers", { sourceId, name, eventTypes: ["*"], sessionTemplate: { prompt }, endUser });
    return sourceId;
  };
  const whose = { endUser: ana, agentAccess: "user", memoryScope: "user" };
  const talk = await service.start(`/say ${mark}`, whose);
  const own = await service.start(`/say ${mark}-session`, { ...whose, memoryScope: "session" });
  const manual = [
    await taskOf(ana, `/child /child /say ${mark}`),
    await taskOf(ana, `/remember ${mark}`),
    await taskOf(ana, `/say ${mark}`, { runMode: "reusable_session" }),
  ];
  await taskOf(ana, `/say ${mark}`, { schedule: { type: "interval", everySeconds: 60 } });
  const sourceId = await sourceOf(ana, mark, `/child /say ${mark}`);

  const others = await service.start("/remember a thing of ben", { endUser: ben, memoryScope: "user" });
  await service.send(others, "/child /say a thing of ben");
  await taskOf(ben, "/say a thing of ben");
  await sourceOf(ben, "ben's", "/say a thing of ben");

  const post = (path: string, body: object) => service.call("POST", path, body);
  const message = (session: string, words: string) =>
    post(`${session}/events`, { type: "user.message", payload: { text: words } });
  const actor = { headers: { "x-service-actor": JSON.stringify({ ...ana, name: mark }) } };
  const write = () => [
    ...manual.flatMap((id) => [1, 2].map(() => post(`${workspace}/scheduled-tasks/${id}/trigger`, {}))),
    ...[1, 2].map(() => post(`${workspace}/automations/sources/${sourceId}/events`, { type: mark, data: { mark } })),
    message(talk, `/remember ${mark}`),
    message(talk, `/child /child /say ${mark}`),
    message(talk, "/image a sunrise"),
    message(own, `/remember ${mark}-session`),
    message(own, `/child /child /say ${mark}-session`),
    message(own, "/image a sunset"),
    service.call("PUT", `${talk}/composer-draft`, { text: mark, expectedRevision: 0 }, actor),
  ];
  return { sessionId: idOf(own), write };
}

/**
 * The store as two processes see it. Once it is closed, a call of `held` waits until `erasing` has made as many calls more
 * as was drawn; these go on before the next call of `erasing` does.
 */
function gateOf({ store, erasing: other = store }: CanaryPlace, waits: readonly number[]) {
  let isClosed = false;
  let calls = 0;
  let drawn = 0;
  let running = 0;
  const waiting = new Set<{ readonly until: number; readonly go: () => void }>();

  function release(): void {
    for (const entry of waiting) {
      if (isClosed && entry.until > calls) continue;
      waiting.delete(entry);
      entry.go();
    }
  }

  async function pass(): Promise<void> {
    const wait = waits[drawn % waits.length] ?? 0;
    drawn += 1;
    if (!isClosed || wait === 0) return;
    running -= 1;
    await new Promise<void>((go) => waiting.add({ until: calls + wait, go }));
    running += 1;
  }

  const isBusy = () => running > 0;

  async function quiet(): Promise<void> {
    do await settle();
    while (isBusy());
  }

  const held = wrapped(store, async (call) => {
    running += 1;
    try {
      await pass();
      return await call();
    } finally {
      running -= 1;
    }
  });
  const erasing = wrapped(other, async (call) => {
    calls += 1;
    release();
    await quiet();
    return call();
  });
  const open = () => {
    isClosed = false;
    release();
  };
  return { held, erasing, quiet, open, close: () => void (isClosed = true) };
}

type Method = (...given: unknown[]) => Promise<unknown>;

function wrapped(store: Store, around: (call: () => Promise<unknown>) => Promise<unknown>): Store {
  const methods = Object.entries(store).map(([name, method]) => {
    if (/^(?:watch|close|readData)/.test(name)) return [name, method];
    return [name, (...given: unknown[]) => around(() => (method as Method)(...given))];
  });
  return Object.fromEntries(methods) as unknown as Store;
}

const idOf = (path: string) => path.split("/").at(-1) ?? "";
const codeOf = (error: unknown) => String((error as { readonly code?: unknown } | null)?.code);
