import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryStore } from "../../src/app.js";
import { fault, text, type Json } from "../harness.js";
import { webhookSecret } from "./signed.js";
import { webhookWorld, type WebhookWorld } from "./webhook-world.js";

let world: WebhookWorld;
let source: Json;
beforeEach(async () => {
  world = await webhookWorld();
  source = await world.source();
});

describe("a signed event", () => {
  it("starts a session for each trigger that takes it", async () => {
    const trigger = await world.trigger(source, { eventTypes: ["order"] });
    await world.trigger(source, { eventTypes: ["refund"] });
    const answer = await world.deliver(source, { type: "order.created", subject: "order 7", data: { total: 3 } });
    expect(answer).toMatchObject({
      status: 202,
      body: { accepted: true, duplicate: false, ignoredReason: null, runIds: [expect.any(String)] },
    });
    const [run] = await world.runs();
    expect(run).toMatchObject({
      id: answer.body["runIds"]?.[0],
      status: "dispatched",
      triggerId: trigger["id"],
      eventId: answer.body["eventId"],
      error: null,
    });
    const log = await world.log(`${world.workspace}/sessions/${text(run?.["sessionId"])}`);
    expect(log.find(({ type }) => type === "user.message")?.payload).toMatchObject({
      text: "/say looked",
      modelContext: expect.stringContaining('{"type":"order.created","subject":"order 7","data":{"total":3}}'),
      actor: { source: "automation", name: "Look at it" },
      automation: { triggerId: trigger["id"], runId: run?.["id"] },
    });
    expect(log.at(-1)?.type).toBe("session.status.changed");
    expect(await world.events(source)).toMatchObject([
      { type: "order.created", subject: "order 7", kind: "webhook", ignoredReason: null, runIds: [run?.["id"]] },
    ]);
  });

  it.each([
    ["no_trigger", { eventTypes: ["refund"] }],
    ["filtered", { configuration: { conditions: [{ path: "data.total", equals: 4 }] } }],
    ["trigger_paused", { status: "paused" }],
    ["no_trigger", { status: "disabled" }],
  ])("is accepted and ignored as %s for a trigger with %j", async (ignoredReason, fields) => {
    await world.trigger(source, fields);
    const answer = await world.deliver(source, { type: "order.created", data: { total: 3 } });
    expect(answer).toMatchObject({ status: 202, body: { accepted: true, ignoredReason } });
    expect((await world.runs()).filter((run) => text(run["status"]) !== "skipped")).toEqual([]);
    expect((await world.call("GET", `${world.workspace}/sessions`)).body).toEqual([]);
  });

  it("is accepted once under its delivery id, whatever header repeats it", async () => {
    await world.trigger(source);
    const event = { id: "e-1", type: "order.created" };
    const first = await world.deliver(source, event);
    const { eventId, runIds } = first.body;
    const again = await world.deliver(source, event);
    expect(again).toMatchObject({ status: 202, body: { eventId, runIds, duplicate: true, ignoredReason: null } });
    expect((await world.deliver(source, event, { deliveryId: "d-2" })).body["duplicate"]).toBe(true);
    expect(await world.runs()).toHaveLength(1);
    expect(await world.events(source)).toHaveLength(1);
  });

  it("counts its repeats", async () => {
    await world.trigger(source);
    const event = { id: "e-1", type: "order.created" };
    await world.deliver(source, event);
    expect(await world.events(source)).toMatchObject([{ repeats: 0 }]);
    await world.deliver(source, event);
    await world.deliver(source, event, { deliveryId: "d-2" });
    expect(await world.events(source)).toMatchObject([{ repeats: 2 }]);
  });

  it("is refused with 409 under a known delivery id with other content", async () => {
    await world.trigger(source);
    await world.deliver(source, { type: "order.created", data: { total: 1 } });
    const other = await world.deliver(source, { type: "order.created", data: { total: 2 } });
    expect(fault(other)).toBe("409 delivery_conflict");
    expect(await world.runs()).toHaveLength(1);
  });

  it("without an id is identified by its content", async () => {
    await world.trigger(source);
    const noId = { headers: { "x-service-delivery-id": "" } };
    expect((await world.deliver(source, { type: "tick" }, noId)).body["duplicate"]).toBe(false);
    expect((await world.deliver(source, { type: "tick" }, noId)).body["duplicate"]).toBe(true);
    expect((await world.deliver(source, { type: "tock" }, noId)).body["duplicate"]).toBe(false);
  });

  it("counts a number as the text that it is written as, in an id and in an occurrence", async () => {
    await world.trigger(source);
    const noId = { headers: { "x-service-delivery-id": "" } };
    const sent = async (event: object) => (await world.deliver(source, { type: "tick", ...event }, noId)).body;
    expect(await sent({ id: 5, occurrenceKey: 7 })).toMatchObject({ duplicate: false });
    expect(await sent({ id: "5", occurrenceKey: 7, again: true })).toMatchObject({
      error: { code: "delivery_conflict" },
    });
    expect(await sent({ id: 6, occurrenceKey: "7" })).toMatchObject({ ignoredReason: "occurrence_seen" });
  });

  it.each([
    ["an empty id", { id: "" }, "id"],
    ["an id of over 200 characters", { id: "x".repeat(201) }, "id"],
    ["an id that JSON cannot keep apart from its neighbours", { id: 2 ** 53 }, "id"],
    ["an id that is a list", { id: ["5"] }, "id"],
    ["an occurrence that is an object", { occurrenceKey: {} }, "occurrenceKey"],
  ])("with %s is 400 and is not taken", async (_, event, field) => {
    const answer = await world.post(source, { type: "tick", ...event });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: "validation_failed", details: { field } } } });
    expect(await world.events(source)).toEqual([]);
  });

  it("with a delivery id of over 200 characters in its header is 400", async () => {
    const headers = { "x-service-delivery-id": "x".repeat(201) };
    const answer = await world.post(source, { type: "tick" }, { headers });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining("x-service-delivery-id") } },
    });
  });

  it("starts a trigger once for each occurrence", async () => {
    await world.trigger(source);
    const event = (id: string) => ({ id, type: "late", occurrenceKey: "2026-01-01" });
    await world.deliver(source, event("a"), { deliveryId: "a" });
    const again = await world.deliver(source, event("b"), { deliveryId: "b" });
    expect(again.body).toMatchObject({ duplicate: false, ignoredReason: "occurrence_seen", runIds: [] });
    expect(await world.runs()).toHaveLength(1);
  });

  it("of Stripe may differ in how many endpoints still wait", async () => {
    const stripe = await world.source({ adapterId: "stripe.v1" });
    await world.trigger(stripe, { eventTypes: ["invoice"] });
    const event = { id: "evt_1", type: "invoice.paid", created: 1_767_225_600, data: { object: { id: "in_1" } } };
    await world.deliver(stripe, { ...event, pending_webhooks: 2 });
    expect((await world.deliver(stripe, { ...event, pending_webhooks: 1 })).body["duplicate"]).toBe(true);
    expect(await world.events(stripe)).toMatchObject([{ subject: "in_1", occurredAt: "2026-01-01T00:00:00.000Z" }]);
  });

  describe("from GitHub, whose type is in a header that is not signed", () => {
    const body = { action: "opened", number: 7 };
    const as = (type: string, deliveryId: string) => ({ deliveryId, headers: { "x-github-event": type } });
    beforeEach(async () => {
      source = await world.source({ adapterId: "github.v1" });
      await world.trigger(source, { eventTypes: ["issues"] });
    });

    it.each(["d-1", "d-2", ""])("is refused with the same body and another type, under the id %j", async (id) => {
      const first = await world.deliver(source, body, as("issue_comment", "d-1"));
      expect(first.body["ignoredReason"]).toBe("no_trigger");
      expect(fault(await world.deliver(source, body, as("issues", id)))).toBe("409 delivery_conflict");
      expect([await world.runs(), await world.events(source)]).toMatchObject([[], [{ type: "issue_comment.opened" }]]);
    });

    it("starts a session for each of two deliveries with one body and one type", async () => {
      for (const id of ["d-1", "d-2", "d-2"]) await world.deliver(source, body, as("issues", id));
      const repeats = (await world.events(source)).map((event) => Number(event["repeats"]));
      expect([(await world.runs()).length, repeats.toSorted((a, b) => a - b)]).toEqual([2, [0, 1]]);
      expect(fault(await world.deliver(source, body, as("push", "d-3")))).toBe("409 delivery_conflict");
    });
  });

  it("starts a session with the files of its template, and fails the run where one is gone", async () => {
    const body = { filename: "a.txt", contentType: "text/plain", sizeBytes: 5 };
    const fileId = text((await world.call("POST", `${world.workspace}/files/uploads`, body)).body["fileId"]);
    const upload = `${world.workspace}/files/uploads/${fileId}`;
    const bytes = { headers: { "content-type": "application/octet-stream" } };
    await world.call("PUT", `${upload}/content`, new TextEncoder().encode("bytes"), bytes);
    await world.call("POST", `${upload}/complete`);
    await world.trigger(source, { sessionTemplate: { prompt: "/say hi", resources: [{ kind: "file", fileId }] } });
    await world.deliver(source, { type: "t" });
    const [run] = await world.runs();
    const session = `${world.workspace}/sessions/${text(run!["sessionId"])}`;
    expect((await world.call("GET", `${session}/files/${fileId}`)).status).toBe(200);
    expect((await world.call("DELETE", session)).body).toMatchObject({ erased: { files: 1 } });
    await world.clock.advance(1_000);
    await world.deliver(source, { type: "u" }, { deliveryId: "d-2" });
    expect(await world.runs()).toMatchObject([{ status: "failed", error: { code: "file_missing" } }, {}]);
  });

  it("fails its run with the reason when the session cannot be started", async () => {
    await world.trigger(source, { sessionTemplate: { prompt: "\u0001".repeat(12_000) } });
    await world.deliver(source, { type: "t", data: { text: '"'.repeat(16_000) } });
    expect(await world.runs()).toMatchObject([
      {
        status: "failed",
        sessionId: null,
        error: { code: "message_too_large", message: expect.stringContaining("bytes") },
      },
    ]);
    expect(world.faults).toEqual([]);
  });
});

