import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryStore } from "../../src/app.js";
import { fault, harness, text, type Json } from "../harness.js";
import { signedHeaders, webhookSecret } from "./signed.js";
import { secretsKey, webhookWorld, type WebhookWorld } from "./webhook-world.js";

let world: WebhookWorld;
beforeEach(async () => {
  world = await webhookWorld();
});

const ana = { source: "app", id: "ana" };
const asAna = "endUserSource=app&endUserId=ana";

describe("a source", () => {
  it("is created, listed, read, renamed and disabled, and never returns its secret", async () => {
    const made = await world.source({ configuration: { team: "a" } });
    expect(made).toMatchObject({
      name: "Shop",
      adapterId: "signed-json.v1",
      status: "active",
      endUser: null,
      hasWebhookSecret: true,
      webhookPath: `/v1/webhooks/automations/${text(made["endpointId"])}`,
      configuration: { team: "a" },
      revision: 1,
    });
    const path = `${world.sources}/${text(made["id"])}`;
    expect((await world.call("PATCH", path, { name: "Store", expectedRevision: 1 })).body).toMatchObject({
      name: "Store",
      configuration: { team: "a" },
      revision: 2,
    });
    const late = await world.call("PATCH", path, { name: "Late", expectedRevision: 1 });
    expect([fault(late), late.body["current"]]).toEqual(["409 revision_changed", { revision: 2 }]);
    expect((await world.call("DELETE", path)).status).toBe(204);
    expect((await world.call("DELETE", path)).status).toBe(204);
    expect((await world.call("GET", path)).body).toMatchObject({ status: "disabled", hasWebhookSecret: false });
    expect(fault(await world.call("PATCH", path, { name: "Again" }))).toBe("409 source_disabled");
    const trigger = { sourceId: made["id"], name: "x", eventTypes: ["*"], sessionTemplate: { prompt: "x" } };
    expect(fault(await world.call("POST", world.triggers, trigger))).toBe("409 source_disabled");
  });

  it("starts nothing while it is paused, and gives the reason", async () => {
    const made = await world.source();
    await world.trigger(made);
    const path = `${world.sources}/${text(made["id"])}`;
    expect((await world.call("PATCH", path, { status: "paused" })).body).toMatchObject({ status: "paused" });
    const ignored = await world.deliver(made, { type: "t" }, { deliveryId: "1" });
    expect(ignored).toMatchObject({ status: 202, body: { ignoredReason: "source_paused", runIds: [] } });
    expect((await world.call("PATCH", path, { status: "active" })).body).toMatchObject({ status: "active" });
    await world.deliver(made, { type: "t" }, { deliveryId: "2" });
    expect(await world.runs()).toHaveLength(1);
    expect(fault(await world.call("PATCH", path, { status: "disabled" }))).toBe("422 validation_failed");
  });

  it("refuses a secret that its adapter cannot use, without repeating it", async () => {
    const make = (fields: object) => world.call("POST", world.sources, { name: "x", ...fields });
    for (const secret of ["short", 7, { text: "a-secret-in-an-object" }, undefined]) {
      expect(fault(await make({ webhookSecret: secret }))).toBe("422 validation_failed");
    }
    const answer = await make({ webhookSecret: "not-of-standard-webhooks!", adapterId: "standard-webhooks.v1" });
    expect([fault(answer), answer.body["error"]?.["details"]]).toEqual([
      "422 validation_failed",
      { field: "webhookSecret" },
    ]);
    expect(JSON.stringify(answer.body)).not.toContain("not-of-standard");
    for (const length of [16, 23, 65]) {
      const sized = `whsec_${Buffer.alloc(length, 7).toString("base64")}`;
      const refused = await make({ webhookSecret: sized, adapterId: "standard-webhooks.v1" });
      expect([length, fault(refused)]).toEqual([length, "422 validation_failed"]);
      expect(refused.body["error"]?.["message"]).toContain("24 to 64 bytes");
    }
    expect(fault(await make({ webhookSecret, adapterId: "gitlab.v1" }))).toBe("422 validation_failed");
  });

  it("cannot be created without a key for secrets; the error names the setting", async () => {
    world = await webhookWorld({ secretsKey: undefined });
    const answer = await world.call("POST", world.sources, { name: "x", webhookSecret });
    expect(fault(answer)).toBe("503 secrets_key_missing");
    expect(text(answer.body["error"]?.["message"])).toContain("SERVICE_SECRETS_KEY");
    expect((await world.call("GET", world.sources)).body).toMatchObject({ sources: [], canStoreSecrets: false });
  });

  it("refuses deliveries with 503, and notifies the operator, when its key is no longer given", async () => {
    const store = createMemoryStore();
    const before = await webhookWorld({ store });
    const source = await before.source();
    const faults: unknown[] = [];
    const credentials = { organizationId: before.app.organizationId, apiKey: before.app.apiKey };
    const other = randomBytes(32).toString("base64");
    const onError = (error: unknown) => faults.push(error);
    const after = await harness({ store, credentials, secretsKey: other, onError });
    const send = (service: Pick<WebhookWorld, "call">) => {
      const headers = signedHeaders("signed-json.v1", { body: '{"type":"t"}', secret: webhookSecret });
      return service.call("POST", text(source["webhookPath"]), '{"type":"t"}', { key: null, headers });
    };
    expect(fault(await send(after))).toBe("503 secrets_unavailable");
    expect(faults).toMatchObject([{ code: "secrets_key_unknown" }]);
    const both = await harness({ store, credentials, secretsKey: [other, secretsKey] });
    expect((await send(both)).status).toBe(202);
  });

  it("is refused beyond 50 of one owner", async () => {
    for (let n = 0; n < 50; n += 1) await world.source();
    expect(fault(await world.call("POST", world.sources, { name: "x", webhookSecret }))).toBe("429 limit_exceeded");
    await world.source({ endUser: ana });
  });
});

