import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SessionProxyOptions } from "../../../src/server/proxy/proxy-options.js";
import { ServiceClient } from "../../../src/api/service-client.js";
import { bodyOf, createBackend, resolveHeaders, type Backend } from "../../support/backend.js";
import { request, upstreamWith } from "./browser-request.js";
import { createSessionProxy } from "../../../src/server/proxy/create-session-proxy.js";

let backend: Backend;
beforeEach(async () => {
  backend = await createBackend();
});
afterEach(() => backend.close());

/** The host's verifier: `x-role` sets a person's role. */
const resolve: SessionProxyOptions["resolve"] = (asked) => {
  const who = resolveHeaders(asked);
  const role = asked.headers.get("x-role");
  return who instanceof Response || role === null ? who : { ...who, role: role as "admin" };
};

interface Person {
  readonly user: string;
  readonly tenant?: string;
  readonly role?: string;
}

/** The client as a page of the host has it. */
function page({ user, tenant = "acme", role }: Person, options: Partial<SessionProxyOptions> = {}): ServiceClient {
  const proxy = backend.proxy({ resolve, scheduledTasks: true, createSession: () => ({}), ...options });
  return new ServiceClient({
    baseUrl: "https://host.test/api/service",
    headers: { "x-user": user, "x-tenant": tenant, "sec-fetch-site": "same-origin", ...(role && { "x-role": role }) },
    fetch: (input, init) => proxy(new Request(input, init)),
  });
}

const ana = () => page({ user: "ana" });
const admin = () => page({ user: "cleo", role: "admin" });
const daily = { type: "calendar", timeZone: "Europe/Berlin", hour: 9, minute: 0 } as const;
const task = (fields: object = {}) => ({
  name: "Report",
  schedule: { type: "manual" } as const,
  agentConfig: { prompt: "/say hi" },
  ...fields,
});
const names = async (client: ServiceClient) => (await client.listScheduledTasks()).tasks.map(({ name }) => name);

/** Every call that takes the id of a task. */
const byId = (client: ServiceClient, taskId: string) => ({
  read: () => client.getScheduledTask({ taskId }),
  change: () => client.updateScheduledTask({ taskId }, { name: "x" }),
  pause: () => client.pauseScheduledTask({ taskId }),
  resume: () => client.resumeScheduledTask({ taskId }),
  trigger: () => client.triggerScheduledTask({ taskId }),
  runs: () => client.listScheduledTaskRuns({ taskId }),
  remove: () => client.deleteScheduledTask({ taskId }),
});

async function refusals(client: ServiceClient, taskId: string): Promise<unknown[]> {
  const calls = Object.values(byId(client, taskId));
  return Promise.all(
    calls.map((call) =>
      call().then(
        () => "allowed",
        ({ status, code, message }) => [status, code, message],
      ),
    ),
  );
}

