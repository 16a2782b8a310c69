import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { createChatRequests } from "../../../src/chat/chat-requests.js";
import { createChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import type { Service, ServiceOptions } from "../../../src/server/handler/service.js";
import { createSessionProxy } from "../../../src/server/proxy/create-session-proxy.js";
import { ServiceClient } from "../../../src/api/service-client.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";
import { addressOf, bodyOf, createBackend, resolveHeaders, type Backend } from "../../support/backend.js";
import { describeDoors, type Door } from "./two-doors.js";

let backend: Backend;
let written: MockInstance;
beforeEach(async () => {
  backend = await createBackend();
  written = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(async () => {
  written.mockRestore();
  await backend.close();
});

const key = "svk_canary0123456789";
const lines = (): string[] => written.mock.calls.map((args) => args.map(String).join(" "));

/** The same door over another service. */
function over(door: Door, service: Service, more: object = {}) {
  const options = { resolve: resolveHeaders, ...more };
  return door.name === "chat" ? createChatHandler(service, options) : createSessionProxy(service, options);
}

async function asked(door: Door, service: Service) {
  const errors: Error[] = [];
  const answer = await over(door, service, { onError: (error: Error) => errors.push(error) })(door.read());
  const text = await answer.clone().text();
  return { status: answer.status, text, ...(await bodyOf(answer)).error, told: errors[0] as Error, errors };
}

/** A key of the real service that may only read. */
async function readOnlyKey(): Promise<string> {
  const answer = await backend.app.fetch(
    new Request(`https://service.internal.test/v1/organizations/${backend.app.organizationId}/api-keys`, {
      method: "POST",
      headers: { authorization: `Bearer ${backend.app.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "reader", access: "read" }),
    }),
  );
  const made = await bodyOf(answer);
  return made.token as string;
}

describeDoors("a fault of the operator", (open) => {
  it("is no sign-in of the person when the key is wrong: 502 in words for people", async () => {
    const door = await open({}, backend);
    const { status, text, code, message, retryable, told } = await asked(door, backend.newService({ apiKey: key }));
    expect([status, code, retryable]).toEqual([502, "service_refused", false]);
    expect(message).not.toMatch(/key|Bearer|Authorization|401|service/i);
    expect(text).not.toContain(key);
    expect(told).toMatchObject({ status: 401, code: "unauthenticated" });
    expect(told.message).toContain("does not accept the API key");
    expect(told.message).toContain("SERVICE_API_KEY");
    expect(told.message).not.toContain(key);
  });

  it("is reported when the key is read-only", async () => {
    const door = await open({}, backend);
    const service = backend.newService({ apiKey: await readOnlyKey() });
    const errors: Error[] = [];
    const answer = await over(door, service, { onError: (error: Error) => errors.push(error) })(door.write("/say hi"));
    const { error } = await bodyOf(answer);
    expect([answer.status, error.code]).toEqual([502, "service_refused"]);
    expect(errors).toMatchObject([{ status: 403, message: expect.stringContaining("read-only") }]);
  });

  it("names the address where nothing answers, to the operator alone", async () => {
    const server: Server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => void server.close(resolve));
    const door = await open({}, backend);
    const given: Partial<ServiceOptions> = {
      fetch: globalThis.fetch,
      baseUrl: `http://user:secret@127.0.0.1:${port}/`,
    };
    const service = backend.newService({ ...given, baseUrl: `http://127.0.0.1:${port}` });
    const { status, text, code, told } = await asked(door, service);
    expect([status, code]).toEqual([502, "network_error"]);
    expect(told.message).toContain(`ECONNREFUSED 127.0.0.1:${port}`);
    expect(text).not.toContain(String(port));
    expect(text).not.toContain("ECONNREFUSED");
    await over(door, service)(door.read());
    expect(lines()).toEqual([expect.stringContaining(`ECONNREFUSED 127.0.0.1:${port}`)]);
    const { told: withPassword } = await asked(door, backend.newService(given));
    expect(withPassword.message).not.toContain("secret");
  });

  it("is one line on the console when the host gave no onError, and none when it did", async () => {
    const door = await open({}, backend);
    await asked(door, backend.newService({ apiKey: key }));
    expect(lines()).toEqual([]);
    await over(door, backend.newService({ apiKey: key }))(door.read());
    expect(lines()).toHaveLength(1);
    const [line = ""] = lines();
    expect(line).toMatch(new RegExp(`^\\[service\\] ${door.name} GET .*unauthenticated.*SERVICE_API_KEY`));
    expect(line).not.toContain("\n");
    expect(line).not.toContain(key);
  });

  it("writes the message of what `resolve` threw, without the request's credentials", async () => {
    const door = await open({}, backend);
    const token = "eyJhbGciOi.canary";
    const failures = [
      new TypeError("Cannot read properties of undefined (reading 'user')"),
      new Error(`no session for ${token} or canary-cookie\n in the store`),
      "no database",
      new TypeError("fetch failed", { cause: { code: "ECONNREFUSED", address: "127.0.0.1", port: 5432 } }),
    ];
    const headers = { authorization: `Bearer ${token}`, cookie: "a=b; sid=canary-cookie" };
    for (const error of failures) {
      const resolve = () => Promise.reject(error as Error);
      await over(door, backend.service, { resolve })(door.read({ headers }));
    }
    const words = lines().map((line) => /`resolve` threw .*?(?= at | \()/.exec(line)?.[0]);
    expect(words).toEqual([
      "`resolve` threw TypeError: Cannot read properties of undefined",
      "`resolve` threw Error: no session for … or … in the store",
      "`resolve` threw no database",
      "`resolve` threw TypeError: fetch failed",
    ]);
    expect(lines()[3]).toContain("(ECONNREFUSED 127.0.0.1:5432) at ");
  });

  it("logs no text of a person that a parser or the service quotes", async () => {
    const door = await open({}, backend);
    const secret = "my diagnosis";
    const thrown = [new SyntaxError(`Unexpected token in ${secret}\n    at line 1`)];
    for (const error of thrown) {
      const resolve = () => Promise.reject(error as Error);
      await over(door, backend.service, { resolve })(door.read());
    }
    const echoing = backend.newService({
      async fetch(input, init) {
        if (!addressOf(input).includes("/sessions/")) return backend.app.fetch(new Request(input, init));
        return Response.json({ error: { code: secret, message: `${secret} ${key}` } }, { status: 500 });
      },
    });
    await over(door, echoing)(door.read());
    expect(lines()).toHaveLength(thrown.length + 1);
    for (const line of lines()) {
      expect(line).not.toContain(secret);
      expect(line).not.toContain(key);
      expect(line).not.toContain("\n");
    }
    // The place in the host's own code is what helps it on.
    expect(lines()[0]).toContain("operator-faults.test.ts:");
  });

  it("is none when a client asks for what it may not have", async () => {
    const door = await open({}, backend);
    await door.handle(door.refused());
    const left = new AbortController();
    left.abort();
    await door.handle(door.read({ signal: left.signal }));
    expect(lines()).toEqual([]);
  });

  it("writes about each refused origin once, and about 20 origins at most", async () => {
    const door = await open({}, backend);
    const handle = over(door, backend.service);
    for (const origin of ["https://a.test", "https://a.test", "https://b.test"])
      await handle(door.write("hi", { headers: { origin } }));
    expect(lines().map((line) => /from (\S+)/.exec(line)?.[1])).toEqual(["https://a.test", "https://b.test"]);
    for (let n = 0; n < 30; n += 1) await handle(door.write("hi", { headers: { origin: `https://${n}.test` } }));
    expect(lines()).toHaveLength(20);
  });

  it("of resolve itself is reported to the operator, and in words for people to the browser", async () => {
    const door = await open({}, backend);
    const resolve = () => ({ tenant: "" }) as never;
    const answer = await over(door, backend.service, { resolve })(door.read());
    const { error } = await bodyOf(answer);
    expect([answer.status, error.code]).toEqual([500, "resolve_invalid"]);
    expect(error.message).not.toMatch(/hook|resolve|tenant/);
    expect(lines()).toEqual([expect.stringMatching(/resolve_invalid.*its tenant is empty/)]);
  });

  it("is thrown at once when resolve is missing", async () => {
    const make = door(await open({}, backend));
    for (const options of [{}, { resolve: undefined }, { resolve: "ana" }, undefined])
      expect(() => make(options as never)).toThrow(/needs `resolve`/);
  });

  const door = ({ name }: Door) =>
    name === "chat"
      ? (options: never) => createChatHandler(backend.service, options)
      : (options: never) => createSessionProxy(backend.service, options);
});

describe("a client whose host has a wrong key", () => {
  /** A browser's fetch, its requests, and a source of headers that notes when new ones were wanted. */
  function browser(handle: (request: Request) => Promise<Response>) {
    const requests: string[] = [];
    const refreshes: boolean[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(new URL(input as string, "https://host.test"), init);
      requests.push(`${request.method} ${new URL(request.url).pathname}`);
      request.headers.set("x-user", "ana");
      return handle(request);
    };
    const headers = ({ refresh }: { readonly refresh: boolean }) => {
      refreshes.push(refresh);
      return {};
    };
    return { requests, refreshes, fetch, headers };
  }
  const signal = new AbortController().signal;
  const wrong = () => backend.newService({ apiKey: key });

  it("asks the chat once, does not treat it as a sign-in, and reports that nothing was sent", async () => {
    const { requests, refreshes, ...settings } = browser(createChatHandler(wrong(), { resolve: resolveHeaders }));
    const clock = createManualClock();
    const chat = createChatRequests({ api: "/api/chat", conversation: "c1", clock, settings: () => settings });
    const refused = { status: 502, code: "service_refused", retryable: false, outcomeUnknown: false };
    await expect(chat.send({ message: "hi", clientEventId: "k" }, signal)).rejects.toMatchObject(refused);
    await expect(chat.history(signal)).rejects.toMatchObject({ ...refused });
    expect(requests).toHaveLength(2);
    expect(refreshes).toEqual([false, false]);
  });

  it("asks the proxy once, although it may try again", async () => {
    const proxy = createSessionProxy(wrong(), { resolve: resolveHeaders });
    const { requests, refreshes, ...settings } = browser(proxy);
    const client = new ServiceClient({ baseUrl: "/api/service", retries: 5, ...settings });
    const refused = { status: 502, code: "service_refused", retryable: false, outcomeUnknown: false };
    const message = { type: "user.message", clientEventId: "k", payload: { text: "hi" } } as const;
    await expect(client.sendEvent({ sessionId: "s1" }, message)).rejects.toMatchObject(refused);
    expect(requests).toHaveLength(1);
    expect(refreshes).toEqual([false]);
  });
});
