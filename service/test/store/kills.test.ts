import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundleChild } from "../bundle-child.js";
import { enough, killEach, laneCount, never, type Live } from "../kills/kill-each.js";
import { lifeWorld } from "../kills/life-world.js";
import { openOrdersSource } from "../kills/orders-source.js";
import { startProcess, type ServiceProcess } from "../kills/service-process.js";
import { copyEmptyFolder } from "./template.js";

const begin = Date.UTC(2026, 0, 1);

let root: string;
let child: Awaited<ReturnType<typeof bundleChild>>;
let source: Awaited<ReturnType<typeof openOrdersSource>>;
let lanes: readonly Lane[];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "service-kills-"));
  [child, source] = await Promise.all([
    bundleChild(new URL("../kills/kill-child.ts", import.meta.url)),
    openOrdersSource(),
  ]);
  const folders = Array.from({ length: laneCount }, (_, n) => join(root, String(n)));
  for (const folder of folders) await copyEmptyFolder(folder);
  lanes = folders.map(openLane);
});
afterAll(async () => {
  for (const lane of lanes) await lane.close();
  await source.close();
  await child.remove();
  await rm(root, { recursive: true, force: true });
});

interface Lane {
  readonly live: Live;
  close(): Promise<void>;
}

/** A folder whose process is killed in a life and started again; the next life begins with that one. */
function openLane(dataDir: string): Lane {
  const start = (from: number) => startProcess(child.path, { store: { dataDir }, begin: from });
  let current: ServiceProcess | undefined;
  return {
    async live(life, kill) {
      const first = (current ??= await start(begin));
      const known = first.faults.length;
      const successor = async ({ now }: ServiceProcess) => (current = await start(now));
      const broken = await life(await lifeWorld(first, kill, { successor, bystanders: () => [] }), source.url);
      await current.arm(never);
      const faults = [...first.faults.slice(known), ...(current === first ? [] : current.faults)];
      return { broken: [...broken, ...faults], wasKilled: first.isDead, writes: first.writes };
    },
    close: async () => current?.close(),
  };
}

it("loses nothing that was accepted and does nothing twice, at each write, on a folder that is opened again", async () => {
  const { broken, met } = await killEach(lanes.map(({ live }) => live));
  expect(broken).toEqual([]);
  expect(met).toBeGreaterThanOrEqual(enough);
}, 7_200_000);
