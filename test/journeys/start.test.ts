import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openDataFolder } from "../../service/src/data-folder.js";
import { temporaryFolder } from "./support/processes.js";

const root = join(import.meta.dirname, "../..");
let folder: ReturnType<typeof temporaryFolder>;
const started: ChildProcess[] = [];

// A first database costs seconds; the others go on with it.
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null) continue;
    const closed = once(child, "close");
    child.kill("SIGTERM");
    await closed;
  }
});

/** Runs the program behind `npm start` after the build, like a terminal: in a process group of its own. */
function serve(env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [join(root, "scripts/serve.mjs")], {
    env: { ...process.env, SERVICE_DATA: join(folder.path, "data"), PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  started.push(child);
  let said = "";
  const changed: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
      for (const look of changed) look();
    });
  }
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, said }));
  const says = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(said);
        if (found) resolve(found[1] ?? found[0]);
      };
      changed.push(look);
      look();
      void ended.then(() => reject(new Error(`It ended without saying ${pattern}: ${said}`)));
    });
  const inGroup = (signal: NodeJS.Signals) => process.kill(-(child.pid as number), signal);
  return { child, ended, says, inGroup };
}

/** @throws {ServiceError} `data_folder_in_use` while a process has the folder open. */
async function assertUnlocked(): Promise<void> {
  const data = await openDataFolder(join(folder.path, "data"));
  await data.close();
}

describe("npm start, once everything is built", () => {
  it("stops service and host in order on Ctrl-C, though the terminal and npm both pass it on", async () => {
    const { child, ended, says, inGroup } = serve();
    const url = await says(/Open (\S+) and/);
    const service = Number(await says(/process (\d+);/));
    expect((await fetch(url)).status).toBe(200);
    inGroup("SIGINT");
    child.kill("SIGINT");
    const { code, said } = await ended;
    expect([code, said.trimEnd().split("\n").at(-1)]).toEqual([0, "Stopped."]);
    await expect(fetch(url)).rejects.toThrow("fetch failed");
    expect(() => process.kill(service, 0)).toThrow("ESRCH");
    await assertUnlocked();
  });

  it("starts a service that died again, behind the same address", async () => {
    const { says } = serve();
    const url = await says(/Open (\S+) and/);
    process.kill(Number(await says(/process (\d+);/)), "SIGKILL");
    await says(/started again/);
    expect((await fetch(url)).status).toBe(200);
  });

  it("reports a taken port or an open folder, and leaves nothing running", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const taken = await serve({ PORT: String(port) }).ended;
    other.close();
    expect(taken.code).toBe(1);
    expect(taken.said).toContain(`Port ${port} is used`);
    await assertUnlocked();

    const first = serve();
    await first.says(/Open (\S+) and/);
    const second = await serve().ended;
    expect(second.code).toBe(1);
    expect(second.said).toContain("is already open");
  });

  it("reports an invalid port", () => {
    const key = { SERVICE_API_BASE_URL: "http://127.0.0.1:1", SERVICE_API_KEY: "k", SERVICE_ORGANIZATION_ID: "o" };
    const host = spawnSync(process.execPath, [join(root, "examples/host/dist/server.js")], {
      env: { ...process.env, ...key, PORT: "abc" },
      encoding: "utf8",
    });
    expect([host.status, host.stderr]).toEqual([1, expect.stringContaining("PORT=abc is no port")]);
  });
});
