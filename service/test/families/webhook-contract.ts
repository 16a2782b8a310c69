/** Behaviour of the public webhook for forged, repeated, late, large or too many deliveries, over any store. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../src/app.js";
import type { AdapterId } from "../../src/automations/webhook-senders.js";
import { signedHeaders, webhookSecret, type Sent } from "../automations/signed.js";
import { fault, text, type Answer, type Json } from "../harness.js";
import { openFamilyWorld, template, trigger, type FamilyWorld } from "./family-world.js";

const perMinute = 20;

export function webhookContract(name: string, openStore: () => Promise<Store>): void {
  describe(`the public webhook, ${name}`, () => {
    let world: FamilyWorld;
    beforeAll(async () => {
      world = await openFamilyWorld(await openStore(), { webhooksPerMinute: perMinute });
    });
    afterAll(() => world.close());
    afterEach(() => expect(world.leaks()).toEqual([]));

    const sources = () => `${world.own.workspace}/automations/sources`;
    /** A source with a trigger that takes every type. */
    async function source(adapterId: AdapterId = "signed-json.v1", status = "active"): Promise<Json> {
      const { body } = await world.call("POST", sources(), { name: "Shop", webhookSecret, adapterId });
      const made = { ...trigger, sessionTemplate: template, sourceId: body["id"], status };
      const { status: answered } = await world.call("POST", `${world.own.workspace}/automations/triggers`, made);
      expect(answered).toBe(201);
      return body;
    }
    let deliveries = 0;
    async function deliver(to: Json, sent: Partial<Sent> & { headers?: object } = {}): Promise<Answer> {
      deliveries += 1;
      const { headers = {}, body = '{"type":"order.created"}', ...more } = sent;
      const time = Math.floor(world.service.clock.now() / 1_000);
      const given = { secret: webhookSecret, deliveryId: `d-${deliveries}`, time, ...more, body };
      const signed = signedHeaders(text(to["adapterId"]) as AdapterId, given);
      return world.call("POST", text(to["webhookPath"]), body, { key: null, headers: { ...signed, ...headers } });
    }
    const eventsOf = async ({ id }: Json) =>
      (await world.call("GET", `${sources()}/${String(id)}/events`)).body["events"]!;

    it("accepts a signed delivery once, and recognises its repeat", async () => {
      const to = await source();
      const [first, again] = [await deliver(to, { deliveryId: "same" }), await deliver(to, { deliveryId: "same" })];
      expect([first.status, first.body["duplicate"]]).toEqual([202, false]);
      expect([again.status, again.body["duplicate"], again.body["eventId"]]).toEqual([
        202,
        true,
        first.body["eventId"],
      ]);
      expect(await eventsOf(to)).toHaveLength(1);
    });

    it("refuses a repeat with other content", async () => {
      const to = await source();
      await deliver(to, { deliveryId: "same" });
      const other = await deliver(to, { deliveryId: "same", body: '{"type":"order.paid"}' });
      expect(fault(other)).toBe("409 delivery_conflict");
      expect(await eventsOf(to)).toHaveLength(1);
    });

    it("takes one id from two sources as two events", async () => {
      const [one, other] = [await source(), await source()];
      const answers = [await deliver(one, { deliveryId: "same" }), await deliver(other, { deliveryId: "same" })];
      expect(answers.map(({ body }) => body["duplicate"])).toEqual([false, false]);
    });

    it.each(["signed-json.v1", "github.v1", "stripe.v1", "standard-webhooks.v1"] as const)(
      "refuses a delivery that is not signed with the source's secret: %s",
      async (adapterId) => {
        const to = await source(adapterId);
        const other = `whsec_${Buffer.from("another-secret-of-24-cha").toString("base64")}`;
        const names = Object.keys(signedHeaders(adapterId, { body: "", secret: webhookSecret }));
        const [signature = ""] = names.filter((header) => header.includes("signature"));
        const signed = signedHeaders(adapterId, { body: '{"type":"other"}', secret: webhookSecret });
        const forged = [
          await deliver(to, { secret: other }),
          await deliver(to, { headers: { [signature]: "" } }),
          await deliver(to, { headers: { [signature]: "sha256=00" } }),
          await deliver(to, { headers: { [signature]: "x".repeat(8_000) } }),
          await deliver(to, { headers: signed }),
          await world.call("POST", text(to["webhookPath"]), { type: "t" }, { key: world.own.key }),
        ];
        expect(new Set(forged.map(fault))).toEqual(new Set(["401 signature_invalid"]));
        expect(await eventsOf(to)).toEqual([]);
      },
    );

    it.each(["stripe.v1", "standard-webhooks.v1"] as const)(
      "refuses a time of more than five minutes ago or ahead: %s",
      async (adapterId) => {
        const to = await source(adapterId);
        const now = Math.floor(world.service.clock.now() / 1_000);
        const body = '{"id":"evt_1","type":"order.created"}';
        for (const time of [now - 301, now + 301]) {
          expect(fault(await deliver(to, { body, time }))).toBe("401 signature_invalid");
        }
        expect((await deliver(to, { body, time: now - 299 })).status).toBe(202);
        expect((await deliver(to, { body: body.replace("evt_1", "evt_2"), time: now + 299 })).status).toBe(202);
      },
    );

    it("takes 2 MiB and refuses a byte more, before it looks at the signature", async () => {
      const to = await source();
      const sized = (size: number) => {
        const empty = JSON.stringify({ type: "t", data: { text: "" } });
        return JSON.stringify({ type: "t", data: { text: "x".repeat(size - empty.length) } });
      };
      expect((await deliver(to, { body: sized(2_097_152) })).status).toBe(202);
      expect(fault(await deliver(to, { body: sized(2_097_153) }))).toBe("413 validation_failed");
      expect(fault(await deliver(to, { body: sized(2_097_153), secret: "forged-forged-forged" }))).toMatch(/^413 /);
    });

    it("refuses a signed body that is no JSON object of at most 256 levels with a type", async () => {
      const to = await source();
      const refused = async (body: string, headers = {}) => fault(await deliver(to, { body, headers }));
      expect([
        await refused("[]"),
        await refused("{"),
        await refused(`${'{"a":'.repeat(300)}1${"}".repeat(300)}`),
        await refused("{}"),
        await refused(JSON.stringify({ type: "t".repeat(201) })),
        await refused("payload=1", { "content-type": "application/x-www-form-urlencoded" }),
      ]).toEqual([
        "400 validation_failed",
        "400 validation_failed",
        "400 validation_failed",
        "422 validation_failed",
        "422 validation_failed",
        "415 unsupported_media_type",
      ]);
    });

    it("keeps strange content, ids and types, or refuses them", async () => {
      const to = await source();
      const strange = [
        String.raw`{"type":"a\u0000b","data":{"a\u0000":"b\u0000"},"id":"\u0000"}`,
        String.raw`{"type":"a","id":"\ud800","subject":"\udc00","data":{"\ud800":1}}`,
        '{"type":"a","id":"p","__proto__":{"admin":true},"constructor":{"prototype":{}}}',
        '{"type":"a","id":"n","data":{"n":1e999,"m":-0}}',
        '{"type":"a","id":7,"occurredAt":"yesterday","subject":{"a":1},"occurrenceKey":["k"]}',
        JSON.stringify({ type: "a", id: "x".repeat(100_000), subject: "y".repeat(100_000) }),
      ];
      for (const body of strange) {
        const { status } = await deliver(to, { body });
        expect([body.slice(0, 80), status]).toEqual([body.slice(0, 80), expect.toSatisfy((got) => got < 500)]);
      }
      for (const deliveryId of ["x".repeat(6_000), "%00", "\u00e9", " "]) {
        expect((await deliver(to, { deliveryId })).status).toBeLessThan(500);
      }
      expect((await world.call("GET", `${sources()}/${String(to["id"])}/events`)).status).toBe(200);
    });

    it("is missing at an address that no source has", async () => {
      const to = await source();
      for (const id of [
        "00000000-0000-4000-8000-000000000000",
        "x",
        "%00",
        "%ed%a0%80",
        "..%2f..",
        text(to["id"]),
        text(to["webhookPath"]).split("/").at(-1)!.toUpperCase(),
      ]) {
        const answer = await world.call("POST", `/v1/webhooks/automations/${id}`, { type: "t" }, { key: null });
        expect([id, answer.status]).toEqual([id, 404]);
      }
    });

    it("is gone once the source is removed", async () => {
      const to = await source();
      expect((await world.call("DELETE", `${sources()}/${String(to["id"])}`)).status).toBe(204);
      expect(fault(await deliver(to))).toBe("410 source_disabled");
    });

    it("starts nothing while its trigger is paused", async () => {
      const to = await source("signed-json.v1", "paused");
      expect((await deliver(to)).body).toMatchObject({ accepted: true, ignoredReason: "trigger_paused" });
    });

    it("starts nothing while its source is paused, and takes the next one once it is not", async () => {
      const to = await source();
      const change = (status: string) => world.call("PATCH", `${sources()}/${String(to["id"])}`, { status });
      expect((await change("paused")).status).toBe(200);
      const paused = await deliver(to, { deliveryId: "paused" });
      expect([paused.status, paused.body["ignoredReason"], paused.body["runIds"]]).toEqual([202, "source_paused", []]);
      expect(fault(await deliver(to, { secret: "forged-forged-forged" }))).toBe("401 signature_invalid");
      expect((await change("active")).status).toBe(200);
      expect((await deliver(to)).body["runIds"]).toHaveLength(1);
      // Events of the pause stay ignored.
      const again = await deliver(to, { deliveryId: "paused" });
      expect([again.body["duplicate"], again.body["runIds"]]).toEqual([true, []]);
    });

    it("accepts a limited number of deliveries a minute, with a retry time", async () => {
      const to = await source();
      // Unsigned deliveries do not count.
      for (let n = 0; n < perMinute; n += 1) await deliver(to, { secret: "forged-forged-forged" });
      for (let n = 0; n < perMinute; n += 1) expect((await deliver(to)).status).toBe(202);
      const refused = await deliver(to, { deliveryId: "late" });
      expect([fault(refused), refused.headers.get("retry-after")]).toEqual(["429 rate_limited", "3"]);
      expect((await deliver(await source())).status).toBe(202);
      await world.service.clock.advance(3_000);
      expect((await deliver(to, { deliveryId: "late" })).status).toBe(202);
    });
  });
}
