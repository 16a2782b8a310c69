import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDataFolder } from "../src/data-folder.js";
import { serverVersion } from "../src/version.js";
import { bundleChild } from "./bundle-child.js";
import { copyEmptyFolder } from "./store/template.js";

/** A busy machine may take more than the second after which the process reports that it waits. */
const atMostWaiting = expect.stringMatching(
  /^(?:Waiting for running answers to end\. Ctrl-C again stops at once\.\n)?$/,
);

let script: Awaited<ReturnType<typeof bundleChild>>;
let root: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  script = await bundleChild(new URL("../src/cli.ts", import.meta.url));
});
afterAll(() => script.remove());
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "service-cli-"));
});
afterEach(async () => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  await rm(root, { recursive: true, force: true });
});

function start(args: readonly string[], options: { uid?: number; env?: NodeJS.ProcessEnv } = {}) {
  const child = spawn(process.execPath, [script.path, ...args], { stdio: ["ignore", "pipe", "pipe"], ...options });
  started.push(child);
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (output.out += String(chunk)));
  child.stderr.on("data", (chunk) => (output.err += String(chunk)));
  const lines = createInterface(child.stdout);
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, ...output }));
  const firstLine = async () => {
    const line = once(lines, "line").then(([line]) => String(line));
    const read = await Promise.race([line, ended]);
    if (typeof read === "string") return read;
    throw new Error(`The command ended without a line: ${JSON.stringify(read)}`);
  };
  return { child, firstLine, ended };
}

const jsonOf = async (line: () => Promise<string>) =>
  JSON.parse(await line()) as { url: string; organizationId: string; apiKey: string };

