import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SessionProxyOptions } from "../../../src/server/proxy/proxy-options.js";
import { ServiceClient } from "../../../src/api/service-client.js";
import { createBackend, resolveHeaders, type Backend } from "../../support/backend.js";
import { code, request } from "./browser-request.js";

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
  const proxy = backend.proxy({ resolve, machines: true, ...options });
  return new ServiceClient({
    baseUrl: "https://host.test/api/service",
    headers: { "x-user": user, "x-tenant": tenant, "sec-fetch-site": "same-origin", ...(role && { "x-role": role }) },
    fetch: (input, init) => proxy(new Request(input, init)),
  });
}

const ana = () => page({ user: "ana" });
const others = {
  "another person": () => page({ user: "ben" }),
  "an admin": () => page({ user: "cleo", role: "admin" }),
  "another tenant": () => page({ user: "ana", tenant: "shop" }),
};

async function post(path: string, body: object): Promise<Record<string, string>> {
  const answer = await backend.fetch(
    new Request(`https://service.internal.test/v1/enrollments/device/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  return (await answer.json()) as Record<string, string>;
}

async function started() {
  const { userCode = "", deviceCode = "" } = await post("start", {
    name: "laptop",
    folder: "project",
    abilities: ["read", "run"],
  });
  return { userCode, enrol: () => post("poll", { deviceCode }) };
}

async function enrolled(client: ServiceClient, owner?: "user" | "workspace"): Promise<string> {
  const { userCode, enrol } = await started();
  await client.approveDevice(userCode, { owner });
  await enrol();
  const [machine] = await client.listEnrollments();
  return machine!.id;
}

const refused = (call: Promise<unknown>) =>
  call.then(
    () => "allowed",
    ({ status, code: of, message }: { status: number; code: string; message: string }) => `${status} ${of}: ${message}`,
  );

describe("machines through the proxy", () => {
  it("are looked up, approved, listed and removed by their person", async () => {
    const { userCode, enrol } = await started();
    expect(await ana().lookUpDevice(userCode)).toMatchObject({ name: "laptop", state: "pending" });
    expect(await ana().approveDevice(userCode.toLowerCase())).toMatchObject({ state: "approved" });
    expect(await enrol()).toMatchObject({ state: "authorized" });
    const [machine] = await ana().listEnrollments();
    expect(machine).toMatchObject({ name: "laptop", endUser: { source: "host", id: "ana" }, state: "away" });
    expect(await ana().getEnrollment(machine!.id)).toMatchObject({ id: machine!.id });
    expect(await ana().revokeEnrollment(machine!.id)).toEqual({ revoked: true, outcome: "removed" });
    expect(await ana().listEnrollments()).toEqual([]);
  });

  it.each(Object.entries(others))("are like missing ones to %s", async (_who, other) => {
    const id = await enrolled(ana());
    const missing = "00000000-0000-4000-8000-000000000000";
    expect(await other().listEnrollments()).toEqual([]);
    for (const act of ["getEnrollment", "revokeEnrollment"] as const) {
      const answer = await refused(other()[act](id));
      expect(answer).toEqual(await refused(other()[act](missing)));
      expect(answer).toMatch(/^404 not_found:/);
    }
    expect(await ana().listEnrollments()).toHaveLength(1);
  });

  it("of the workspace are an admin's to approve, see and remove", async () => {
    const admin = page({ user: "cleo", role: "admin" });
    const { userCode } = await started();
    expect(await refused(ana().approveDevice(userCode, { owner: "workspace" }))).toMatch(/^403 role_required:/);
    const id = await enrolled(admin, "workspace");
    expect(await ana().listEnrollments()).toEqual([]);
    expect(await refused(ana().revokeEnrollment(id))).toMatch(/^404 not_found:/);
    expect(await admin.revokeEnrollment(id)).toMatchObject({ outcome: "removed" });
  });

  it("belong to the signed-in person, whatever a page sends", async () => {
    const { userCode, enrol } = await started();
    await ana().approveDevice(userCode, { endUser: { source: "host", id: "ben" } });
    await enrol();
    expect(await page({ user: "ben" }).listEnrollments()).toEqual([]);
    expect(await ana().listEnrollments()).toHaveLength(1);
  });

  it("are denied, and a wrong code reveals nothing of others", async () => {
    const { userCode } = await started();
    await ana().denyDevice(userCode);
    expect(await refused(ana().approveDevice(userCode))).toMatch(/^404 code_unknown:/);
    const wrong = await refused(ana().lookUpDevice("BBBB-BBBB"));
    expect(wrong).toEqual(await refused(ana().lookUpDevice(userCode)));
    for (let n = 0; n < 10; n += 1) await refused(ana().lookUpDevice("BBBB-BBBB"));
    expect(await refused(ana().lookUpDevice("BBBB-BBBB"))).toMatch(/^429 limit_exceeded:/);
    expect(await refused(page({ user: "ben" }).lookUpDevice("BBBB-BBBB"))).toMatch(/^404 code_unknown:/);
  });

  it("have no tokens, links or starts for a browser, and none at all where the host does not offer them", async () => {
    const proxy = backend.proxy({ machines: true });
    for (const path of [
      "workspaces/current/enrollments/token",
      "enrollments/device/start",
      "enrollments/device/poll",
      "machine/commands/x/result",
    ]) {
      expect(await code(proxy(request("POST", path, {})))).toEqual([404, "route_not_allowed"]);
    }
    const off = page({ user: "ana" }, { machines: false });
    expect(await refused(off.listEnrollments())).toMatch(/^404 route_not_allowed:/);
    expect((await off.config()).features?.["enrollments"]).toBe(false);
    expect((await ana().config()).features?.["enrollments"]).toBe(true);
  });
});
