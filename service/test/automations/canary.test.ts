import { createMemoryStore } from "../../src/app.js";
import { expect, it } from "vitest";
import { text, type Answer } from "../harness.js";
import { settle } from "../manual-clock.js";
import { webhookWorld } from "./webhook-world.js";

const canaries = ["canary-secret-0000-0001", "canary-secret-0000-0002", "canary-header-0000-0003"];

it("puts the secrets of automations in no response, log, event, fault or record", async () => {
  const store = createMemoryStore();
  const world = await webhookWorld({ store });
  const heard: unknown[] = [];
  const note = (answer: Answer) => {
    heard.push(answer.body, Object.fromEntries(answer.headers));
    return answer;
  };
  const call = async (method: string, path: string, body?: unknown) => note(await world.call(method, path, body));
  const [first, second, header] = canaries;
  const source = await world.source({ webhookSecret: first });
  const at = `${world.sources}/${text(source["id"])}`;
  const server = { id: "shop", url: "https://shop.example/mcp", headers: { authorization: `Bearer ${header}` } };
  const trigger = await world.trigger(source, { sessionTemplate: { prompt: "/say hi", mcpServers: [server] } });
  heard.push(source, trigger);
  note(await world.deliver(source, { type: "t" }, { secret: first ?? "" }));
  note(await world.deliver(source, { type: "t" }, { secret: "wrong-secret-of-someone" }));
  await call("PATCH", at, { webhookSecret: second });
  await call("PATCH", at, { webhookSecret: second, name: 7 });
  await call("POST", world.sources, { webhookSecret: second, name: "" });
  await call("POST", world.sources, { webhookSecret: second, name: "x", adapterId: "standard-webhooks.v1" });
  await call("POST", world.triggers, { sourceId: source["id"], sessionTemplate: { prompt: 1, mcpServers: [server] } });
  const reads = [
    world.sources,
    at,
    `${at}/events`,
    world.triggers,
    `${world.workspace}/automations/runs`,
    `${world.workspace}/sessions`,
  ];
  for (const path of reads) await call("GET", path);
  const [run] = await world.runs();
  const session = `${world.workspace}/sessions/${text(run?.["sessionId"])}`;
  heard.push(await world.log(session), (await call("GET", session)).body);
  await settle();
  heard.push(world.faults.map(String));
  const query = { workspaceId: text(source["workspaceId"]), limit: 100 };
  heard.push(await store.listSources(query), await store.listTriggers(query), await store.listAutomationRuns(query));
  const all = JSON.stringify(heard);
  expect(all).toContain("v1.");
  expect(canaries.filter((canary) => all.includes(canary))).toEqual([]);
});