describe("a delivery that does not fit", () => {
  const nowhere = "00000000-0000-4000-8000-000000000000";

  it("is 401 with a wrong signature, and with none", async () => {
    await world.trigger(source);
    const other = "another-secret-of-24-chars";
    expect(fault(await world.deliver(source, { type: "t" }, { secret: other }))).toBe("401 signature_invalid");
    const none = { headers: { "x-service-signature-256": "" } };
    expect(fault(await world.deliver(source, { type: "t" }, none))).toBe("401 signature_invalid");
    const keyed = await world.call("POST", text(source["webhookPath"]), { type: "t" });
    expect(fault(keyed)).toBe("401 signature_invalid");
    expect([await world.events(source), await world.runs()]).toEqual([[], []]);
  });

  it("is 401 when its timestamp is more than five minutes old", async () => {
    const stripe = await world.source({ adapterId: "stripe.v1" });
    await world.clock.advance(300_001);
    expect(fault(await world.deliver(stripe, { id: "evt_1", type: "t" }))).toBe("401 signature_invalid");
  });

  it("is 404 at an address that no source has, whatever it looks like", async () => {
    for (const id of [nowhere, "x", "%00", "..%2f..", text(source["id"])]) {
      const answer = await world.call("POST", `/v1/webhooks/automations/${id}`, { type: "t" }, { key: null });
      expect(answer.status).toBe(404);
    }
  });

  it("is 410 once the source is disabled", async () => {
    await world.trigger(source);
    expect((await world.call("DELETE", `${world.sources}/${text(source["id"])}`)).status).toBe(204);
    expect(fault(await world.deliver(source, { type: "t" }))).toBe("410 source_disabled");
    expect(await world.runs()).toEqual([]);
  });

  it.each([
    ["over 2 MiB", "x".repeat(2_097_153), {}, "413 validation_failed"],
    ["that is no JSON", "{", {}, "400 validation_failed"],
    ["that is a list", "[]", {}, "400 validation_failed"],
    ["that is too deep", `${'{"a":'.repeat(300)}1${"}".repeat(300)}`, {}, "400 validation_failed"],
    ["without a type", "{}", {}, "422 validation_failed"],
    ["with a type over 200 characters", JSON.stringify({ type: "t".repeat(201) }), {}, "422 validation_failed"],
    ["that is compressed", "{}", { "content-encoding": "gzip" }, "415 unsupported_media_type"],
    ["of a form", "payload=1", { "content-type": "application/x-www-form-urlencoded" }, "415 unsupported_media_type"],
  ])("is refused with a body %s", async (_name, body, headers, expected) => {
    expect(fault(await world.deliver(source, {}, { body, headers }))).toBe(expected);
    expect(await world.events(source)).toEqual([]);
  });

  it("takes 2 MiB to the byte", async () => {
    await world.trigger(source);
    const empty = JSON.stringify({ type: "t", data: { text: "" } });
    const body = JSON.stringify({ type: "t", data: { text: "x".repeat(2_097_152 - empty.length) } });
    expect((await world.deliver(source, {}, { body })).status).toBe(202);
    expect(await world.runs()).toMatchObject([{ status: "dispatched" }]);
  });

  it("is cut off when its body does not end, or never begins", async () => {
    for (const first of ["{", ""]) {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => (first === "" ? undefined : controller.enqueue(new TextEncoder().encode(first))),
      });
      const request = new Request(`http://service${text(source["webhookPath"])}`, {
        method: "POST",
        body,
        duplex: "half",
      } as RequestInit);
      const answering = world.app.fetch(request);
      await world.clock.advance(10_000);
      expect((await answering).status).toBe(408);
    }
    expect(world.faults).toEqual([]);
  });

  it("is cut off at 2 MiB of a body that never ends", async () => {
    const chunk = new Uint8Array(65_536);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.length;
        controller.enqueue(chunk);
      },
    });
    const init = { method: "POST", body, duplex: "half" } as RequestInit;
    const answer = await world.app.fetch(new Request(`http://service${text(source["webhookPath"])}`, init));
    expect(answer.status).toBe(413);
    expect(sent).toBeLessThan(3_000_000);
  });

  it("is 405 with another method", async () => {
    for (const method of ["GET", "PUT", "DELETE"]) {
      const answer = await world.call(method, text(source["webhookPath"]), undefined, { key: null });
      expect(fault(answer)).toBe("405 method_not_allowed");
    }
  });
});

