import { describe, expect, it } from "vitest";
import { isSigned } from "../../src/automations/signature.js";
import { webhookSenders, type AdapterId } from "../../src/automations/webhook-senders.js";
import { signedHeaders, webhookSecret } from "./signed.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const allKinds = Object.keys(webhookSenders) as AdapterId[];
const now = 1_767_225_600_000;

async function verified(
  kind: AdapterId,
  {
    headers,
    body,
    secrets,
    at = now,
  }: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly secrets: readonly string[];
    readonly at?: number;
  },
): Promise<boolean> {
  const sender = webhookSenders[kind];
  const signed = sender.signed({ headers: new Headers(headers), body: bytes(body), now: at });
  const keys = secrets.map((secret) => sender.key(secret)).filter((key) => key !== null);
  return signed !== null && isSigned(signed, keys);
}

/** The body of Stripe's own test of signatures. */
const stripeBody = `${JSON.stringify(
  {
    id: "evt_123",
    object: "event",
    account: "acct_123",
    api_version: "2017-05-25",
    created: 1533204620,
    data: {
      object: {
        id: "cus_123",
        object: "customer",
        created: 123456789,
        email: "test@stripe.com",
        livemode: false,
        metadata: {},
      },
    },
    livemode: false,
    pending_webhooks: 1,
    request: { id: "req_123", idempotency_key: "idempotency-key-123" },
    type: "customer.created",
  },
  null,
  2,
)}\n`;

/** Published by each sender: GitHub's guide, the tests of stripe-dotnet, the tests of Standard Webhooks. */
const published = {
  "github.v1": {
    secrets: ["It's a Secret to Everybody"],
    body: "Hello, World!",
    headers: { "x-hub-signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17" },
  },
  "stripe.v1": {
    secrets: ["webhook_secret"],
    body: stripeBody,
    at: 1_533_204_720_000,
    headers: {
      "stripe-signature":
        "t=1533204620,v1=2220f87ef101a04665f11cdf770523143f875572008577fa0f20882ddb9cc3c7,v0=63f3a72374a733066c4be69ed7f8e5ac85c22c9f0a6a612ab9a025a9e4ee7eef",
    },
  },
  "standard-webhooks.v1": {
    secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    body: '{"test": 2432232314}',
    at: 1_614_265_330_000,
    headers: {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    },
  },
} as const;

describe("a published test vector", () => {
  it.each(["github.v1", "stripe.v1", "standard-webhooks.v1"] as const)("of %s is accepted", async (kind) => {
    expect(await verified(kind, published[kind])).toBe(true);
  });

  it.each(["github.v1", "stripe.v1", "standard-webhooks.v1"] as const)(
    "of %s is refused with one byte more",
    async (kind) => {
      const { body, ...rest } = published[kind];
      expect(await verified(kind, { ...rest, body: `${body} ` })).toBe(false);
    },
  );
});

describe.each(allKinds)("a delivery of %s", (kind) => {
  const secret = webhookSecret;
  const other = `whsec_${Buffer.from("another-secret-24-bytes!").toString("base64")}`;
  const body = '{"type":"order.created"}';
  const headers = signedHeaders(kind, { body, secret });

  it("is accepted under its secret, and under the older one of two", async () => {
    expect(await verified(kind, { headers, body, secrets: [secret] })).toBe(true);
    expect(await verified(kind, { headers, body, secrets: [other, secret] })).toBe(true);
  });

  it("is refused under another secret, without one, and with the signature of another body", async () => {
    expect(await verified(kind, { headers, body, secrets: [other] })).toBe(false);
    expect(await verified(kind, { headers, body, secrets: [] })).toBe(false);
    expect(await verified(kind, { headers, body: '{"type":"order.deleted"}', secrets: [secret] })).toBe(false);
  });

  it("is refused without headers and with malformed ones", async () => {
    expect(await verified(kind, { headers: {}, body, secrets: [secret] })).toBe(false);
    for (const name of Object.keys(headers).filter((name) => name.includes("signature"))) {
      for (const value of [
        "",
        "sha256=",
        "sha256=zz",
        "v1,",
        "v1,%%%",
        "t=,v1=",
        "t=1",
        ",,",
        "t=x,v1=00",
        "sha1=00",
      ]) {
        expect(await verified(kind, { headers: { ...headers, [name]: value }, body, secrets: [secret] })).toBe(false);
      }
    }
  });
});

describe.each(["stripe.v1", "standard-webhooks.v1"] as const)("the timestamp of %s", (kind) => {
  const body = "{}";
  const headers = signedHeaders(kind, { body, secret: webhookSecret });
  const at = (ms: number) => verified(kind, { headers, body, secrets: [webhookSecret], at: now + ms });

  it("may lie five minutes from now in both directions and no further", async () => {
    expect([await at(300_000), await at(-300_000)]).toEqual([true, true]);
    expect([await at(300_001), await at(-300_001)]).toEqual([false, false]);
  });

  it("is covered by the signature", async () => {
    const moved = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replaceAll("1767225600", "1767225601")]),
    );
    expect(await verified(kind, { headers: moved, body, secrets: [webhookSecret] })).toBe(false);
  });
});

