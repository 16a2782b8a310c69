import { afterEach, beforeEach, expect, it } from "vitest";
import { ServiceClient } from "../../../src/api/service-client.js";
import { ask, bodyOf, createBackend, type Backend } from "../../support/backend.js";
import { code, request } from "./browser-request.js";

let backend: Backend;
let workspaceId: string;
let sessionId: string;
beforeEach(async () => {
  backend = await createBackend();
  workspaceId = await backend.service.workspaceId({ tenant: "acme" });
  for (const user of ["ana", "ana", "ben"]) {
    const chat = await backend.service.chat({ tenant: "acme", user, conversation: `c-${user}` });
    await chat.send("/say hi");
    if (user === "ana") sessionId = chat.sessionId;
  }
});
afterEach(() => backend.close());

const go = (proxy: ReturnType<Backend["proxy"]>, method: string, path: string, body?: unknown) =>
  proxy(request(method, `workspaces/current${path}`, body));
const as =
  (user: string, role: "admin" | "member" = "member") =>
  () => ({ tenant: "acme", user, role });
const limit = async (quotas: object) => {
  const { app } = backend;
  const client = new ServiceClient({
    baseUrl: "https://service.test",
    apiKey: app.apiKey,
    fetch: (url, init) => app.fetch(new Request(url, init)),
  });
  await client.updateWorkspace({ workspaceId, settings: { quotas } });
};

it("is not there unless the host allows it, and never for a list of people", async () => {
  expect(await code(go(backend.proxy({ resolve: as("ana") }), "GET", "/usage"))).toEqual([404, "route_not_allowed"]);
  const open = backend.proxy({ resolve: as("ana", "admin"), usage: true });
  expect(await code(go(open, "GET", "/usage/people"))).toEqual([404, "route_not_allowed"]);
});

it("shows a person their own figures and limits, for any query, also an admin", async () => {
  await limit({ person: { messages: 9 }, workspace: { messages: 50 } });
  for (const role of ["member", "admin"] as const) {
    const proxy = backend.proxy({ resolve: as("ana", role), usage: true });
    for (const query of ["", "?endUserSource=app&endUserId=ben", "?owner=workspace&withWorkspace=true"]) {
      expect(await bodyOf(await go(proxy, "GET", `/usage${query}`))).toMatchObject({
        endUser: { id: "ana" },
        usage: { messages: 2 },
        limits: { messages: 9 },
      });
    }
    expect(await bodyOf(await go(proxy, "GET", ""))).not.toHaveProperty("settings.quotas");
  }
});

it("refuses a message over a person's limit with its figures, and over the workspace's without", async () => {
  await limit({ person: { messages: 2 } });
  const proxy = backend.proxy({ resolve: as("ana") });
  const send = () =>
    go(proxy, "POST", `/sessions/${sessionId}/events`, { type: "user.message", payload: { text: "/say more" } });
  const own = await send();
  expect(own.status).toBe(429);
  expect((await bodyOf(own))["error"]).toMatchObject({
    code: "quota_exceeded",
    message: "This month's limit is reached. You can send again next month.",
    retryable: false,
    details: { quota: "messages", scope: "person", limit: 2, used: 2 },
  });
  await limit({ workspace: { messages: 3 } });
  const { details } = (await bodyOf(await send()))["error"] as { readonly details: object };
  expect(details).toEqual({ quota: "messages", scope: "workspace", resetsAt: expect.any(String) });
});

it("refuses it at the chat handler too, where the person reads one sentence", async () => {
  await limit({ person: { messages: 2 } });
  const answer = await backend.chat()(ask("POST", "/api/chat", { message: "/say more" }, { conversation: "c-ana" }));
  expect(answer.status).toBe(429);
  expect((await bodyOf(answer))["error"]).toMatchObject({ code: "quota_exceeded", retryable: false });
});
