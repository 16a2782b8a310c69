import { beforeEach, describe, expect, it } from "vitest";
import { fault, harness, text, type Answer, type Harness, type Json } from "../harness.js";

const nowhere = "00000000-0000-4000-8000-000000000000";

let service: Harness;
beforeEach(async () => {
  service = await harness();
});

const organization = () => `/v1/organizations/${service.app.organizationId}/members`;
const add = (email: string, fields: object = {}, workspace = service.workspace): Promise<Answer> =>
  service.call("POST", `${workspace}/members`, { email, ...fields });
const members = async (path: string): Promise<Json> => (await service.call("GET", path)).body["members"]!;

async function otherWorkspace(): Promise<string> {
  const made = await service.call("POST", "/v1/workspaces", { name: "beta" });
  return `/v1/workspaces/${text(made.body["id"])}`;
}

let operation = 0;
const change = (id: string, revision: number, body: object) => {
  operation += 1;
  const fields = { expectedAuthorizationRevision: revision, operationId: `op-${operation}`, ...body };
  return service.call("PATCH", `${organization()}/${id}`, fields);
};

describe("members of a workspace", () => {
  it("are added by email, listed, changed and removed", async () => {
    const actor = { "x-service-actor": JSON.stringify({ source: "app", id: "cleo" }) };
    const made = await service.call(
      "POST",
      `${service.workspace}/members`,
      { email: " Ana@Acme.example " },
      { headers: actor },
    );
    expect(made).toMatchObject({
      status: 201,
      body: {
        organizationId: service.app.organizationId,
        subjectId: "email:ana@acme.example",
        email: "ana@acme.example",
        role: "member",
        status: "active",
        permissions: ["workspace:read", "sessions:read", "sessions:write", "files:read", "files:write"],
        createdBy: { source: "app", id: "cleo" },
      },
    });
    const path = `${service.workspace}/members/${text(made.body["id"])}`;
    const admin = await service.call("PATCH", path, { role: "admin" });
    expect(admin.body).toMatchObject({ role: "admin", permissions: expect.arrayContaining(["workspace:admin"]) });
    const narrow = await service.call("PATCH", path, { permissions: ["files:read", "sessions:read"] });
    expect(narrow.body).toMatchObject({ role: "admin", permissions: ["sessions:read", "files:read"] });
    expect(await members(`${service.workspace}/members`)).toEqual([narrow.body]);
    for (let n = 0; n < 2; n += 1) expect((await service.call("DELETE", path)).status).toBe(204);
    expect(await members(`${service.workspace}/members`)).toEqual([]);
    expect(fault(await service.call("PATCH", path, { role: "member" }))).toBe("404 not_found");
    expect(await members(organization())).toHaveLength(1);
  });

  it("are one person of the organization in several workspaces, and not twice in one", async () => {
    const beta = await otherWorkspace();
    const first = await add("ana@acme.example");
    const second = await add("ANA@acme.example", { role: "admin" }, beta);
    expect(second.body["memberId"]).toBe(first.body["memberId"]);
    expect(await members(organization())).toHaveLength(1);
    const again = await add("ana@acme.example");
    expect(fault(again)).toBe("409 conflict");
    expect(again.body["current"]).toEqual({ memberId: first.body["id"] });
  });

  it("of another workspace are neither changed nor removed", async () => {
    const beta = await otherWorkspace();
    const made = await add("ana@acme.example");
    const wrong = `${beta}/members/${text(made.body["id"])}`;
    const missing = `${beta}/members/${nowhere}`;
    const [answer, unknown] = [wrong, missing].map((path) => service.call("PATCH", path, { role: "admin" }));
    expect((await answer)!.body["error"]?.["message"]).toBe((await unknown)!.body["error"]?.["message"]);
    expect((await service.call("DELETE", wrong)).status).toBe(204);
    expect(await members(`${service.workspace}/members`)).toHaveLength(1);
  });

  it.each<[object]>([
    [{ email: "ana" }],
    [{ email: "a b@acme.example" }],
    [{ email: `${"x".repeat(250)}@acme.example` }],
    [{ email: "a\u202e@acme.example" }],
    [{ email: "ana@acme.example", role: "owner" }],
    [{ email: "ana@acme.example", permissions: ["api_keys:manage"] }],
    [{}],
  ])("are not added from %j", async (body) => {
    expect(fault(await service.call("POST", `${service.workspace}/members`, body))).toBe("422 validation_failed");
  });
});

