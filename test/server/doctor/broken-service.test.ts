import { createChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import type { ServiceOptions } from "../../../src/server/handler/service.js";
import { describe, expect, it } from "vitest";
import { resolveHeaders, type Backend } from "../../support/backend.js";
import { badOf, examine, heartbeatMs, openBackend, serve, unknownOf, wordsOf } from "./support/examine.js";

/** A host whose `Service` is set otherwise. */
function serveWith(backend: Backend, options: Partial<ServiceOptions>) {
  const service = backend.newService(options);
  return serve(createChatHandler(service, { resolve: resolveHeaders, heartbeatMs }));
}

/** The backend's own service with another configuration response. */
function claiming(backend: Backend, config: object): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input));
    if (url.pathname === "/v1/config/client") return Response.json(config);
    return backend.app.fetch(new Request(input, init));
  };
}

async function readOnlyKey({ service }: Backend): Promise<string> {
  const { token } = await service.client.createApiKey(service.organizationId, { name: "reader", access: "read" });
  return token;
}

describe("the host's key", () => {
  it("is found when it can only read, where the tenant is there already", async () => {
    const backend = await openBackend();
    await backend.service.workspaceId({ tenant: "acme" });
    const report = await examine(await serveWith(backend, { apiKey: await readOnlyKey(backend) }));
    expect(badOf(report)).toEqual(["key: fault"]);
    expect(wordsOf(report, "key")).toContain("can only read");
    expect(wordsOf(report, "key")).toContain("Give the host a full-access key");
    expect(unknownOf(report)).toEqual(["time-out: unknown"]);
  });

  it("is reported when it is read-only, before the first chat", async () => {
    const backend = await openBackend();
    const report = await examine(await serveWith(backend, { apiKey: await readOnlyKey(backend) }));
    expect(badOf(report)).toEqual(["key: fault"]);
    expect(report.sent).toBe(false);
  });

  it("is reported when the service does not accept it", async () => {
    const backend = await openBackend();
    const report = await examine(await serveWith(backend, { apiKey: "svk_not_a_key" }));
    expect(badOf(report)).toEqual(["key: fault"]);
    expect(wordsOf(report, "key")).toContain("the service does not take the host's key");
    expect(wordsOf(report, "key")).not.toContain("svk_not_a_key");
  });
});

describe("the service behind the host", () => {
  it.each([["no chat", { serverVersion: "0.1.0", features: {} }, "has no chat"]])(
    "is found to have %s",
    async (_name, config, words) => {
      const backend = await openBackend();
      const report = await examine(await serveWith(backend, { fetch: claiming(backend, config) }));
      expect(badOf(report)).toEqual(["version: fault"]);
      expect(wordsOf(report, "version")).toContain(words);
    },
  );

  it("is reported with its version through the proxy when that is another major one, without a fault", async () => {
    const backend = await openBackend();
    const chat = backend.chat({ heartbeatMs });
    const url = await serve((request) =>
      request.url.endsWith("/v1/config/client") ? Response.json({ serverVersion: "9.1.0" }) : chat(request),
    );
    const report = await examine(url, { proxy: url.replace("/api/chat", "/api/service") });
    expect(badOf(report)).not.toContain("version: fault");
    expect(JSON.stringify(report)).toContain("9.1.0");
  });

  it("is found to be out of the host's reach", async () => {
    const backend = await openBackend();
    const down = () => Promise.reject(new TypeError("fetch failed"));
    const report = await examine(await serveWith(backend, { fetch: down }));
    expect(badOf(report)).toEqual(["service: fault"]);
    expect(wordsOf(report, "service")).toContain("the host does not reach the service");
  });

  it("is found to have an agent that fails", async () => {
    const backend = await openBackend();
    const report = await examine(await serve(backend.chat({ heartbeatMs })), { message: "/fail before model_down" });
    expect(badOf(report)).toEqual(["send: fault"]);
    expect(wordsOf(report, "send")).toContain("The agent failed: model_down");
  });

  it("is stopped when its agent takes too long, and left at rest", async () => {
    const backend = await openBackend();
    const url = await serve(backend.chat({ heartbeatMs }));
    const report = await examine(url, { message: "/silence 600", limits: { turnMs: 1_000 } });
    expect([badOf(report), unknownOf(report)]).toEqual([
      [],
      ["send: unknown", "buffering: unknown", "time-out: unknown"],
    ]);
    expect(await backend.service.sessions.list({ tenant: "acme" })).toMatchObject([{ status: "idle" }]);
  });

  it("is reported as still working when it cannot be stopped", async () => {
    const chat = (await openBackend()).chat({ heartbeatMs });
    const isMounted = ({ url }: Request) => !url.endsWith("/stop");
    const url = await serve((request) => (isMounted(request) ? chat(request) : new Response("", { status: 404 })));
    const report = await examine(url, { message: "/silence 600", limits: { turnMs: 1_000, behindMs: 100 } });
    expect(badOf(report)).toEqual(["stop: fault"]);
    expect(wordsOf(report, "send")).toContain("could not be stopped");
  });

  it("does not count events of a stopped turn as heartbeats", async () => {
    const chat = (await openBackend()).chat({ heartbeatMs: 60_000 });
    const report = await examine(await serve(chat), { message: "/silence 600", limits: { turnMs: 1_000 } });
    expect(unknownOf(report)).toContain("heartbeats: unknown");
  });

  it("names the failing hook, and how its host is notified", async () => {
    const backend = await openBackend();
    const chat = backend.chat({ resolve: () => ({ tenant: "" }) });
    const report = await examine(await serve(chat));
    expect(badOf(report)).toEqual(["handler: fault"]);
    expect(wordsOf(report, "handler")).toMatch(/`resolve`.*`onError` or console/s);
  });
});