describe("a person's scheduled tasks", () => {
  it("are made, listed, changed, run and removed by the person", async () => {
    const client = ana();
    const made = await client.createScheduledTask(task({ schedule: daily }));
    expect(made).toMatchObject({ endUser: { source: "host", id: "ana" }, status: "active" });
    for (const call of Object.values(byId(client, made.id))) await call();
    expect(await names(client)).toEqual([]);
    expect((await client.previewSchedule({ schedule: daily })).times).toHaveLength(5);
  });

  it("run in sessions that are the person's", async () => {
    const client = ana();
    const { id: taskId } = await client.createScheduledTask(task());
    await client.triggerScheduledTask({ taskId });
    await backend.arrived();
    const [run] = (await client.listScheduledTaskRuns({ taskId })).runs;
    const { sessions } = await client.listSessionPage();
    expect(sessions.map(({ id }) => id)).toEqual([run?.sessionId]);
    await expect(page({ user: "ben" }).getSession({ sessionId: run?.sessionId ?? "" })).rejects.toMatchObject({
      status: 404,
    });
  });

  it("answer another person, another tenant and an admin like tasks that never were", async () => {
    const { id } = await ana().createScheduledTask(task());
    for (const other of [{ user: "ben" }, { user: "ana", tenant: "globex" }, { user: "cleo", role: "admin" }]) {
      const client = page(other);
      expect(await refusals(client, id)).toEqual(await refusals(client, crypto.randomUUID()));
      expect(new Set((await refusals(client, id)).map((refusal) => (refusal as unknown[])[0]))).toEqual(new Set([404]));
      expect(await names(client)).toEqual([]);
    }
    expect(await names(ana())).toEqual(["Report"]);
  });

  it("take the same requests to the service whether they are another's or missing", async () => {
    const { id } = await ana().createScheduledTask(task());
    const asked = async (taskId: string) => {
      const before = backend.calls.length;
      await byId(page({ user: "ben" }), taskId)
        .change()
        .catch(() => {});
      return backend.calls.slice(before).map(({ method, path }) => [method, path.replace(taskId, "id")]);
    };
    expect(await asked(id)).toEqual(await asked(crypto.randomUUID()));
  });

  it("never get the owner, the instructions or the actor that a browser names", async () => {
    const client = ana();
    const forged = {
      endUser: { source: "host", id: "ben" },
      agentConfig: { prompt: "a", instructions: "x", metadata: { a: 1 } },
    };
    const made = await client.createScheduledTask(task(forged));
    expect(made.endUser).toEqual({ source: "host", id: "ana" });
    expect(made.agentConfig).not.toHaveProperty("instructions");
    const changed = await client.updateScheduledTask({ taskId: made.id }, { ...forged, name: "b" });
    expect(changed).toMatchObject({ endUser: { id: "ana" }, name: "b" });
    await expect(client.createScheduledTask(task({ actor: { source: "host", id: "ben" } }))).rejects.toMatchObject({
      status: 400,
    });
  });

  it("take no model from a browser that may not choose one", async () => {
    const client = page({ user: "ana" }, { modelSelection: false });
    const made = await client.createScheduledTask(task({ agentConfig: { prompt: "a", model: "scripted" } }));
    expect(made.agentConfig.model).toBeNull();
  });

  it("run in a session that exists only if the person may open it", async () => {
    const session = await page({ user: "ben" }).createSession({ initialMessage: "hi" });
    const target = { runMode: "existing_session", targetSessionId: session.id };
    await expect(ana().createScheduledTask(task(target))).rejects.toMatchObject({
      status: 404,
      code: "session_not_found",
    });
    const { id: taskId } = await ana().createScheduledTask(task());
    await expect(ana().updateScheduledTask({ taskId }, target as object)).rejects.toMatchObject({ status: 404 });
    expect(await page({ user: "ben" }).createScheduledTask(task(target))).toMatchObject(target);
  });

  it("name the field that is refused", async () => {
    const schedule = { ...daily, timeZone: "Mars/Base" };
    const refused = ana().createScheduledTask(task({ schedule }));
    await expect(refused).rejects.toMatchObject({ status: 422, details: { field: "schedule.timeZone" } });
  });
});