describe("a trigger", () => {
  let source: Json;
  beforeEach(async () => {
    source = await world.source();
  });

  it("is made, listed, changed at its revision, and removed", async () => {
    const made = await world.trigger(source, {
      eventTypes: ["order", "refund.asked"],
      configuration: { conditions: [{ path: "data.total", exists: true }], fields: ["data"] },
      parameters: { team: "a" },
      sessionTemplate: { prompt: "Look", instructions: "Be brief.", model: null, metadata: { a: 1 } },
    });
    expect(made).toMatchObject({
      status: "active",
      revision: 1,
      configuration: { conditions: [{ path: "data.total", exists: true }], fields: ["data"], approval: "writes" },
      sessionTemplate: { prompt: "Look", instructions: "Be brief.", metadata: { a: 1 } },
    });
    const path = `${world.triggers}/${text(made["id"])}`;
    const changed = await world.call("PATCH", path, {
      expectedRevision: 1,
      status: "paused",
      sessionTemplate: { prompt: "Look again", metadata: null },
    });
    expect(changed.body).toMatchObject({ status: "paused", revision: 2, eventTypes: ["order", "refund.asked"] });
    const { sessionTemplate } = changed.body as unknown as { sessionTemplate: object };
    expect(sessionTemplate).toEqual({ prompt: "Look again", instructions: "Be brief.", resources: [], mcpServers: [] });
    expect(fault(await world.call("PATCH", path, { expectedRevision: 1, name: "x" }))).toBe("409 revision_changed");
    expect(fault(await world.call("PATCH", path, { name: "x" }))).toBe("422 validation_failed");
    expect((await world.call("GET", `${world.triggers}?sourceId=${text(source["id"])}`)).body["triggers"]).toHaveLength(
      1,
    );
    expect(fault(await world.call("DELETE", path))).toBe("400 validation_failed");
    expect(fault(await world.call("DELETE", `${path}?expectedRevision=1`))).toBe("409 revision_changed");
    expect((await world.call("DELETE", `${path}?expectedRevision=2`)).status).toBe(204);
    expect(fault(await world.call("GET", path))).toBe("404 not_found");
  });

  it.each([
    [{ eventTypes: [] }, "eventTypes"],
    [{ eventTypes: ["a b"] }, "eventTypes.0"],
    [{ eventTypes: ["order.*"] }, "eventTypes.0"],
    [{ name: "" }, "name"],
    [{ sessionTemplate: { prompt: " " } }, "sessionTemplate.prompt"],
    [{ sessionTemplate: { prompt: "ü".repeat(6_145) } }, "sessionTemplate.prompt"],
    [{ sessionTemplate: { prompt: "x", model: "unknown" } }, "sessionTemplate.model"],
    [{ parameters: { text: "x".repeat(2_048) } }, "parameters"],
    [{ configuration: { conditions: [{ path: "a" }] } }, "configuration.conditions.0"],
    [{ configuration: { conditions: [{ path: "a", equals: {} }] } }, "configuration.conditions.0"],
    [{ configuration: { conditions: [{ path: "a", equals: 1, exists: true }] } }, "configuration.conditions.0"],
    [{ configuration: { fields: [Array(17).fill("a").join(".")] } }, "configuration.fields.0"],
    [{ configuration: { approval: "none" } }, "configuration.approval"],
  ])("refuses %j and names the field", async (fields, field) => {
    const whole = { sourceId: source["id"], name: "x", eventTypes: ["*"], sessionTemplate: { prompt: "x" } };
    const answer = await world.call("POST", world.triggers, { ...whole, ...fields });
    expect([fault(answer), answer.body["error"]?.["details"]?.["field"]]).toEqual(["422 validation_failed", field]);
  });

  it("is refused beyond 50 of one source", async () => {
    for (let n = 0; n < 50; n += 1) await world.trigger(source);
    const answer = await world.call("POST", world.triggers, {
      sourceId: source["id"],
      name: "x",
      eventTypes: ["*"],
      sessionTemplate: { prompt: "x" },
    });
    expect(fault(answer)).toBe("429 limit_exceeded");
  });

  it("keeps what a change of its configuration does not name, such as how calls are approved", async () => {
    const conditions = [{ path: "a", exists: true }];
    const made = await world.trigger(source, { configuration: { conditions, fields: ["a"], approval: "tools" } });
    const changed = await world.call("PATCH", `${world.triggers}/${text(made["id"])}`, {
      expectedRevision: 1,
      configuration: { conditions: [], fields: ["b"] },
    });
    expect(changed.body["configuration"]).toEqual({ conditions: [], fields: ["b"], approval: "tools" });
  });

  it("keeps the credentials of its servers encrypted, and gives them to the session", async () => {
    const server = { id: "shop", url: "https://shop.example/mcp", headers: { authorization: "Bearer canary-4711" } };
    const made = await world.trigger(source, { sessionTemplate: { prompt: "/say hi", mcpServers: [server] } });
    expect(made["sessionTemplate"]?.["mcpServers"]).toMatchObject([{ id: "shop", headerNames: ["authorization"] }]);
    await world.deliver(source, { type: "t" });
    const [run] = await world.runs();
    const session = await world.call("GET", `${world.workspace}/sessions/${text(run?.["sessionId"])}`);
    expect(session.body["mcpServers"]).toMatchObject([{ id: "shop", headerNames: ["authorization"] }]);
    const changed = await world.call("PATCH", `${world.triggers}/${text(made["id"])}`, {
      expectedRevision: 1,
      sessionTemplate: { prompt: "/say bye" },
    });
    expect(changed.body["sessionTemplate"]?.["mcpServers"]).toMatchObject([{ headerNames: ["authorization"] }]);
    expect(JSON.stringify([made, session.body, changed.body])).not.toContain("canary-4711");
  });
});

