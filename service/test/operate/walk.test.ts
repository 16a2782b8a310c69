import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundleChild } from "../bundle-child.js";

let script: Awaited<ReturnType<typeof bundleChild>>;
let root: string;
beforeAll(async () => {
  script = await bundleChild(new URL("../../src/cli.ts", import.meta.url));
  root = await mkdtemp(join(tmpdir(), "service-walk-"));
});
afterAll(async () => {
  await script.remove();
  await rm(root, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The commands of docs/operate.md, for one shell. */
async function commands(port: number): Promise<string> {
  const page = await readFile(new URL("../../../docs/operate.md", import.meta.url), "utf8");
  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block);
  expect(blocks).toHaveLength(8);
  return `set -e\n${blocks.join("").replaceAll(":4600", `:${port}`)}`;
}

it("runs each command of docs/operate.md, in order, in an empty folder", async () => {
  const port = await freePort();
  const bin = join(root, "bin");
  await mkdir(bin);
  // The installed program is the source of this tree; a free port takes the place of the usual one.
  const program = `case "$1" in --*) set -- "$@" --port ${port};; esac\nexec "${process.execPath}" "${script.path}" "$@"\n`;
  const installed = join(bin, "service-embedded");
  await writeFile(installed, `#!/bin/sh\n${program}`, { mode: 0o755 });
  await writeFile(join(bin, "npx"), `#!/bin/sh\nshift\n${program}`, { mode: 0o755 });
  const npm = `#!/bin/sh\nmkdir -p node_modules/.bin && cp "${installed}" node_modules/.bin/\n`;
  await writeFile(join(bin, "npm"), npm, { mode: 0o755 });
  // A busy machine takes long to start.
  await writeFile(join(root, ".curlrc"), "retry = 600\nretry-delay = 1\nretry-connrefused\n");
  const env = { ...process.env, PATH: `${bin}:${process.env["PATH"]}`, CURL_HOME: root, HOME: root };
  const shell = spawn("bash", ["-c", await commands(port)], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  shell.stdout.on("data", (chunk) => (out += String(chunk)));
  shell.stderr.on("data", (chunk) => (err += String(chunk)));
  const [code] = await once(shell, "close");
  expect([code, code === 0 ? "" : err + out]).toEqual([0, ""]);
  for (const part of [
    "turnsAtOnce = 64 (set)",
    "maxTurnMs = 900000 (set)",
    "leaseMs = 20000 (set)",
    '{"ok":true}',
    '"ready":true',
    "service_ready 1",
    '"limits":{"messages":null,"tokens":5000000,',
    "Exported to backup.jsonl.",
    "Copied to .backup.",
  ]) {
    expect(out).toContain(part);
  }
  expect(out.match(/Every log is whole\./g)).toHaveLength(3);
}, 900_000);