it("compares no more than eight signatures of one header", async () => {
  const body = "{}";
  const { "webhook-signature": real = "", ...rest } = signedHeaders("standard-webhooks.v1", {
    body,
    secret: webhookSecret,
  });
  const wrong = `v1,${Buffer.alloc(32).toString("base64")}`;
  const send = (count: number) => {
    const headers = { ...rest, "webhook-signature": [...Array<string>(count).fill(wrong), real].join(" ") };
    return verified("standard-webhooks.v1", { headers, body, secrets: [webhookSecret] });
  };
  expect([await send(7), await send(8)]).toEqual([true, false]);
});

it("takes a Standard Webhooks secret in its own form only", () => {
  const key = (secret: string) => webhookSenders["standard-webhooks.v1"].key(secret);
  expect(key(webhookSecret)).toHaveLength(24);
  expect([key("whsec_not base64"), key("whsec_YWJj"), key("")]).toEqual([null, null, null]);
});

it.each([
  ["whsec_", 23, false],
  ["whsec_", 24, true],
  ["", 24, true],
  ["whsec_", 64, true],
  ["whsec_", 65, false],
])("takes a new Standard Webhooks secret of %j and %d bytes: %j", (before, length, isTaken) => {
  const secret = before + Buffer.alloc(length, 7).toString("base64");
  expect(webhookSenders["standard-webhooks.v1"].takes(secret)).toBe(isTaken);
});

it.each([16, 65])("verifies with a stored Standard Webhooks secret of %d bytes", async (length) => {
  const secret = `whsec_${Buffer.alloc(length, 7).toString("base64")}`;
  const body = "{}";
  const headers = signedHeaders("standard-webhooks.v1", { body, secret });
  expect(await verified("standard-webhooks.v1", { headers, body, secrets: [secret] })).toBe(true);
});

describe("the facts of an event", () => {
  const facts = (kind: AdapterId, headers: Record<string, string>, body: Record<string, unknown>) =>
    webhookSenders[kind].event(new Headers(headers), body);

  it("are read from the body of signed-json, whose id counts beside the header's", () => {
    const body = {
      id: "e-1",
      type: "order.created",
      subject: "order 7",
      occurrenceKey: "k",
      occurredAt: "2026-01-01T00:00:00+01:00",
    };
    expect(facts("signed-json.v1", { "x-service-delivery-id": "d-1" }, body)).toEqual({
      deliveryIds: ["delivery:d-1", "event:e-1"],
      type: "order.created",
      subject: "order 7",
      occurredAt: "2025-12-31T23:00:00.000Z",
      occurrenceKey: "k",
    });
    expect(facts("signed-json.v1", {}, { type: "tick" })).toMatchObject({ deliveryIds: [], occurredAt: null });
    expect(facts("signed-json.v1", {}, { type: 7 })).toBeNull();
  });

  it.each(["2026-01-01T00:00:00", "2026-01-01", "2026", "Jan 1 2026"])(
    "have no time for %s, whose instant depends on the time zone of the reader",
    (time) => {
      expect(
        webhookSenders["signed-json.v1"].event(new Headers(), { type: "a", occurredAt: time })?.occurredAt,
      ).toBeNull();
    },
  );

  it.each(["+275760-01-01T00:00:00Z", "-000001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "yesterday"])(
    "have no time for %s, which is outside the years that are kept",
    (time) => {
      const at = (kind: AdapterId, headers: Record<string, string>, body: object) =>
        facts(kind, headers, { ...body })?.occurredAt;
      expect(at("signed-json.v1", {}, { type: "a", occurredAt: time })).toBeNull();
      expect(at("stripe.v1", {}, { id: "e", type: "a", created: Date.parse(time) / 1_000 })).toBeNull();
      const headers = { "webhook-id": "m", "webhook-timestamp": "1614265330" };
      const standard = at("standard-webhooks.v1", headers, { type: "a", timestamp: time });
      expect(standard).toBe("2021-02-25T15:02:10.000Z");
      expect(at("github.v1", { "x-github-event": "push" }, { occurredAt: time })).toBeNull();
    },
  );

  it("name a GitHub event by its header and action", () => {
    const headers = { "x-github-event": "pull_request", "x-github-delivery": "d-1" };
    const body = { action: "opened", repository: { full_name: "acme/app" } };
    expect(facts("github.v1", headers, body)).toMatchObject({
      deliveryIds: ["delivery:d-1"],
      type: "pull_request.opened",
      subject: "acme/app",
    });
    expect(facts("github.v1", { "x-github-event": "push" }, {})).toMatchObject({
      deliveryIds: [],
      type: "push",
      subject: null,
    });
    expect(facts("github.v1", {}, {})).toBeNull();
  });

  it("are read from Stripe's own envelope", () => {
    expect(facts("stripe.v1", {}, JSON.parse(stripeBody) as Record<string, unknown>)).toEqual({
      deliveryIds: ["event:evt_123"],
      type: "customer.created",
      subject: "cus_123",
      occurredAt: "2018-08-02T10:10:20.000Z",
      occurrenceKey: null,
    });
  });

  it("take the id of Standard Webhooks from its signed header", () => {
    const headers = { "webhook-id": "msg_1", "webhook-timestamp": "1614265330" };
    expect(facts("standard-webhooks.v1", headers, { type: "user.created" })).toMatchObject({
      deliveryIds: ["delivery:msg_1"],
      type: "user.created",
      occurredAt: "2021-02-25T15:02:10.000Z",
    });
    expect(facts("standard-webhooks.v1", headers, { test: 1 })).toMatchObject({ type: "event" });
  });
});
