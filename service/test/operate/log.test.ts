import { spawn } from "node:child_process";
import { once } from "node:events";
import { ServiceError } from "@service/sdk/protocol";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createMemoryStore, type Agent, type Log, type LogFacts } from "../../src/app.js";
import { createEmbeddedService } from "../../src/index.js";
import { errorFacts } from "../../src/operate/log.js";
import { sessionMissing } from "../../src/store/store.js";
import { bundleChild } from "../bundle-child.js";
import { harness, text, type Harness } from "../harness.js";

interface Line extends LogFacts {
  readonly level: string;
  readonly message: string;
}

let lines: Line[];
let service: Harness;
const log = Object.fromEntries(
  (["debug", "info", "warn", "error"] as const).map((level) => [
    level,
    (facts: LogFacts, message: string) => void lines.push({ level, message, ...facts }),
  ]),
) as unknown as Log;
beforeEach(() => {
  lines = [];
});
afterEach(() => service.app.close());

const about = (message: string) => lines.filter((line) => line.message === message);

it("has a line for each request with its id, route, workspace and session", async () => {
  service = await harness({ log });
  const session = await service.start("/say hello");
  lines = [];
  const headers = { "x-service-correlation-id": "request-17" };
  const answer = await service.call("GET", session, undefined, { headers });
  expect(answer.headers.get("x-service-correlation-id")).toBe("request-17");
  const [workspaceId, sessionId] = [service.workspace.split("/")[3], session.split("/")[5]];
  const route = "/v1/workspaces/:workspaceId/sessions/:sessionId";
  expect(about("request")).toEqual([
    {
      level: "info",
      message: "request",
      requestId: "request-17",
      method: "GET",
      route,
      status: 200,
      ms: 0,
      workspaceId,
      sessionId,
      keyId: expect.any(String),
    },
  ]);
  const missing = await service.call("GET", `${service.workspace}/sessions/none`);
  expect(about("request").at(-1)).toMatchObject({ status: 404, requestId: missing.body["error"]?.["requestId"] });
});

it("asks for no line above debug for probes", async () => {
  service = await harness({ log });
  lines = [];
  await service.call("GET", "/readyz", undefined, { key: null });
  expect(lines.map(({ level }) => level)).toEqual(["debug"]);
});

it("reports a fault of a request with the request's id, and turns with their session", async () => {
  const store = createMemoryStore();
  let isBroken = false;
  const listSessions: typeof store.listSessions = (query) => {
    if (isBroken) throw new TypeError("of a library");
    return store.listSessions(query);
  };
  service = await harness({ log, store: { ...store, listSessions } });
  const session = await service.start("/fail");
  isBroken = true;
  const answer = await service.call("GET", `${service.workspace}/sessions`);
  const requestId = answer.body["error"]?.["requestId"];
  expect(about("fault")).toMatchObject([
    { level: "error", requestId, error: "TypeError", stack: expect.arrayContaining([expect.stringMatching(/^at /)]) },
  ]);
  const sessionId = session.split("/").at(-1);
  expect(about("turn started")).toMatchObject([{ level: "info", sessionId, turnId: expect.any(String) }]);
  expect(about("turn failed")).toMatchObject([{ level: "warn", sessionId, code: expect.any(String) }]);
});

it("reports no fault for a request that the store refuses: a cursor of another session, a session just deleted", async () => {
  const store = createMemoryStore();
  let isDeleted = false;
  const readEvents: typeof store.readEvents = (sessionId, query) => {
    if (isDeleted) throw sessionMissing(sessionId);
    return store.readEvents(sessionId, query);
  };
  service = await harness({ log, store: { ...store, readEvents } });
  const session = await service.start("/say hello");
  const codeOf = async (path: string) => (await service.call("GET", path)).body["error"]?.["code"];
  expect(await codeOf(`${session}/events?after=2.00000000`)).toBe("log_reset");
  expect(await codeOf(`${session}/events/stream?after=2.00000000`)).toBe("log_reset");
  isDeleted = true;
  expect(await codeOf(`${session}/events`)).toBe("not_found");
  expect(about("fault")).toEqual([]);
});

it("contains no message, no person and no key, whatever fails", async () => {
  const agent: Agent = {
    name: "test",
    async *run(turn) {
      yield { type: "text", text: `canary-answer ${turn.prompt}` };
      throw new Error(`canary-error in ${turn.prompt}`, {
        cause: new Error("canary-cause\n    at canary-message (x:1:1)"),
      });
    },
  };
  service = await harness({ log, agent });
  const endUser = { source: "canary-source", id: "canary-person" };
  const session = await service.start("canary-message", { endUser, title: "canary-title" });
  const actor = JSON.stringify({ source: "app", id: "canary-actor", name: "canary-name" });
  await service.call("GET", `${session}/events?after=canary-query`, undefined, {
    headers: { "x-service-actor": actor },
  });
  await service.call("GET", `/canary-path/${service.app.apiKey}`);
  await service.call("GET", `/v1/workspaces/canary-workspace/sessions/canary-session`);
  await service.call("GET", session, undefined, { key: "svk_canary-key" });
  await service.call("CANARY-METHOD", session);
  const made = await service.call("POST", `/v1/organizations/${service.app.organizationId}/api-keys`, {
    name: "canary-key-name",
    access: "read",
  });
  expect(about("fault").length).toBeGreaterThan(0);
  expect(about("request").length).toBeGreaterThan(6);
  const all = JSON.stringify(lines);
  expect(all.toLowerCase()).not.toMatch(/canary/);
  expect(all).not.toContain(service.app.apiKey);
  expect(all).not.toContain(text(made.body["token"]));
});

it("has the words of the service's own errors alone", () => {
  const cause = new Error("select 'a person'");
  expect(errorFacts(new ServiceError("The disk is full.", { code: "store_full", cause }))).toMatchObject({
    error: "ServiceError",
    code: "store_full",
    reason: "The disk is full.",
    cause: { error: "Error" },
  });
  expect(JSON.stringify(errorFacts(cause))).not.toContain("a person");
  const changed = new Error("first");
  changed.stack = "Error: first\n    at person (file:1:1)";
  changed.message = "second";
  changed.name = "a person";
  expect(errorFacts(changed)).toEqual({ error: "Error", stack: [] });
  expect(errorFacts("a text")).toEqual({ error: "string" });
});

it("writes lines of JSON on the error output from the level that is set, and is quiet without it", async () => {
  service = await harness();
  const script = await bundleChild(new URL("../../src/cli.ts", import.meta.url));
  const run = async (args: readonly string[]) => {
    const child = spawn(process.execPath, [script.path, "--memory", "--port", "0", ...args]);
    let err = "";
    child.stderr.on("data", (chunk) => (err += String(chunk)));
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    await once(child, "close");
    return err.split("\n").filter((line) => line.startsWith("{"));
  };
  expect(await run([])).toEqual([]);
  const written = (await run(["--log-level", "info"])).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(written.map(({ msg }) => msg)).toEqual(["started", "listening", "stopping", "stopped"]);
  expect(written[0]).toMatchObject({ level: "info", service: "service-embedded", time: expect.stringMatching(/Z$/) });
  await script.remove();
});

it("takes the log of a program that embeds the service", async () => {
  service = await harness();
  const embedded = await createEmbeddedService({ log });
  await embedded.fetch(new Request("http://service/healthz"));
  expect(about("request")).toMatchObject([{ route: "/healthz", status: 200 }]);
  await embedded.close();
});