describe("an event by hand", () => {
  it("runs through the same triggers, and once under its id", async () => {
    const source = await world.source({ adapterId: "github.v1" });
    await world.trigger(source, {
      eventTypes: ["pull_request.opened"],
      configuration: { conditions: [{ path: "pull_request.draft", equals: false }] },
    });
    const events = `${world.sources}/${text(source["id"])}/events`;
    const event = { id: "try-1", type: "pull_request.opened", data: { pull_request: { draft: false } } };
    const answer = await world.call("POST", events, event);
    expect(answer).toMatchObject({
      status: 202,
      body: { accepted: true, duplicate: false, runIds: [expect.any(String)] },
    });
    expect((await world.call("POST", events, event)).body["duplicate"]).toBe(true);
    expect((await world.call("POST", events, { type: "push" })).body["ignoredReason"]).toBe("no_trigger");
    expect(await world.events(source)).toMatchObject([{ kind: "manual" }, { kind: "manual" }]);
    const east = { type: "push", occurredAt: " 2026-01-01T02:00:00+02:00 " };
    expect((await world.call("POST", events, east)).status).toBe(202);
    const occurred = (await world.events(source)).map(({ occurredAt }) => occurredAt);
    expect(occurred.filter((time) => time !== null)).toEqual(["2026-01-01T00:00:00.000Z"]);
    const times = ["+275760-01-01T00:00:00Z", "-000001-01-01T00:00:00Z", "yesterday", "2026-01-01T00:00:00"];
    const bodies = [
      {},
      { type: "*" },
      { type: "a", data: [] },
      ...times.map((occurredAt) => ({ type: "a", occurredAt })),
    ];
    for (const body of bodies) {
      expect(fault(await world.call("POST", events, body))).toBe("422 validation_failed");
    }
  });

  it("without an id may be repeated", async () => {
    const source = await world.source();
    await world.trigger(source);
    const events = `${world.sources}/${text(source["id"])}/events`;
    for (let n = 0; n < 2; n += 1)
      expect((await world.call("POST", events, { type: "t" })).body["duplicate"]).toBe(false);
  });
});

