import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { afterEach, beforeEach, expect, it } from "vitest";
import { deskAgent } from "../../examples/host/src/agent/desk-agent.js";
import { answerToolRequest, toolsToApprove } from "../../examples/host/src/server/order-tools.js";
import { createOrders, type Orders } from "../../examples/host/src/server/orders.js";
import { createMemoryStore, createServiceApp, type ServiceApp } from "../../service/src/app.js";
import { systemClock } from "../../service/src/clock.js";
import { mcpTools } from "../../service/src/mcp/mcp-tools.js";
import { Service } from "../../src/server/handler/service.js";
import { inProcessFetch } from "../../src/testing/in-process-fetch.js";

/** The example's agent in the real service, with the example's own tools behind a port. */
let app: ServiceApp;
let orders: Orders;
let close: () => void;
let service: Service;
let chat: Awaited<ReturnType<Service["chat"]>>;
beforeEach(async () => {
  orders = createOrders();
  const server = serve({
    fetch: (request) => answerToolRequest(orders, "acme", request),
    port: 0,
    overrideGlobalObjects: false,
  });
  await new Promise((resolve) => server.once("listening", resolve));
  close = () => server.close();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const toolSources = [mcpTools({ clock: systemClock })];
  app = await createServiceApp({ store: createMemoryStore(), agent: deskAgent, toolSources });
  const { apiKey, organizationId } = app;
  const fetch = inProcessFetch(app);
  service = new Service({ baseUrl: "https://service.test", apiKey, organizationId, source: "desk", fetch });
  const mcpServers = [{ id: "orders", url, requireApproval: toolsToApprove }];
  chat = await service.chat({ tenant: "acme", user: "ana", conversation: "ticket_1", mcpServers });
});
afterEach(async () => {
  close();
  await app.close();
});

const requestOf = ({ pending }: { readonly pending: { readonly requestId: string } | null }): string => {
  if (pending === null) throw new Error("Nothing waits for a person.");
  return pending.requestId;
};

it("refunds a parcel that is ten days late once a person has approved it", async () => {
  const asked = await chat.send("Please refund order 1042");
  expect(orders.book("acme").refunds).toEqual([]);
  const done = await chat.respond({ requestId: requestOf(asked), decision: "approve" });
  expect(done.text).toContain("gets the money back");
  expect(orders.book("acme").refunds).toEqual([{ order: 1042, cents: 2_450 }]);
});

it("leaves the money where it is and repeats the reason when a person rejects the refund", async () => {
  const asked = await chat.send("Refund order 1042");
  const done = await chat.respond({ requestId: requestOf(asked), decision: "reject", message: "Ask Ben first." });
  expect(done.text).toContain("I didn't refund order 1042. Ask Ben first.");
  expect(orders.book("acme").refunds).toEqual([]);
});

it("refuses a refund before the tenth day, and an order that does not exist", async () => {
  expect((await chat.send("Refund order 1041")).text).toContain("I can't refund order 1041: it is 4 days late");
  expect((await chat.send("Where is order 9999?")).text).toContain("I can't find order 9999.");
});

it("remembers the order that the conversation is about", async () => {
  await chat.send("Where is order 1043?");
  expect((await chat.send("Draft a reply")).text).toContain("Hi Lena,");
});

it("takes no number of a scripted command for an order", async () => {
  await chat.send("Where is order 1043?");
  await chat.send('/tool look {"wait":8000}');
  expect((await chat.send("Draft a reply")).text).toContain("Hi Lena,");
});

it.each([
  ["/say Start", "Start"],
  ["/help", "What I can do"],
  ['/tool look {"wait":1}', "Tool call"],
  ["Good morning\n/help", "Good morning"],
])("titles a conversation that begins with %j as %j", async (message, title) => {
  await chat.send(message);
  const [session] = await service.sessions.list({ tenant: "acme" });
  expect(session?.title).toBe(title);
});

it("takes the number after the word order before another one", async () => {
  expect((await chat.send("Draft a reply about order 1043, promised in 2026")).text).toContain("Hi Lena,");
});

it("asks for the pick-up point and then for an approval before it changes the address", async () => {
  const question = await chat.send("Send order 1043 to a pick-up point");
  const point = "Kiosk Hauptplatz 3";
  const answers = [{ questionId: "place", values: [point] }];
  const asked = await chat.respond({ requestId: requestOf(question), answers });
  expect(orders.find("acme", 1043).to).toBe("Sporgasse 21, Graz");
  const done = await chat.respond({ requestId: requestOf(asked), decision: "approve" });
  expect(orders.find("acme", 1043).to).toBe(point);
  expect(done.text).toContain(`Order 1043 now goes to **${point}**`);
});

it("follows the commands of the scripted agent", async () => {
  expect((await chat.send("/say As before.")).text).toBe("As before.");
});
