import { afterEach, beforeEach, expect, it } from "vitest";
import { createChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import { hideAddress } from "../../../src/server/gate/hide-address.js";
import { createSessionProxy } from "../../../src/server/proxy/create-session-proxy.js";
import { addressOf, bodyOf, createBackend, resolveHeaders, type Backend } from "../../support/backend.js";
import { describeDoors } from "./two-doors.js";

it.each([
  ["https://api.example.com/base", "GET https://api.example.com/base/v1 failed", "GET its address/v1 failed"],
  ["https://api.example.com/base", "GET https://api.example.com/v1 failed", "GET its address/v1 failed"],
  ["https://api.example.com", "getaddrinfo ENOTFOUND api.example.com", "getaddrinfo ENOTFOUND its address"],
  ["https://api.example.com", "see docs.api.example.com", "see docs.api.example.com"],
  ["http://127.0.0.1:4000", "connect ECONNREFUSED 127.0.0.1:4000", "connect ECONNREFUSED its address"],
  ["http://service:3000", "connect to service:3000, the service", "connect to its address, the service"],
  ["http://service", "The service at http://service/v1 is away", "The service at its address/v1 is away"],
  ["http://s", '{"status":404}', '{"status":404}'],
])("of %s, %j becomes %j", (baseUrl, text, told) => {
  expect(hideAddress(baseUrl)(text)).toBe(told);
});

describeDoors("the details of an error", (open) => {
  let backend: Backend;
  beforeEach(async () => {
    backend = await createBackend();
  });
  afterEach(() => backend.close());

  it("are those of a list, and numbers", async () => {
    const door = await open({}, backend);
    const { baseUrl } = backend.service;
    const { host } = new URL(baseUrl);
    const current = { queueVersion: 3, turnVersion: host, [baseUrl]: 1 };
    const details = { limit: 7, size: host, field: "text.0", seen: [`at\n${host}`], code: "busy", current };
    const refusing = backend.newService({
      async fetch(input, init) {
        if (!addressOf(input).includes("/sessions/")) return backend.app.fetch(new Request(input, init));
        return Response.json({ error: { code: "conflict", message: "No.", details } }, { status: 409 });
      },
    });
    const options = { resolve: resolveHeaders };
    const handle = door.name === "chat" ? createChatHandler(refusing, options) : createSessionProxy(refusing, options);
    const { error } = await bodyOf(await handle(door.read()));
    expect(error.code).toBe("conflict");
    expect(error.message).not.toContain("No.");
    expect(error.details).toEqual({ limit: 7, field: "text.0", current: { queueVersion: 3 } });
  });
});
