import { beforeEach, describe, expect, it } from "vitest";
import { fault, harness, text, type Harness } from "../harness.js";
import { secretsKey } from "../integrations/integration-world.js";

/** Answers that clients of the reference system read. */

let service: Harness;
beforeEach(async () => {
  service = await harness();
});

it("counts the sessions that a removal takes away", async () => {
  const root = await service.start("/child /child /say leaf");
  expect(await service.call("DELETE", root)).toMatchObject({ status: 200, body: { deletedSessionCount: 3 } });
  expect(fault(await service.call("DELETE", root))).toBe("404 not_found");
});

it("names the call of an approval", async () => {
  const session = await service.start("/approve deploy {}");
  const log = await service.log(session);
  const created = log.find(({ type }) => type === "agent.toolCall.created");
  const { id } = (created ?? { payload: {} }).payload as { readonly id: string };
  expect(log.find(({ type }) => type === "session.requiresAction")?.payload).toMatchObject({
    approvals: [{ toolCallId: id }],
  });
});

describe("the revisions of a goal", () => {
  const revisions = (session: string) => service.call("GET", `${session}/goal/revisions`);

  it("are every wording, newest first, with the number that a rewrite must name", async () => {
    const session = await service.start("hello", { goal: { text: "Ship it", successCriteria: "Shipped" } });
    const rewrite = { text: "Ship it well", expectedObjectiveRevision: 1, rationale: "Quality" };
    expect((await service.call("PATCH", `${session}/goal`, rewrite)).status).toBe(200);
    expect((await revisions(session)).body["revisions"]).toMatchObject([
      { objectiveRevision: 2, version: 2, text: "Ship it well", successCriteria: "Shipped", rationale: "Quality" },
      { objectiveRevision: 1, version: 1, text: "Ship it", rationale: null },
    ]);
    expect(fault(await service.call("PATCH", `${session}/goal`, rewrite))).toBe("409 GOAL_CHANGED");
  });

  it("are 404 where there is no goal, and readable with a read-only key", async () => {
    const session = await service.start("hello");
    expect(fault(await revisions(session))).toBe("404 not_found");
    const withGoal = await service.start("hello", { goal: { text: "Ship it" } });
    const key = await service.readKey();
    expect((await service.call("GET", `${withGoal}/goal/revisions`, undefined, { key })).status).toBe(200);
  });
});

describe("GET /v1/config/client", () => {
  const config = async (from: Harness) => (await from.call("GET", "/v1/config/client", undefined, { key: null })).body;

  it("reports whether files are enabled", async () => {
    for (const enabled of [true, false]) {
      const other = await harness({ fileUploads: { enabled } });
      const file = { filename: "a.txt", contentType: "text/plain", sizeBytes: 1 };
      const { status } = await other.call("POST", `${other.workspace}/files/uploads`, file);
      expect([(await config(other))["features"]?.["files"], status]).toEqual([enabled, enabled ? 201 : 503]);
    }
  });

  it("reports whether machines can be connected", async () => {
    for (const enabled of [true, false]) {
      const other = await harness({ machines: { enabled } });
      const { status } = await other.call("POST", "/v1/enrollments/device/start", {}, { key: null });
      expect([(await config(other))["features"]?.["enrollments"], status !== 503]).toEqual([enabled, enabled]);
    }
  });

  it("reports automations only where sources can be made", async () => {
    for (const options of [{}, { secretsKey }]) {
      const other = await harness(options);
      const source = { name: "Shop", webhookSecret: "a-secret-of-the-shop" };
      const { status } = await other.call("POST", `${other.workspace}/automations/sources`, source);
      expect((await config(other))["features"]?.["automations"]).toBe(status === 201);
      expect(status === 201).toBe("secretsKey" in options);
    }
  });

  it("reports true for a feature exactly where its route answers", async () => {
    const session = await service.start("hello", { goal: { text: "Ship it" } });
    const { workspace } = service;
    const routes: Readonly<Record<string, string>> = {
      queue: `${session}/queue`,
      composerDrafts: `${session}/composer-draft`,
      lineage: `${session}/lineage`,
      goals: `${session}/goal`,
      humanInput: `${session}/human-input-requests`,
      approvals: `${session}/events`,
      chat: `${workspace}/sessions`,
      steer: `${session}/turns`,
      scheduledTasks: `${workspace}/scheduled-tasks`,
      enrollments: `${workspace}/enrollments`,
      members: `${workspace}/members`,
      workspaceKeys: `${workspace}/api-keys`,
    };
    // These depend on what the host gives.
    const {
      files: _,
      integrations: __,
      automations: ___,
      ...told
    } = (await config(service))["features"] as unknown as Record<string, boolean>;
    const served = await Promise.all(
      Object.keys(told).map(async (name) => [name, (await service.call("GET", routes[name] ?? "/")).status === 200]),
    );
    expect(Object.fromEntries(served)).toEqual(told);
    expect(text((await config(service))["serverVersion"])).toMatch(/^\d/);
  });
});