describe("service-embedded", () => {
  it("prints its url, organization and key as the first line, answers, and stops on Ctrl-C", async () => {
    const { child, firstLine, ended } = start(["--memory", "--port", "0", "--json"]);
    const { url, organizationId, apiKey } = await jsonOf(firstLine);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const keys = `${url}/v1/organizations/${organizationId}/api-keys`;
    expect((await fetch(keys, { headers: { authorization: `Bearer ${apiKey}` } })).status).toBe(200);
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 0, err: atMostWaiting });
  });

  it("ends with words, not with a stack, when the database in the folder breaks off", async () => {
    await copyEmptyFolder(join(root, "data"));
    const { child, firstLine, ended } = start(["--data", join(root, "data"), "--port", "0", "--json"]);
    await firstLine();
    // PostgreSQL gives up at its next checkpoint, which closing makes.
    await rm(join(root, "data", "database", "global", "pg_control"));
    child.kill("SIGTERM");
    const { code, err } = await ended;
    expect(code).toBe(1);
    const [line = "", ...words] = err.split("\n");
    expect(JSON.parse(line)).toMatchObject({ level: "error", code: "store_crashed", msg: "database failed" });
    expect(words.join("\n")).toMatch(/^The database in the data folder has stopped. Restart the service[^\n]*\n$/);
  });

  it("takes a Ctrl-C that the terminal and npm both pass on for one", async () => {
    await copyEmptyFolder(join(root, "data"));
    const { child, firstLine, ended } = start(["--data", join(root, "data"), "--port", "0", "--json"]);
    await firstLine();
    child.kill("SIGINT");
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 0, err: atMostWaiting });
    const folder = await openDataFolder(join(root, "data"));
    await folder.close();
  });

  it("keeps organization and key in a private folder, refuses a second process, and outlives a kill", async () => {
    const folder = join(root, "data");
    const args = ["--data", folder, "--port", "0", "--json"];
    const first = start(args);
    const before = await jsonOf(first.firstLine);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, "database"))).mode & 0o777).toBe(0o700);
    expect(JSON.parse(await readFile(join(folder, "development.json"), "utf8"))).toEqual({
      organizationId: before.organizationId,
      apiKey: before.apiKey,
    });

    const second = await start(args).ended;
    expect(second).toMatchObject({ code: 1, out: "" });
    expect(second.err).toContain(`already open (process ${first.child.pid}`);

    first.child.kill("SIGKILL");
    await first.ended;
    const third = start(args);
    expect(await jsonOf(third.firstLine)).toMatchObject({ apiKey: before.apiKey });
    third.child.kill("SIGTERM");
    expect(await third.ended).toMatchObject({ code: 0, err: atMostWaiting });
  });

  it("prints the lines for .env with the key of a folder, new or in use", async () => {
    const folder = join(root, "data");
    const first = await start(["--data", folder, "--env"]).ended;
    expect(first).toMatchObject({ code: 0, err: atMostWaiting });
    const running = start(["--data", folder, "--port", "0", "--json"]);
    const { organizationId, apiKey } = await jsonOf(running.firstLine);
    expect(first.out).toBe(
      `SERVICE_API_BASE_URL=http://127.0.0.1:4600\nSERVICE_ORGANIZATION_ID=${organizationId}\nSERVICE_API_KEY=${apiKey}\n`,
    );
    const again = await start(["--data", folder, "--env", "--host", "::1", "--port", "4601"]).ended;
    expect(again).toMatchObject({ code: 0, out: first.out.replace("127.0.0.1:4600", "[::1]:4601") });
  });

  it("prints them while another process makes the folder", async () => {
    const folder = join(root, "data");
    const running = start(["--data", folder, "--port", "0", "--json"]);
    await expect
      .poll(() =>
        stat(join(folder, "lock")).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    const asked = start(["--data", folder, "--env"]).ended;
    const { apiKey } = await jsonOf(running.firstLine);
    const { code, out } = await asked;
    expect([code, out]).toEqual([0, expect.stringContaining(`SERVICE_API_KEY=${apiKey}\n`)]);
  });

  it("prints its version", async () => {
    const { code, out } = await start(["--version"]).ended;
    expect([code, out]).toEqual([0, `${serverVersion}\n`]);
  });

  it.each([
    ["--memory", "--env needs --data <folder>"],
    ["--database=postgres://user@host/name", "--env needs --data <folder>"],
    ["--data=unused", "--env needs a fixed port"],
  ])("refuses --env with %s and port 0, with the reason", async (place, why) => {
    const environment = { ...process.env, SERVICE_ORGANIZATION_ID: "any", SERVICE_API_KEY: "any" };
    const { code, err } = await start([place, "--env", "--port", "0"], { env: environment }).ended;
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(why) });
  });

  it("reports in plain words that the port is taken, and releases the folder", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const { code, err } = await start(["--memory", "--port", String(port)]).ended;
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^Port \d+ .* is used by another program/) });
    taken.close();
  });

  it("reports in plain words that the folder is not writable", async () => {
    await writeFile(join(root, "file"), "");
    const below = await start(["--data", join(root, "file", "data")]).ended;
    expect(below).toMatchObject({
      code: 1,
      err: expect.stringContaining("cannot be written: a part of its path is a file"),
    });
  });

  it("reports in plain words that its user has no access to the folder", async () => {
    await chmod(root, 0o555);
    // Root may write anywhere, so it starts the command as nobody.
    const user = process.getuid?.() === 0 ? { uid: 65_534 } : {};
    const { code, err } = await start(["--data", join(root, "data")], user).ended;
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("this user has no access to it") });
  });

  it("answers with the agent of a module", async () => {
    const file = join(root, "my-agent.mjs");
    await writeFile(
      file,
      `export default { name: "mine", async *run(turn) { yield { type: "text", text: "You said " + turn.prompt }; } };`,
    );
    const { url, apiKey } = await jsonOf(start(["--memory", "--port", "0", "--json", "--agent", file]).firstLine);
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const call = async (method: string, path: string, body?: object) => {
      const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      return (await answer.json()) as { id: string; workspace: { id: string } } & { type: string; payload: unknown }[];
    };
    const named = { externalSource: "app", externalId: "acme", name: "acme" };
    const { workspace } = await call("PUT", "/v1/workspaces/external", named);
    const sessions = `/v1/workspaces/${workspace.id}/sessions`;
    const { id } = await call("POST", sessions, { initialMessage: "hi" });
    const outputs = async () =>
      (await call("GET", `${sessions}/${id}/events?after=0`)).flatMap(({ type, payload }) =>
        type === "turn.completed" ? [payload] : [],
      );
    await expect.poll(outputs, { timeout: 20_000 }).toEqual([{ output: "You said hi" }]);
  });

  it("takes further options from a module", async () => {
    const file = join(root, "config.mjs");
    const document = { openapi: "3.1.0", info: { title: "Orders", version: "1" }, paths: { "/orders": { get: {} } } };
    const source = { kind: "openapi", document, baseUrl: "http://localhost:4000" };
    const config = {
      integrations: [{ id: "orders", name: "Orders", source }],
      machines: { verificationUri: "https://shop.example/connect" },
    };
    await writeFile(file, `export default ${JSON.stringify(config)};`);
    const { url, apiKey } = await jsonOf(start(["--memory", "--port", "0", "--json", "--config", file]).firstLine);
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const call = async (method: string, path: string, body?: object) =>
      (await (await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json()) as {
        workspace: { id: string };
      };
    const facts = { name: "laptop", folder: "project", abilities: ["read"] };
    expect(await call("POST", "/v1/enrollments/device/start", facts)).toMatchObject({
      verificationUri: "https://shop.example/connect",
    });
    const named = { externalSource: "app", externalId: "acme", name: "acme" };
    const { workspace } = await call("PUT", "/v1/workspaces/external", named);
    const offered = await call("GET", `/v1/workspaces/${workspace.id}/integrations/definitions`);
    expect(offered).toMatchObject({ definitions: [{ id: "orders", name: "Orders" }] });
  });

  it.each([
    ["is not there", null, "is not there"],
    ["exports none", "export const options = {};", "exports no options as its default"],
    ["exports hints without a database", "export default { hints: {} };", "Use them with --database"],
    ["exports what flags set", "export default { store: 'memory' };", '"store", which is no option here'],
  ])("reports that the module of --config %s, with exit code 1", async (_what, source, words) => {
    const file = join(root, "config.mjs");
    if (source !== null) await writeFile(file, source);
    const { code, out, err } = await start(["--memory", "--port", "0", "--config", file]).ended;
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(words);
  });

  it("ends a running answer and its stream before it stops on SIGTERM", async () => {
    const file = join(root, "my-agent.mjs");
    await writeFile(
      file,
      `export default { name: "mine", async *run() {
        yield { type: "text", text: "One, " };
        yield { type: "tool", id: "t", name: "look", arguments: {} };
        await new Promise((resolve) => process.once("SIGTERM", () => setTimeout(resolve, 200)));
        yield { type: "text", text: "two." };
      } };`,
    );
    const { child, firstLine, ended } = start(["--memory", "--port", "0", "--json", "--drain", "60", "--agent", file]);
    const { url, apiKey } = await jsonOf(firstLine);
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const post = async (method: string, path: string, body: object) =>
      (await (await fetch(url + path, { method, headers, body: JSON.stringify(body) })).json()) as {
        id: string;
        workspace: { id: string };
      };
    const named = { externalSource: "app", externalId: "acme", name: "acme" };
    const { workspace } = await post("PUT", "/v1/workspaces/external", named);
    const sessions = `/v1/workspaces/${workspace.id}/sessions`;
    const { id } = await post("POST", sessions, { initialMessage: "hi" });
    const stream = await fetch(`${url}${sessions}/${id}/events/stream`, { headers });
    let read = "";
    for await (const piece of stream.body!.pipeThrough(new TextDecoderStream())) {
      if (!read.includes("toolCall") && (read + piece).includes("agent.toolCall.created")) child.kill("SIGTERM");
      read += piece;
    }
    expect(read).toContain("event: turn.completed");
    expect(read).not.toContain("turn.failed");
    expect(read.endsWith("retry: 1000\n\n")).toBe(true);
    expect(await ended).toMatchObject({ code: 0, err: atMostWaiting });
  });

  it.each([
    ["is not there", null, "is not there"],
    ["exports none", "export const agent = {};", "exports no agent as its default"],
    ["exports something else", "export default { name: 'mine' };", "exports no agent as its default"],
    ["cannot be loaded", "throw new Error('No model is set.');", "No model is set."],
  ])("reports that the module of --agent %s, with exit code 1", async (_what, source, words) => {
    const file = join(root, "my-agent.mjs");
    if (source !== null) await writeFile(file, source);
    const { code, out, err } = await start(["--memory", "--port", "0", "--agent", file]).ended;
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(words);
  });

  it.each([
    [[], "--data <folder>, --memory or --database <url>"],
    [["--memory", "--data", "x"], "once: --data <folder>, --memory or --database <url>"],
    [["--memory", "--database", "postgres://h/d"], "once: --data <folder>, --memory or --database <url>"],
    [["--database", "postgres://u:secret@127.0.0.1:1/d"], "Set `credentials.organizationId` and `credentials.apiKey`"],
    [["--data", ""], "needs the name of a folder"],
    [["--memory", "--port", "x"], '--port is "x". It must be a whole number, 0 to 65535.'],
    [["--memory", "--port", "70000"], '--port is "70000". It must be a whole number, 0 to 65535.'],
    [["--memory", "--drain", "soon"], '--drain is "soon". It must be a whole number, 0 to 999999 s.'],
    [["--memory", "--wrong"], "Unknown option '--wrong'"],
    [["--memory", "more"], "Unexpected argument 'more'"],
  ])("answers %j with the mistake and exit code 1", async (args, words) => {
    const { code, out, err } = await start(args).ended;
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(words);
    expect(err).not.toContain("    at ");
  });

  it.each([
    ["postgres://ana:secret@127.0.0.1:1/agents", "127.0.0.1:1/agents cannot be opened as ana: connect ECONNREFUSED"],
    ["mysql://ana:secret@127.0.0.1/agents", "The address of the database is invalid"],
    ["postgres://ana:secret@[/agents", "The address of the database is invalid"],
  ])("reports in plain words that there is no database at %s, without its password", async (url, words) => {
    const env = {
      ...process.env,
      SERVICE_DATABASE_URL: url,
      SERVICE_ORGANIZATION_ID: "0a6f0c0e-3a52-4f62-9a4e-0d3f2b1c4d5e",
      SERVICE_API_KEY: "svk_0123456789abcdef0123",
    };
    const { code, out, err } = await start(["--port", "0"], { env }).ended;
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(words);
    expect(err).not.toMatch(/secret|svk_|    at /);
  });

  it("takes host and port from a file and the environment", async () => {
    const file = join(root, "settings.json");
    await writeFile(file, JSON.stringify({ host: "127.0.0.2", port: 70 }));
    const env = { ...process.env, SERVICE_PORT: "0" };
    const { firstLine } = start(["--memory", "--json", "--config", file], { env });
    const { url } = await jsonOf(firstLine);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.2:\d{4,}$/);
  });

  it.each([
    ['{"leaseMs": 1}', '"leaseMs" in'],
    ["{", "is not JSON"],
    [null, "is not there"],
  ])("refuses a settings file with %s", async (content, words) => {
    const file = join(root, "settings.json");
    if (content !== null) await writeFile(file, content);
    const { code, err } = await start(["--memory", "--config", file]).ended;
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(words) });
  });

  it("explains itself with --help", async () => {
    const { code, out } = await start(["--help"]).ended;
    expect(code).toBe(0);
    expect(out).toContain("Usage: service-embedded");
  });
});
