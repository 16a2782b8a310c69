import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { passWebhooksOn } from "../../examples/host/src/server/webhooks.js";
import { createMemoryStore, createServiceApp, type ServiceApp } from "../../service/src/app.js";
import { webhookSenders, type AdapterId } from "../../service/src/automations/webhook-senders.js";
import { listen, type Listening } from "../../service/src/listen.js";
import { signedHeaders, webhookSecret } from "../../service/test/automations/signed.js";
import { ServiceClient } from "../../src/api/service-client.js";

let app: ServiceApp;
let port: Listening;
beforeEach(async () => {
  app = await createServiceApp({ store: createMemoryStore(), secretsKey: Buffer.alloc(32, 7).toString("base64") });
  port = await listen(app, { port: 0 });
});
afterEach(async () => {
  await port.close();
  await app.close();
});

const adapterIds = Object.keys(webhookSenders) as AdapterId[];
const event = JSON.stringify({ type: "order.shipped", action: "opened", id: "e-1" });

/** Makes a source, and signs an event for it. */
async function signedEvent(adapterId: AdapterId) {
  const admin = new ServiceClient({ baseUrl: port.url, apiKey: app.apiKey });
  const { workspace } = await admin.ensureWorkspace({ externalSource: "app", externalId: "acme", name: "acme" });
  const source = await admin.createAutomationSource({
    workspaceId: workspace.id,
    name: "Sender",
    adapterId,
    webhookSecret,
  });
  const time = Math.floor(Date.now() / 1_000);
  const signed = signedHeaders(adapterId, { body: event, secret: webhookSecret, time });
  return { path: source.webhookPath, signed };
}

async function delivered(path: string, headers: Readonly<Record<string, string>>) {
  const host = new Hono();
  passWebhooksOn(host, port.url);
  const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body: event };
  const answer = await host.request(path, init);
  return { status: answer.status, body: (await answer.json()) as unknown };
}

describe("a signed event that the example passes on", () => {
  it.each(adapterIds)("is accepted from a sender of the kind %s", async (adapterId) => {
    const { path, signed } = await signedEvent(adapterId);
    expect(await delivered(path, signed)).toMatchObject({ status: 202, body: { accepted: true } });
  });

  it.each([
    { expect: "100-continue" },
    { "keep-alive": "timeout=5", connection: "keep-alive" },
    { upgrade: "h2c", connection: "upgrade" },
    { te: "trailers", trailer: "x-sum" },
    { connection: "x-hop", "x-hop": "1" },
    { "proxy-authorization": "Basic YTpi", "proxy-connection": "keep-alive" },
    { authorization: "Bearer of-a-person", cookie: "session=1" },
  ])("is accepted with the headers %j of its connection", async (more) => {
    const { path, signed } = await signedEvent("signed-json.v1");
    expect(await delivered(path, { ...signed, ...more })).toMatchObject({ status: 202 });
  });

  it("keeps its body byte for byte, and one that is changed is refused", async () => {
    const { path, signed } = await signedEvent("github.v1");
    const changed = { ...signed, "x-hub-signature-256": `sha256=${"0".repeat(64)}` };
    expect(await delivered(path, changed)).toMatchObject({ status: 401 });
  });
});

it.each(adapterIds)("the page about automations names the headers of %s", (adapterId) => {
  const page = readFileSync(new URL("../../docs/automations.md", import.meta.url), "utf8");
  const names = Object.keys(signedHeaders(adapterId, { body: event, secret: webhookSecret }));
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
