import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask, bodyOf, createBackend, everyRoute, type AskOptions, type Backend } from "../../support/backend.js";
import { describeDoors, type Door } from "./two-doors.js";

let backend: Backend;
beforeEach(async () => {
  backend = await createBackend();
});
afterEach(() => backend.close());

const site = { host: "app.product.test" };
const own = "https://app.product.test";
const listed = "https://admin.product.test";

/** Headers of a write, and whether a door with `origins: [listed]` lets it in. Checked in this order. */
const cases: readonly (readonly [string, Record<string, string>, boolean])[] = [
  ["no header at all", {}, true],
  ["a listed origin", { origin: listed }, true],
  ["a listed origin of another site", { origin: listed, "sec-fetch-site": "cross-site" }, true],
  ["the same origin by Sec-Fetch-Site", { "sec-fetch-site": "same-origin" }, true],
  ["the address bar", { "sec-fetch-site": "none" }, true],
  [
    "the same origin behind a proxy that rewrites Host",
    { "sec-fetch-site": "same-origin", origin: "http://localhost:5173" },
    true,
  ],
  ["a sibling subdomain", { "sec-fetch-site": "same-site", origin: "https://blog.product.test" }, false],
  ["a sibling subdomain whose Origin claims the host", { "sec-fetch-site": "same-site", origin: own }, false],
  ["another site", { "sec-fetch-site": "cross-site" }, false],
  ["an unknown value of Sec-Fetch-Site", { "sec-fetch-site": "same-origin, same-origin" }, false],
  ["an empty Sec-Fetch-Site", { "sec-fetch-site": "" }, false],
  ["its own origin", { origin: own }, true],
  ["its own origin over plain http", { origin: "http://app.product.test" }, true],
  ["another host", { origin: "http://blog.product.test" }, false],
  ["another port", { origin: "http://app.product.test:8080" }, false],
  ["a host that only begins the same", { origin: "http://app.product.test.evil.test" }, false],
  ["a host in the user's name", { origin: "http://app.product.test@evil.test" }, false],
  ["an opaque origin", { origin: "null" }, false],
  ["an empty origin", { origin: "" }, false],
  ["two origins", { origin: `${own}, ${own}` }, false],
  ["an origin with a path", { origin: `${own}/chat` }, false],
  ["an origin that only begins like a listed one", { origin: `${listed}.evil.test` }, false],
];

describeDoors("a write", (open) => {
  const statusOf = async (door: Door, headers: Record<string, string>, write: (more: AskOptions) => Request) => {
    const answer = await door.handle(write({ headers: { ...site, ...headers } }));
    if (answer.status !== 403) await answer.body?.cancel();
    return answer.status === 403 ? [403, (await bodyOf(answer)).error.code] : "passed";
  };

  it.each(cases)("from %s", async (_name, headers, passes) => {
    const door = await open({ origins: [listed] }, backend);
    const before = backend.calls.filter(({ method }) => method !== "GET").length;
    const expected = passes ? "passed" : [403, "mutation_denied"];
    expect(await statusOf(door, headers, (more) => door.write("/say hi", more))).toEqual(expected);
    expect(await statusOf(door, headers, (more) => door.stop(more))).toEqual(expected);
    const written = backend.calls.filter(({ method }) => method !== "GET").length;
    expect(written > before).toBe(passes);
  });

  it("uses X-Forwarded-Host only when the host trusts its proxy", async () => {
    const forwarded = { host: "backend:3001", "x-forwarded-host": "app.product.test", origin: own };
    const write = (door: Door) => statusOf(door, forwarded, (more) => door.write("/say hi", more));
    expect(await write(await open({}, backend))).toEqual([403, "mutation_denied"]);
    const trusting = await open({ trustForwardedHost: true }, backend);
    expect(await write(trusting)).toBe("passed");
    const other = { ...forwarded, "x-forwarded-host": "blog.product.test" };
    expect(await statusOf(trusting, other, (more) => trusting.write("x", more))).toEqual([403, "mutation_denied"]);
    const without = { origin: own };
    expect(await statusOf(trusting, without, (more) => trusting.write("/say hi", more))).toBe("passed");
  });

  it("that is refused names the options that would allow it to the host alone", async () => {
    const errors: Error[] = [];
    const door = await open({ onError: (error) => errors.push(error as Error) }, backend);
    const headers = { host: "backend.internal:3001", origin: "https://blog.product.test" };
    const { error } = await bodyOf(await door.handle(door.write("hi", { headers })));
    expect(error.message).toBe("This can't be done from here.");
    expect(errors.map(({ message }) => message)).toEqual([
      "A write from https://blog.product.test to backend.internal:3001 was refused. If pages of that origin may write, add it to the option `origins`; behind a proxy that changes the Host header, set `trustForwardedHost`.",
    ]);
  });

  it("is refused further by authorizeMutation, and allowed by it never", async () => {
    const asked: string[] = [];
    const authorizeMutation = async (request: Request) => {
      asked.push(await request.text());
      return request.headers.get("x-csrf") === "token";
    };
    const door = await open({ authorizeMutation }, backend);
    const write = (headers: Record<string, string>) => statusOf(door, headers, (more) => door.write("/say hi", more));
    expect(await write({ "x-csrf": "token", "sec-fetch-site": "cross-site" })).toEqual([403, "mutation_denied"]);
    expect(asked).toEqual([]);
    expect(await write({})).toEqual([403, "mutation_denied"]);
    expect(await write({ "x-csrf": "token" })).toBe("passed");
    expect(asked.every((text) => text.includes("/say hi"))).toBe(true);
    const careless = await open({ authorizeMutation: () => "yes" as never }, backend);
    expect(await statusOf(careless, {}, (more) => careless.write("/say hi", more))).toEqual([403, "mutation_denied"]);
  });

  it("is no read: those are left to the browser's own rule", async () => {
    const door = await open({}, backend);
    const answer = await door.handle(door.read({ headers: { ...site, "sec-fetch-site": "cross-site" } }));
    expect(answer.status).toBe(200);
  });

  it.each([
    ["*"],
    ["null"],
    [""],
    ["app.product.test"],
    ["https://app.product.test/"],
    ["https://app.product.test/chat"],
    ["https://App.Product.test"],
    ["https://app.product.test:443"],
    ["https://*.product.test"],
    ["https://user@app.product.test"],
    [7 as never],
  ])("cannot be allowed for the origin %j, which no browser sends", async (origin) => {
    await expect(open({ origins: [origin] }, backend)).rejects.toThrow(/`origins`.*https:\/\/app\.product\.test/);
  });

  it("can be allowed for origins that are no web site's, and never for a text in place of a list", async () => {
    await expect(open({ origins: "https://app.product.test" as never }, backend)).rejects.toThrow(TypeError);
    const door = await open({ origins: ["capacitor://localhost", "http://localhost:5173"] }, backend);
    for (const origin of ["capacitor://localhost", "http://localhost:5173"])
      expect(await statusOf(door, { origin }, (more) => door.write("/say hi", more))).toBe("passed");
  });
});