describe("the last refusal of a source", () => {
  const told = async () => (await world.call("GET", `${world.sources}/${text(source["id"])}`)).body["lastRefusal"];
  const at = (seconds: number) => new Date(1_767_225_600_000 + seconds * 1_000).toISOString();

  it("shows its owner the reason and time of a refusal", async () => {
    expect(await told()).toBeNull();
    await world.deliver(source, { type: "t" }, { secret: "someone-elses-secret" });
    expect(await told()).toEqual({ code: "signature_invalid", at: at(0) });
    await world.clock.advance(10_000);
    await world.deliver(source, {}, { body: "{}" });
    expect(await told()).toEqual({ code: "validation_failed", at: at(10) });
    expect((await world.call("GET", `${world.sources}/${text(source["id"])}`)).body["revision"]).toBe(1);
  });

  it("is written at most once in ten seconds, however many strangers post", async () => {
    const post = () => world.deliver(source, { type: "t" }, { secret: "someone-elses-secret" });
    await post();
    await world.clock.advance(9_999);
    await Promise.all([post(), post()]);
    expect(await told()).toMatchObject({ at: at(0) });
    await world.clock.advance(1);
    await post();
    expect(await told()).toMatchObject({ at: at(10) });
  });
});

describe("a source stored before refusals were kept", () => {
  it("is read, and notes a refusal, like any other", async () => {
    const store = createMemoryStore();
    world = await webhookWorld({ store });
    source = await world.source();
    await store.changeSource(text(source["id"]), (stored) => {
      const { lastRefusal: _, ...old } = stored;
      return old;
    });
    const read = () => world.call("GET", `${world.sources}/${text(source["id"])}`);
    expect((await read()).body["lastRefusal"]).toBeNull();
    expect(fault(await world.deliver(source, { type: "t" }, { secret: "someone-elses-secret" }))).toBe(
      "401 signature_invalid",
    );
    expect((await read()).body["lastRefusal"]).toMatchObject({ code: "signature_invalid" });
  });
});