describe("a caller of automations", () => {
  it("reads with a read-only key, and writes nothing", async () => {
    const source = await world.source();
    const trigger = await world.trigger(source);
    const key = await world.readKey();
    const own = `${world.sources}/${text(source["id"])}`;
    const of = `${world.triggers}/${text(trigger["id"])}`;
    const reads = [world.sources, own, `${own}/events`, world.triggers, of, `${world.workspace}/automations/runs`];
    for (const path of reads) expect((await world.call("GET", path, undefined, { key })).status).toBe(200);
    const writes = [
      ["POST", world.sources],
      ["PATCH", own],
      ["DELETE", own],
      ["POST", `${own}/events`],
      ["POST", world.triggers],
      ["PATCH", of],
      ["DELETE", `${of}?expectedRevision=1`],
    ] as const;
    for (const [method, path] of writes) {
      expect(fault(await world.call(method, path, method === "DELETE" ? undefined : {}, { key }))).toBe(
        "403 forbidden",
      );
    }
  });

  it("reaches only records of the named owners", async () => {
    const theirs = await world.source({ endUser: ana });
    const shared = await world.source();
    const trigger = await world.trigger(theirs);
    expect(trigger["endUser"]).toEqual(ana);
    await world.deliver(theirs, { type: "t" });
    const list = async (query: string) => {
      const answer = await world.call("GET", `${world.sources}?${query}`);
      return (answer.body["sources"] ?? []).map(({ id }) => id);
    };
    expect(await list(asAna)).toEqual([theirs["id"]]);
    expect(await list("withWorkspace=true")).toEqual([shared["id"]]);
    expect(await list("endUserSource=app&endUserId=ben")).toEqual([]);
    const ben = "?endUserSource=app&endUserId=ben&withWorkspace=true";
    const own = `${world.sources}/${text(theirs["id"])}`;
    const of = `${world.triggers}/${text(trigger["id"])}`;
    for (const path of [own, `${own}/events`, of]) {
      expect(fault(await world.call("GET", `${path}${ben}`))).toBe("404 not_found");
      expect((await world.call("GET", `${path}?${asAna}`)).status).toBe(200);
    }
    expect(fault(await world.call("POST", `${own}/events${ben}`, { type: "t" }))).toBe("404 not_found");
    expect(fault(await world.call("PATCH", `${of}${ben}`, { expectedRevision: 1 }))).toBe("404 not_found");
    expect(await world.runs("?endUserSource=app&endUserId=ben")).toEqual([]);
    const [run] = await world.runs(`?${asAna}`);
    const session = await world.call("GET", `${world.workspace}/sessions/${text(run?.["sessionId"])}`);
    expect(session.body).toMatchObject({ endUser: ana, agentAccess: "session", memoryScope: "session" });
  });

  it("creates triggers only for the source's owner", async () => {
    const source = await world.source({ endUser: ana });
    const body = { sourceId: source["id"], name: "x", eventTypes: ["*"], sessionTemplate: { prompt: "x" } };
    for (const endUser of [null, { source: "app", id: "ben" }]) {
      expect(fault(await world.call("POST", world.triggers, { ...body, endUser }))).toBe("404 not_found");
    }
    expect((await world.call("POST", world.triggers, { ...body, endUser: ana })).status).toBe(201);
  });

  it("reaches nothing of another workspace", async () => {
    const source = await world.source();
    const other = { externalSource: "app", externalId: "other", name: "other" };
    const ensured = await world.call("PUT", "/v1/workspaces/external", other);
    const path = `/v1/workspaces/${text(ensured.body["workspace"]?.["id"])}/automations`;
    expect(fault(await world.call("GET", `${path}/sources/${text(source["id"])}`))).toBe("404 not_found");
    const body = { sourceId: source["id"], name: "x", eventTypes: ["*"], sessionTemplate: { prompt: "x" } };
    expect(fault(await world.call("POST", `${path}/triggers`, body))).toBe("404 not_found");
    expect((await world.call("GET", `${path}/sources`)).body["sources"]).toEqual([]);
  });
});
