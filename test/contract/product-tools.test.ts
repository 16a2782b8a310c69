import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ChatResolution } from "../../src/server/handler/resolution.js";
import type { SkillDefinition } from "../../src/wire/protocol/skill.js";
import { code, request } from "../server/proxy/browser-request.js";
import { ask, bodyOf, createBackend, framesOf, type Backend } from "../support/backend.js";

const skill: SkillDefinition = { name: "refunds", description: "When money goes back.", content: "Ask why." };

let backend: Backend;
let made: number;
beforeEach(async () => {
  backend = await createBackend();
  made = 0;
});
afterEach(() => backend.close());

/** A host that makes a token for every request. */
const resolve = (): ChatResolution => ({
  tenant: "acme",
  user: "ana",
  skills: [skill],
  mcpServers: [
    { id: "orders", url: "https://shop.example.com/mcp", headers: { authorization: `Bearer token-${(made += 1)}` } },
    { id: "help", url: "https://help.example.com/mcp" },
  ],
});

const bodies = () =>
  backend.calls
    .filter(({ method }) => method === "POST")
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const fresh = (token: number) => [{ id: "orders", headers: { authorization: `Bearer token-${token}` } }];

async function started() {
  const chat = backend.chat({ resolve });
  const frames = await framesOf(await chat(ask("POST", "/api/chat", { message: "/approve refund {}" })));
  const ref = frames.at(-1)?.data.reply as { workspaceId: string; sessionId: string };
  return { chat, ref: { workspaceId: ref.workspaceId, sessionId: ref.sessionId } };
}

describe("a host's skills and tools", () => {
  it("accompany the first message, and the session returns them without credentials", async () => {
    const { ref } = await started();
    expect(bodies().at(-1)).toMatchObject({
      skills: [skill],
      mcpServers: [{ id: "orders", headers: { authorization: "Bearer token-1" } }, { id: "help" }],
    });
    const session = await backend.service.client.getSession(ref);
    expect(session.skills).toEqual([skill]);
    expect(session.mcpServers).toMatchObject([
      { id: "orders", headerNames: ["authorization"], credentialVersion: 1 },
      { id: "help", headerNames: [], credentialVersion: 1 },
    ]);
    expect(JSON.stringify(session)).not.toContain("token-");
  });

  it("stay as they are, while each message and decision brings the token of its own request", async () => {
    const { chat, ref } = await started();
    const { requestId } = (await bodyOf(await chat(ask("GET", "/api/chat")))).pending[0];
    await framesOf(await chat(ask("POST", "/api/chat/respond", { requestId, decision: "approve" })));
    expect(bodies().at(-1)).toMatchObject({ payload: { mcpCredentialUpdates: fresh(3) } });
    await framesOf(await chat(ask("POST", "/api/chat", { message: "/say hi" })));
    expect(bodies().at(-1)).toMatchObject({ payload: { mcpCredentialUpdates: fresh(4) } });
    await framesOf(await chat(ask("POST", "/api/chat", { message: "/say hi", delivery: "steer" })));
    expect(bodies().at(-1)).toMatchObject({ mcpCredentialUpdates: fresh(5) });
    const { mcpServers } = await backend.service.client.getSession(ref);
    expect(mcpServers?.[0]).toMatchObject({ url: "https://shop.example.com/mcp", credentialVersion: 4 });
    const page = await backend.service.client.listEvents(ref);
    expect(JSON.stringify(page)).not.toContain("token-");
  });

  it("that the service refuses are named, and their values are not", async () => {
    const bad = () => ({ ...resolve(), mcpServers: [{ id: "orders", url: "https://u:token-9@shop.example.com" }] });
    const answer = await backend.chat({ resolve: bad })(ask("POST", "/api/chat", { message: "hi" }));
    const text = await answer.text();
    expect([answer.status, text.includes("mcpServers.0.url"), text.includes("token-9")]).toEqual([422, true, false]);
  });
});

describe("the proxy", () => {
  const go = (proxy: ReturnType<Backend["proxy"]>, method: string, path: string, body?: unknown) =>
    proxy(request(method, `workspaces/current/sessions${path}`, body));

  it("sends a host's fresh headers with messages and decisions, and a browser's never", async () => {
    const { chat, ref } = await started();
    const told: string[] = [];
    const proxy = backend.proxy({
      beforeForwardMessage({ delivery }) {
        told.push(delivery);
        return { modelContext: "Ana is here.", mcpCredentialUpdates: fresh(7) };
      },
    });
    const events = `/${ref.sessionId}/events`;
    const { pending } = await bodyOf(await chat(ask("GET", "/api/chat")));
    const decision = { approvalId: pending[0].requestId, decision: "approve" };
    const forged = { ...decision, mcpCredentialUpdates: fresh(8) };
    const write = (payload: object) => go(proxy, "POST", events, { type: "user.approvalDecision", payload });
    expect(await code(write(forged))).toEqual([403, "credential_update_not_allowed"]);
    expect((await write(decision)).status).toBe(200);
    expect(bodies().at(-1)).toMatchObject({ payload: { mcpCredentialUpdates: fresh(7) } });
    expect(bodies().at(-1)?.["payload"]).not.toHaveProperty("modelContext");
    expect(told).toEqual(["decision"]);
    const { mcpServers } = await backend.service.client.getSession(ref);
    expect(mcpServers?.[0]).toMatchObject({ credentialVersion: 2 });
  });

  it("shows a browser the session's tools without what opens them", async () => {
    const { ref } = await started();
    const shown = await Promise.all(
      [`/${ref.sessionId}`, "?view=page", `/${ref.sessionId}/events`].map(async (path) =>
        (await go(backend.proxy(), "GET", path)).text(),
      ),
    );
    expect(shown[0]).toContain('"headerNames":["authorization"]');
    expect(shown.join()).not.toContain("token-");
  });
});