describe("the rate of a source", () => {
  beforeEach(async () => {
    world = await webhookWorld({ webhooksPerMinute: 3 });
    source = await world.source();
  });
  const send = (id: string, from = source) => world.deliver(from, { type: "t" }, { deliveryId: id });

  it("answers 429 with the time to wait, and takes more after it", async () => {
    for (const id of ["1", "2", "3"]) expect((await send(id)).status).toBe(202);
    const refused = await send("4");
    expect([fault(refused), refused.headers.get("retry-after")]).toEqual(["429 rate_limited", "20"]);
    await world.clock.advance(20_000);
    expect([(await send("4")).status, (await send("5")).status]).toEqual([202, 429]);
  });

  it("counts neither another source's deliveries nor unsigned ones", async () => {
    const other = await world.source();
    for (let n = 0; n < 5; n += 1) await world.deliver(source, { type: "t" }, { secret: "someone-elses-secret" });
    for (const id of ["1", "2", "3"]) await send(id, other);
    expect((await send("1")).status).toBe(202);
  });
});

describe("a secret that is rotated", () => {
  const newer = "the-secret-that-comes-after";
  const patch = (fields: object) => world.call("PATCH", `${world.sources}/${text(source["id"])}`, fields);
  const sendWith = async (secret: string, deliveryId: string) =>
    (await world.deliver(source, { type: "t" }, { secret, deliveryId })).status;

  it("is valid beside the new one for the chosen time", async () => {
    const answer = await patch({ webhookSecret: newer, previousSecretSeconds: 60 });
    expect(answer.body).toMatchObject({ revision: 2, previousSecretUntil: "2026-01-01T00:01:00.000Z" });
    expect([await sendWith(webhookSecret, "1"), await sendWith(newer, "2")]).toEqual([202, 202]);
    await world.clock.advance(60_000);
    expect([await sendWith(webhookSecret, "3"), await sendWith(newer, "4")]).toEqual([401, 202]);
    expect((await world.call("GET", `${world.sources}/${text(source["id"])}`)).body["previousSecretUntil"]).toBeNull();
  });

  it("stays valid as long when the change is sent again, as after an answer that was lost", async () => {
    await patch({ webhookSecret: newer, previousSecretSeconds: 60 });
    await world.clock.advance(1_000);
    const again = await patch({ webhookSecret: newer, previousSecretSeconds: 60 });
    expect(again.body["previousSecretUntil"]).toBe("2026-01-01T00:01:00.000Z");
    expect([await sendWith(webhookSecret, "1"), await sendWith(newer, "2")]).toEqual([202, 202]);
    await patch({ webhookSecret: newer, previousSecretSeconds: 0 });
    expect([await sendWith(webhookSecret, "3"), await sendWith(newer, "4")]).toEqual([401, 202]);
  });

  it("is invalid at once when no time is given to it, and only the newest two count", async () => {
    await patch({ webhookSecret: newer, previousSecretSeconds: 0 });
    expect(await sendWith(webhookSecret, "1")).toBe(401);
    await patch({ webhookSecret: "the-third-secret-of-all" });
    expect([await sendWith(newer, "2"), await sendWith("the-third-secret-of-all", "3")]).toEqual([202, 202]);
    await patch({ webhookSecret });
    expect([await sendWith(newer, "4"), await sendWith(webhookSecret, "5")]).toEqual([401, 202]);
  });
});