describe("the workspace's scheduled tasks", () => {
  it("are created and changed by admins, beside their own", async () => {
    const made = await admin().createScheduledTask(task({ name: "Shared", owner: "workspace" }));
    expect(made.endUser).toBeNull();
    await admin().createScheduledTask(task({ name: "Own" }));
    expect(await names(admin())).toEqual(["Own", "Shared"]);
    for (const call of Object.values(byId(admin(), made.id))) await call();
  });

  it("are listed with an admin's own or apart, and the list names who may create them", async () => {
    await admin().createScheduledTask(task({ name: "Shared", owner: "workspace" }));
    await admin().createScheduledTask(task({ name: "Own" }));
    const listed = async (owner?: "user" | "workspace") => {
      const { tasks, owners } = await admin().listScheduledTasks({ owner });
      return [tasks.map(({ name }) => name), owners];
    };
    const both = ["user", "workspace"];
    expect(await listed()).toEqual([["Own", "Shared"], both]);
    expect(await listed("user")).toEqual([["Own"], both]);
    expect(await listed("workspace")).toEqual([["Shared"], both]);
    expect(await ana().listScheduledTasks({ owner: "user" })).toMatchObject({ tasks: [], owners: ["user"] });
    await expect(ana().listScheduledTasks({ owner: "workspace" })).rejects.toMatchObject({
      status: 403,
      code: "role_required",
    });
    await expect(ana().listScheduledTasks({ owner: "all" as "user" })).rejects.toMatchObject({ status: 400 });
  });

  it("start sessions that an admin may open, and a member may not", async () => {
    const { id: taskId } = await admin().createScheduledTask(task({ owner: "workspace" }));
    await admin().triggerScheduledTask({ taskId });
    await backend.arrived();
    const sessionId = (await admin().listScheduledTaskRuns({ taskId })).runs[0]?.sessionId ?? "";
    expect(await admin().getSession({ sessionId })).toMatchObject({ id: sessionId, endUser: null });
    const refused = { status: 404, code: "session_not_found" };
    for (const person of [
      { user: "ana" },
      { user: "cleo", role: "member" },
      { user: "cleo", tenant: "globex", role: "admin" },
    ])
      await expect(page(person).getSession({ sessionId })).rejects.toMatchObject(refused);
    // No more records without an owner are visible: the rest is the backend's own.
    const { workspaceId } = await admin().getSession({ sessionId });
    const keyed = new ServiceClient({
      baseUrl: "https://service.internal.test",
      apiKey: backend.app.apiKey,
      fetch: (input, init) => backend.fetch(new Request(input, init)),
    });
    const { id } = await keyed.createSession({ workspaceId, initialMessage: "/say hi" });
    await expect(admin().getSession({ sessionId: id })).rejects.toMatchObject(refused);
  });

  it("are not a member's, by any name of the role", async () => {
    const { id } = await admin().createScheduledTask(task({ owner: "workspace" }));
    for (const person of [{ user: "ana" }, { user: "ana", role: "member" }]) {
      const client = page(person);
      expect(await names(client)).toEqual([]);
      expect(await refusals(client, id)).toEqual(await refusals(client, crypto.randomUUID()));
      const made = client.createScheduledTask(task({ owner: "workspace" }));
      await expect(made).rejects.toMatchObject({ status: 403, code: "role_required" });
    }
    const elsewhere = page({ user: "cleo", tenant: "globex", role: "admin" });
    expect(await names(elsewhere)).toEqual([]);
    expect(await refusals(elsewhere, id)).toEqual(await refusals(elsewhere, crypto.randomUUID()));
    await expect(ana().createScheduledTask(task({ owner: "everybody" }))).rejects.toMatchObject({ status: 400 });
  });
});

describe("a host", () => {
  it("has to allow scheduled tasks", async () => {
    const client = page({ user: "ana" }, { scheduledTasks: false });
    await expect(client.listScheduledTasks()).rejects.toMatchObject({ status: 404, code: "route_not_allowed" });
    expect((await client.config()).features?.["scheduledTasks"]).toBe(false);
    expect((await ana().config()).features?.["scheduledTasks"]).toBe(true);
  });

  it("shows no other person's task of a service that ignores the owner in the query", async () => {
    const { id } = await ana().createScheduledTask(task());
    const forgetful = upstreamWith(backend.service, (asked) => {
      const [path = ""] = asked.path.split("?");
      return backend.service.forward({ ...asked, path });
    });
    const proxy = createSessionProxy(forgetful, { resolve, scheduledTasks: true });
    const go = (method: string, path: string, body?: unknown) => proxy(request(method, path, body, { user: "ben" }));
    expect(await bodyOf(await go("GET", "workspaces/current/scheduled-tasks"))).toMatchObject({ tasks: [] });
    expect((await go("POST", `workspaces/current/scheduled-tasks/${id}/trigger`, {})).status).toBe(404);
    expect((await go("DELETE", `workspaces/current/scheduled-tasks/${id}`)).status).toBe(404);
    expect(await names(ana())).toEqual(["Report"]);
  });
});
