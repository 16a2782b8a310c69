import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { packAll } from "../../scripts/pack.mjs";
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

it("the steps of service/Dockerfile make a service that runs as another user, writes no file, and answers its health check", async () => {
  packAll(context);
  build();
  chmodSync(place, 0o755);
  const port = await freePort();
  const variables = Object.fromEntries(
    argument("ENV")
      .split(" ")
      .map((pair) => pair.split("=")),
  ) as Record<string, string>;
  const env = { PATH: process.env["PATH"], ...variables, SERVICE_HOST: "127.0.0.1", SERVICE_PORT: String(port) };
  const [node = "", ...entry] = JSON.parse(inImage(argument("ENTRYPOINT"))) as string[];
  expect([node, argument("USER")]).toEqual(["node", "1000:1000"]);
  const user = process.getuid?.() === 0 ? { uid: 1_000, gid: 1_000 } : {};
  const service = spawn(process.execPath, [...entry, "--memory", "--json"], { env, cwd: "/", ...user });
  let err = "";
  service.stderr.on("data", (chunk) => (err += String(chunk)));
  await Promise.race([once(service.stdout, "data"), once(service, "close")]);
  const [, ...check] = JSON.parse(argument("HEALTHCHECK").replace(/^.*CMD /, "")) as string[];
  const health = () => spawnSync(process.execPath, check, { env, ...user }).status;
  expect([health(), err.includes('"msg":"listening"')]).toEqual([0, true]);
  const ended = once(service, "close");
  service.kill("SIGTERM");
  expect((await ended)[0]).toBe(0);
  expect(health()).toBe(1);
});
