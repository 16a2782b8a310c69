import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { root, run } from "./support.js";

const place = mkdtempSync(join(tmpdir(), "container-"));
const image = join(place, "image");
const context = join(place, "packages");
afterAll(() => rmSync(place, { recursive: true, force: true }));

type Step = readonly [instruction: string, rest: string];

const steps: readonly Step[] = readFileSync(join(root, "service/Dockerfile"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]);
const argument = (name: string) => steps.findLast(([instruction]) => instruction === name)?.[1] ?? "";

/** Paths of the image are folders here. */
const inImage = (text: string) => text.replaceAll("/app", `${image}/app`);

function matching(pattern: string): readonly string[] {
  const [start = "", end = ""] = pattern.split("*");
  return readdirSync(context).filter((name) => name.startsWith(start) && name.endsWith(end));
}

/** Runs the steps that make files, in order. */
function build(): void {
  let folder = image;
  for (const [instruction, rest] of steps) {
    if (instruction === "WORKDIR") {
      folder = inImage(rest);
      mkdirSync(folder, { recursive: true });
    }
    if (instruction === "COPY" && !rest.startsWith("--from")) {
      const words = rest.split(" ");
      const target = inImage(words.at(-1) ?? "");
      const files = words.slice(0, -1).flatMap((pattern) => matching(pattern));
      if (files.length !== words.length - 1) throw new Error(`COPY ${rest} found ${files.join(", ")}`);
      for (const file of files) cpSync(join(context, file), join(target, file), { recursive: true });
    }
    if (instruction === "RUN") run("sh", ["-c", inImage(rest)], folder);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

beforeAll(() => {
  for (const tarball of Object.values(inject("tarballs"))) cpSync(tarball, join(context, basename(tarball)));
  build();
  chmodSync(place, 0o755);
});

const asRoot = process.getuid?.() === 0;
const [node = "", ...entry] = JSON.parse(inImage(argument("ENTRYPOINT"))) as string[];
const [, ...check] = JSON.parse(argument("HEALTHCHECK").replace(/^.*CMD /, "")) as string[];

/** Starts the image's service in memory. @param wrapper a program and arguments in front of the command. */
async function start(wrapper: readonly string[], user: { uid?: number; gid?: number }) {
  const port = await freePort();
  const variables = Object.fromEntries(
    argument("ENV")
      .split(" ")
      .map((pair) => pair.split("=")),
  ) as Record<string, string>;
  const env = { PATH: process.env["PATH"], ...variables, SERVICE_HOST: "127.0.0.1", SERVICE_PORT: String(port) };
  const [program, ...args] = [...wrapper, process.execPath, ...entry, "--memory", "--json"];
  const service = spawn(program!, args, { env, cwd: "/", ...user });
  let err = "";
  service.stderr.on("data", (chunk) => (err += String(chunk)));
  const ended = once(service, "close");
  const [first] = (await Promise.race([once(service.stdout, "data"), ended])) as [unknown];
  return {
    /** The line of --json. */
    first: String(first),
    err: () => err,
    health: () => spawnSync(process.execPath, check, { env, ...user }).status,
    async stop() {
      service.kill("SIGTERM");
      return (await ended)[0] as number | null;
    },
  };
}

it("the steps of service/Dockerfile make a service that runs as another user and answers its health check", async () => {
  expect([node, argument("USER")]).toEqual(["node", "1000:1000"]);
  const service = await start([], asRoot ? { uid: 1_000, gid: 1_000 } : {});
  expect([service.health(), service.err().includes('"msg":"listening"')]).toEqual([0, true]);
  expect(await service.stop()).toBe(0);
  expect(service.health()).toBe(1);
});

/** Makes every file system but the kernel's own read-only, proves it as root, and runs a command as the image's user. */
const readOnly = `
mount --make-rprivate /
awk '$2 !~ "^/(proc|sys)(/|$)" { print $2 }' /proc/self/mounts | sort -ru | while read -r place; do
  mount -o remount,bind,ro "$place" || exit 3
done || exit 3
for place in / /tmp /dev/shm "$PWD"; do
  if touch "$place/written" 2> /dev/null; then exit 4; fi
done
exec setpriv --reuid 1000 --regid 1000 --clear-groups --no-new-privs "$@"`;

const hasNamespaces = asRoot && spawnSync("unshare", ["--mount", "setpriv", "--version"]).status === 0;

it("the service answers where nothing may be written", async () => {
  // A machine without namespaces shows only that the service writes nothing to the image, which is another user's.
  const service = hasNamespaces
    ? await start(["unshare", "--mount", "sh", "-c", readOnly, "sh"], {})
    : await start([], asRoot ? { uid: 1_000, gid: 1_000 } : {});
  const { url, apiKey } = JSON.parse(service.first) as { url: string; apiKey: string };
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const call = async (method: string, path: string, body: object) => {
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as { id: string; workspace: { id: string } } };
  };
  const tenant = { externalSource: "app", externalId: "acme", name: "acme" };
  const { workspace } = (await call("PUT", "/v1/workspaces/external", tenant)).body;
  const sessions = `/v1/workspaces/${workspace.id}/sessions`;
  const made = await call("POST", sessions, { initialMessage: "/say written nowhere" });
  expect(made.status).toBe(202);
  const log = async () => (await fetch(`${url}${sessions}/${made.body.id}/events?after=0`, { headers })).text();
  await expect.poll(log).toContain('"turn.completed"');
  expect(service.health()).toBe(0);
  expect(await service.stop()).toBe(0);
});
