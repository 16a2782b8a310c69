import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask, bodyOf, createBackend, everyRoute, framesOf, textOf, type Backend } from "../../support/backend.js";
import { request } from "../proxy/browser-request.js";

let backend: Backend;
let gone: string;
let erased: string;
beforeEach(async () => {
  backend = await createBackend();
  gone = await backend.service.workspaceId({ tenant: "acme" });
  const chat = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
  await chat.send("/say hi");
  erased = chat.sessionId;
  await backend.service.client.eraseData({ kind: "workspace" }, { workspaceId: gone });
});
afterEach(() => backend.close());

describe("a tenant whose workspace is gone", () => {
  it("continues in a new one, in every call of a chat", async () => {
    const handler = backend.chat();
    const history = await handler(ask("GET", "/api/chat"));
    expect([history.status, (await bodyOf(history)).messages]).toEqual([200, []]);
    const answer = await handler(ask("POST", "/api/chat", { message: "/say again" }));
    expect(textOf(await framesOf(answer))).toContain("again");
    expect(await backend.service.workspaceId({ tenant: "acme" })).not.toBe(gone);
  });

  it("continues in a new one with the first message", async () => {
    const answer = await backend.chat()(ask("POST", "/api/chat", { message: "/say again" }));
    expect(textOf(await framesOf(answer))).toContain("again");
  });

  it.each([
    ["GET", "workspaces/current/sessions?view=page", undefined],
    ["POST", "workspaces/current/sessions", { initialMessage: "/say again" }],
    ["GET", "workspaces/current/scheduled-tasks", undefined],
  ])("continues in a new one through the proxy: %s %s", async (method, path, body) => {
    const answer = await backend.proxy(everyRoute)(request(method, path, body));
    expect([answer.status, await answer.text()]).toEqual([200, expect.not.stringContaining("error")]);
  });

  it("has no session of the old one any more", async () => {
    const answer = await backend.proxy()(request("GET", `workspaces/current/sessions/${erased}`));
    expect([answer.status, (await bodyOf(answer)).error.code]).toEqual([404, "session_not_found"]);
  });

  it("lists the sessions of the new one", async () => {
    expect(await backend.service.sessions.list({ tenant: "acme" })).toEqual([]);
  });
});

it("asks for a refused workspace once more, and no further", async () => {
  const sent: string[] = [];
  const refusing = backend.newService({
    fetch: async (input, init) => {
      const asked = new Request(input as string, init);
      const { pathname } = new URL(asked.url);
      sent.push(pathname.replace(/[0-9a-f-]{36}/, ":id"));
      const isRefused = pathname.endsWith("/sessions");
      return isRefused ? Response.json({ error: { code: "forbidden" } }, { status: 403 }) : backend.fetch(asked);
    },
  });
  await expect(refusing.sessions.list({ tenant: "acme" })).rejects.toMatchObject({ status: 403 });
  const external = "/v1/workspaces/external";
  expect(sent).toEqual(["/v1/config/client", external, "/v1/workspaces/:id/sessions", external]);
});
