/** A chaos run: real processes on a real database, clients, and an adversary who breaks things by a plan. */
import { drawFrom } from "../../../test/simulation/support/random.js";
import { bundleChild } from "../bundle-child.js";
import { openPostgresStore } from "../../src/store/sql-postgres.js";
import { attack, heal, type World } from "./adversary.js";
import { personAtRest, servicesAtRest } from "./at-rest.js";
import { openDatabaseServer } from "./database-server.js";
import { openClient, openPerson, unexcused, untilAccepted, type Answers, type Person } from "./people.js";
import { drawPlan, type PlannedFault } from "./plan.js";
import { openServiceProcess } from "./service-process.js";

export interface ChaosOptions {
  readonly seed: number;
  readonly faults: number;
  readonly services: number;
  /** Sessions at a time, each with one sender and two readers. */
  readonly people: number;
  /** Longest duration of a fault (ms). */
  readonly longestMs: number;
}

export interface ChaosReport {
  /** Empty when every promise was kept. */
  readonly broken: readonly string[];
  readonly faults: Readonly<Record<string, number>>;
  readonly counts: Readonly<Record<"accepted" | "files" | "events" | "readers", number>>;
  /** Responses to clients while a fault lasted. */
  readonly answers: Readonly<Record<string, number>>;
  /** Errors that the services logged. */
  readonly errors: Readonly<Record<string, number>>;
  /** Begin and end of each fault. */
  readonly story: readonly string[];
}

/** After so many faults everything is healed and looked at, and new sessions begin on the same processes. */
const faultsARound = 10;

export async function runChaos({ seed, faults, services, people, longestMs }: ChaosOptions): Promise<ChaosReport> {
  const plan = drawPlan(seed, { faults, services, longestMs });
  const draw = drawFrom(seed + 1);
  const script = await bundleChild(new URL("../../src/cli.ts", import.meta.url));
  const database = await openDatabaseServer();
  const [began, story] = [performance.now(), [] as string[]];
  const world: World = {
    database,
    tell: (what) => void story.push(`${((performance.now() - began) / 1000).toFixed(1)} s: ${what}`),
    services: await Promise.all(Array.from({ length: services }, () => openServiceProcess(script.path, database.url))),
  };
  const answers: Answers = new Map();
  const [broken, counts] = [[] as string[], { accepted: 0, files: 0, events: 0, readers: 0 }];
  try {
    await heal(world);
    const urls = world.services.map(({ url }) => url);
    const workspace = { externalSource: "app", externalId: "acme", name: "acme" };
    const { workspace: made } = await untilAccepted(answers, () => openClient(urls).ensureWorkspace(workspace));
    const client = (from: number) => openClient(urls, from, made.id);

    for (let first = 0; first < plan.length && broken.length === 0; first += faultsARound) {
      const round = plan.slice(first, first + faultsARound);
      const all = await Promise.all(Array.from({ length: people }, () => openPerson(client, draw, answers)));
      await attack(world, round);
      await heal(world);
      world.tell("everything is healed");
      broken.push(...(await finished(all)));
      broken.push(...(await servicesAtRest(world.services)));
      broken.push(...(await Promise.all(all.map((person) => personAtRest(client(0), person, answers)))).flat());
      await Promise.all(all.map((person) => person.close()));
      for (const person of all) add(counts, person);
    }
    broken.push(...world.services.flatMap(({ crashes }) => crashes));
    broken.push(...unexcused(answers).map((answer) => `clients were answered ${answer}`));
    broken.push(...(await damage(database.url)));
  } finally {
    for (const service of world.services) await service.close();
    await database.close();
    await script.remove();
  }
  const told = { answers: Object.fromEntries(answers), errors: errorsOf(world), story };
  return { broken, faults: countKinds(plan), counts, ...told };
}

/** Time (ms) in which clients must get their last answers; most of it is for a slow machine. */
const longestFinishMs = 120_000;

async function finished(all: readonly Person[]): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => resolve(["a client still waits for an answer"]), longestFinishMs);
  });
  const done = Promise.all(all.map((person) => person.finish())).then(
    () => [],
    (error: unknown) => [`a client failed: ${String(error)}`],
  );
  const broken = await Promise.race([done, late]);
  clearTimeout(timer);
  return broken;
}

function add(counts: Record<"accepted" | "files" | "events" | "readers", number>, person: Person): void {
  counts.accepted += person.accepted.length;
  counts.files += person.files.length;
  counts.readers += person.readers.length;
  for (const seen of person.readers) counts.events += seen.length;
}

async function damage(url: string): Promise<readonly string[]> {
  const { store } = await openPostgresStore(url);
  try {
    const found = await store.listDamage({ everyEvent: true, limit: 100 });
    return found.map(({ sessionId }) => `the log of session ${sessionId} has a hole`);
  } finally {
    await store.close();
  }
}

function countKinds(plan: readonly PlannedFault[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind } of plan) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function errorsOf({ services }: World): Readonly<Record<string, number>> {
  const sum: Record<string, number> = {};
  for (const { errors } of services) for (const [name, count] of errors) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