describe("the origin of a write", () => {
  it("is compared with the address where a request has no Host", async () => {
    const post = (origin: string) => backend.chat()(ask("POST", "/api/chat/stop", {}, { headers: { origin } }));
    expect((await post("https://host.test")).status).toBe(200);
    expect((await post("https://other.test")).status).toBe(403);
  });

  it.each([
    ["https://app.product.test", "app.product.test:443", 200],
    ["http://app.product.test", "app.product.test:443", 403],
    ["https://app.product.test:8443", "app.product.test:8443", 200],
    ["https://app.product.test:8443", "app.product.test", 403],
    ["https://[::1]:3000", "[::1]:3000", 200],
    ["https://app.product.test", "APP.product.test", 200],
    ["https://app.product.test", "app.product.test, app.product.test", 403],
    ["https://app.product.test", "user@app.product.test", 403],
    ["https://app.product.test", "app.product.test/x", 403],
  ])("%s is answered at the host %s with %i", async (origin, host, status) => {
    const answer = await backend.chat()(ask("POST", "/api/chat/stop", {}, { headers: { origin, host } }));
    expect(answer.status).toBe(status);
  });

  it("is asked of every write of the proxy's table, uploads included", async () => {
    const { routeTable } = await import("../../../src/server/proxy/route-table.js");
    const proxy = backend.proxy({ basePath: "/api/service", ...everyRoute });
    const writes = routeTable.filter(({ method }) => method !== "GET");
    expect(writes.length).toBeGreaterThan(10);
    for (const { method, path } of writes) {
      const at = `/api/service/v1/${path.replace(":workspaceId", "current").replaceAll(/:\w+/g, "x1")}`;
      const headers = { "sec-fetch-site": "same-site" };
      const answer = await proxy(ask(method, at, {}, { conversation: "", headers }));
      expect([path, answer.status, (await bodyOf(answer)).error.code]).toEqual([path, 403, "mutation_denied"]);
    }
  });

  it("is asked of every write of the chat handler, in each format", async () => {
    const headers = { "sec-fetch-site": "same-site" };
    const sends = ["native", "ui-stream", "chat-completions", "responses"].map((format) =>
      ask("POST", "/api/chat", { message: "x" }, { headers: { ...headers, "x-service-chat-format": format } }),
    );
    const others = ["respond", "stop"].map((end) => ask("POST", `/api/chat/${end}`, {}, { headers }));
    for (const request of [...sends, ...others]) {
      const answer = await backend.chat()(request);
      expect([answer.status, (await bodyOf(answer)).error.code]).toEqual([403, "mutation_denied"]);
    }
  });
});

describe("a body's type", () => {
  const chatPaths = ["/api/chat", "/api/chat/respond", "/api/chat/stop"];
  const send = (path: string, type: string | undefined, body: string = "{}") => {
    const request = ask("POST", path, body);
    if (type === undefined) request.headers.delete("content-type");
    else request.headers.set("content-type", type);
    return request;
  };
  const codeOf = async (answer: Response) => [answer.status, (await bodyOf(answer)).error.code];

  it.each([
    undefined,
    "text/plain",
    "text/plain; application/json",
    "text/plain;charset=UTF-8",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=application/json",
    "application/json, text/plain",
    "text/plain, application/json",
    "application/jsonp",
    "application/json+x",
    "application/problem+json",
    "application/vnd.api+json",
    "*/*",
    "json",
  ])("of %j is refused by every route that reads one", async (type) => {
    for (const path of chatPaths)
      expect(await codeOf(await backend.chat()(send(path, type)))).toEqual([415, "unsupported_media_type"]);
    const proxy = backend.proxy({ createSession: () => ({}) });
    const created = await proxy(send("/api/service/v1/workspaces/current/sessions", type));
    expect(await codeOf(created)).toEqual([415, "unsupported_media_type"]);
  });

  it.each([
    "application/json",
    "Application/JSON",
    "application/json;charset=utf-8",
    'application/json ; charset="UTF-8"',
  ])("of %j is taken", async (type) => {
    expect((await backend.chat()(send("/api/chat/stop", type))).status).toBe(200);
  });

  it("is not asked for where there is no body", async () => {
    expect((await backend.chat()(ask("POST", "/api/chat/stop"))).status).toBe(200);
    expect((await backend.chat()(send("/api/chat/stop", "text/plain", ""))).status).toBe(200);
  });
});