describe("members of an organization", () => {
  it("are listed page by page, oldest first, by sealed cursors", async () => {
    for (const name of ["a", "b", "c"]) {
      await add(`${name}@acme.example`);
      await service.clock.advance(1_000);
    }
    const emails = (list: Json | undefined) => (list ?? []).map((member) => member["email"]);
    const first = await service.call("GET", `${organization()}?limit=2`);
    expect(emails(first.body["members"])).toEqual(["a@acme.example", "b@acme.example"]);
    const cursor = encodeURIComponent(text(first.body["nextCursor"]));
    const rest = await service.call("GET", `${organization()}?limit=2&cursor=${cursor}`);
    expect([emails(rest.body["members"]), rest.body["nextCursor"]]).toEqual([["c@acme.example"], null]);
    expect(fault(await service.call("GET", `${service.workspace}/members?cursor=${cursor}`))).toBe(
      "400 validation_failed",
    );
  });

  it("get another role, are suspended, reactivated and offboarded, which removes them from workspaces", async () => {
    const id = text((await add("ana@acme.example")).body["memberId"]);
    const steps = [
      [
        { kind: "change_role", role: "admin" },
        { role: "admin", status: "active" },
      ],
      [
        { kind: "suspend", reason: "on leave" },
        { role: "admin", status: "suspended", reason: "on leave" },
      ],
      [{ kind: "reactivate" }, { role: "admin", status: "active", reason: null }],
      [{ kind: "offboard" }, { role: "admin", status: "revoked" }],
    ] as const;
    for (const [at, [body, expected]] of steps.entries()) {
      const changed = await change(id, at + 1, body);
      expect(changed).toMatchObject({ status: 200, body: { ...expected, authorizationRevision: at + 2 } });
    }
    expect(await members(`${service.workspace}/members`)).toEqual([]);
    expect((await change(id, 5, { kind: "suspend" })).body).toMatchObject({ status: "revoked" });
  });

  it("show their status in each workspace", async () => {
    const id = text((await add("ana@acme.example")).body["memberId"]);
    await change(id, 1, { kind: "suspend" });
    expect(await members(`${service.workspace}/members`)).toEqual([expect.objectContaining({ status: "suspended" })]);
  });

  it("are changed once for one operation, and by who saw the newest revision", async () => {
    const id = text((await add("ana@acme.example")).body["memberId"]);
    const body = { kind: "suspend", operationId: "once" };
    const first = await change(id, 1, body);
    expect((await change(id, 1, body)).body).toEqual(first.body);
    expect(fault(await change(id, 2, { kind: "offboard", operationId: "once" }))).toBe("409 IDEMPOTENCY_KEY_REUSED");
    const stale = await change(id, 1, { kind: "offboard" });
    expect(fault(stale)).toBe("409 MEMBER_CHANGED");
    expect(stale.body["current"]).toEqual({ authorizationRevision: 2, role: "member", status: "suspended" });
  });

  it.each([{ kind: "suspend" }, { kind: "offboard" }, { kind: "change_role", role: "admin" }])(
    "keep their last owner: %j",
    async (body) => {
      const ids = [];
      for (const name of ["ana", "ben"]) ids.push(text((await add(`${name}@acme.example`)).body["memberId"]));
      const [ana, ben] = ids as [string, string];
      await change(ana, 1, { kind: "change_role", role: "owner" });
      expect(fault(await change(ana, 2, body))).toBe("409 LAST_OWNER");
      await change(ben, 1, { kind: "change_role", role: "owner" });
      expect((await change(ana, 2, body)).status).toBe(200);
      expect(fault(await change(ben, 2, body))).toBe("409 LAST_OWNER");
    },
  );

  it.each(["x", nowhere, "%00"])("are 404 for the id %s", async (id) => {
    expect(fault(await change(id, 1, { kind: "suspend" }))).toBe("404 not_found");
  });

  it("are for full keys of their organization", async () => {
    const id = text((await add("ana@acme.example")).body["memberId"]);
    const key = await service.readKey();
    const body = { kind: "suspend", expectedAuthorizationRevision: 1, operationId: "o" };
    const asked: readonly (readonly [string, string, object?])[] = [
      ["GET", organization()],
      ["PATCH", `${organization()}/${id}`, body],
      ["GET", `${service.workspace}/members`],
      ["POST", `${service.workspace}/members`, { email: "b@acme.example" }],
    ];
    for (const [method, path, sent] of asked) {
      expect(fault(await service.call(method, path, sent, { key }))).toBe("403 forbidden");
    }
    const foreign = `/v1/organizations/${nowhere}/members`;
    expect(fault(await service.call("GET", foreign))).toBe("403 forbidden");
    expect(fault(await service.call("PATCH", `${foreign}/${id}`, body))).toBe("403 forbidden");
  });
});
