import { afterAll, beforeAll, expect, it } from "vitest";
import { isThorough } from "../../../test/support/runs.js";
import { bundleChild } from "../bundle-child.js";
import { enough, killEach, laneCount, never, type Live } from "../kills/kill-each.js";
import { lifeWorld } from "../kills/life-world.js";
import { openOrdersSource } from "../kills/orders-source.js";
import { startProcess, type ServiceProcess } from "../kills/service-process.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";

const begin = Date.UTC(2026, 0, 1);

let child: Awaited<ReturnType<typeof bundleChild>>;
let source: Awaited<ReturnType<typeof openOrdersSource>>;
let lanes: readonly Lane[];
beforeAll(async () => {
  [child, source] = await Promise.all([
    bundleChild(new URL("../kills/kill-child.ts", import.meta.url)),
    openOrdersSource(),
  ]);
  lanes = await Promise.all(Array.from({ length: laneCount }, openLane));
});
afterAll(async () => {
  for (const lane of lanes) await lane.close();
  await source.close();
  await child.remove();
});

/** A database, and two processes on it that outlive every life. */
interface Lane {
  readonly database: PostgresDatabase;
  /** While the others sleep, the first process makes every write until it is killed. */
  readonly withOthersAsleep: Live;
  /** While they do not, they take what they can get. */
  readonly withOthersAwake: Live;
  close(): Promise<void>;
}

async function openLane(): Promise<Lane> {
  const database = await createDatabase();
  const start = (from: number) => startProcess(child.path, { store: { databaseUrl: database.url }, begin: from });
  const others = [await start(begin), await start(begin)] as const;

  const live =
    (areAsleep: boolean): Live =>
    async (life, kill) => {
      const now = Math.max(...others.map((other) => other.now));
      await catchUp(others, now);
      const first = await start(now);
      let isAsleep = areAsleep;
      if (isAsleep) for (const other of others) other.sleep();
      const known = others.map(({ faults }) => faults.length);
      const wakeUp = async () => {
        for (const other of others) other.wake();
        isAsleep = false;
        await catchUp(others, first.now);
      };
      try {
        const world = await lifeWorld(first, kill, {
          async successor(dead) {
            if (dead === first) await wakeUp();
            return others[0];
          },
          bystanders: () => (isAsleep ? [] : others),
        });
        const broken = await life(world, source.url);
        await first.arm(never);
        const faults = [...first.faults, ...others.flatMap((other, at) => other.faults.slice(known[at]))];
        return { broken: [...broken, ...faults], wasKilled: first.isDead, writes: first.writes };
      } finally {
        await wakeUp();
        await first.close();
      }
    };
  return {
    database,
    withOthersAsleep: live(true),
    withOthersAwake: live(false),
    async close() {
      for (const other of others) await other.close();
      await database.drop();
    },
  };
}

async function catchUp(processes: readonly ServiceProcess[], now: number): Promise<void> {
  await Promise.all(processes.filter((one) => one.now < now).map((one) => one.advance(now - one.now)));
}

const forms = ["withOthersAsleep", ...(isThorough ? (["withOthersAwake"] as const) : [])] as const;

it.each(forms)(
  "loses nothing that was accepted and does nothing twice, at each write: %s",
  async (form) => {
    const { broken, met } = await killEach(lanes.map((lane) => lane[form]));
    expect(broken).toEqual([]);
    // Processes that are awake may make the write before the one that is to die at it.
    expect(met).toBeGreaterThanOrEqual(form === "withOthersAsleep" ? enough : 0.2);
  },
  7_200_000,
);
