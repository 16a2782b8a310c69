import express from "express";
import { describe, expect, it } from "vitest";
import { toNodeHandler } from "../../../src/server/node/to-node-handler.js";
import { badOf, examine, heartbeatMs, openBackend, openHost, serve, unknownOf, wordsOf } from "./support/examine.js";

/** A host in Express that mounts these routes, as `METHOD path`, and no others. */
async function mounting(...routes: readonly string[]) {
  const backend = await openBackend();
  const chat = toNodeHandler(backend.chat({ heartbeatMs }));
  const app = express();
  for (const route of routes) {
    const [method = "", path = ""] = route.split(" ");
    app[method.toLowerCase() as "get" | "post"](`/api/chat${path}`, chat);
  }
  return openHost(app);
}

const all = ["GET ", "POST ", "POST /respond", "POST /stop", "GET /identity", "GET /:conversation/stream"];
const without = (route: string) => mounting(...all.filter((one) => one !== route));

describe("routes that are not mounted", () => {
  it("are not missed where all are", async () => {
    expect(badOf(await examine(await mounting(...all)))).toEqual([]);
  });

  it("are found: decisions, which are forgotten most", async () => {
    const url = await without("POST /respond");
    const report = await examine(url);
    expect(badOf(report)).toEqual(["respond: fault"]);
    expect(wordsOf(report, "respond")).toContain(`POST ${url}/respond is not mounted: the host answered 404.`);
    expect(wordsOf(report, "respond")).toContain("Mount the one handler at /api/chat and everything below it");
  });

  it("are found: stopping", async () => {
    const url = await without("POST /stop");
    const report = await examine(url);
    expect(badOf(report)).toEqual(["stop: fault"]);
    expect(wordsOf(report, "stop")).toContain(`POST ${url}/stop is not mounted`);
  });

  it("are found: reading, without which there is nothing to examine", async () => {
    const url = await without("GET ");
    const report = await examine(url);
    expect(badOf(report)).toEqual(["handler: fault"]);
    expect(wordsOf(report, "handler")).toContain(`GET ${url} is not mounted`);
    expect(report.sent).toBe(false);
  });

  it("are found: sending", async () => {
    const url = await without("POST ");
    const report = await examine(url);
    expect([badOf(report), report.sent]).toEqual([["send: fault"], false]);
    expect(wordsOf(report, "send")).toContain(`POST ${url} is not mounted`);
  });

  it("are found: who is signed in, which pages then ask another way", async () => {
    const url = await without("GET /identity");
    const report = await examine(url);
    expect(badOf(report)).toEqual(["identity: warning"]);
    expect(wordsOf(report, "identity")).toContain(`GET ${url}/identity is not mounted: the host answered 404.`);
    expect(wordsOf(report, "identity")).toContain("back/forward cache");
  });

  it("are a warning where only other clients need them", async () => {
    const report = await examine(await without("GET /:conversation/stream"));
    expect(badOf(report)).toEqual(["resume: warning"]);
    expect(wordsOf(report, "resume")).toContain("The AI SDK's client needs it.");
  });

  it("are distinguished from a handler that gets only part of the path", async () => {
    const backend = await openBackend();
    const chat = backend.chat({ heartbeatMs });
    const url = await serve((request) => {
      const { origin, search } = new URL(request.url);
      return chat(new Request(`${origin}/api/chat${search}`, request));
    });
    const report = await examine(url);
    expect(badOf(report)).toEqual(["respond: fault", "stop: fault", "identity: warning"]);
    expect(wordsOf(report, "respond")).toContain("reaches the handler, but not under its own path (message_required");
  });

  it("are found: the session proxy", async () => {
    const backend = await openBackend();
    const chat = backend.chat({ heartbeatMs });
    const url = await serve((request) =>
      request.url.includes("/api/chat") ? chat(request) : new Response("Not found.", { status: 404 }),
    );
    const report = await examine(url, { proxy: url.replace("/api/chat", "/api/service") });
    expect(badOf(report)).toEqual(["proxy: fault"]);
    expect(wordsOf(report, "proxy")).toContain("/api/service/v1/config/client is not mounted");
  });
});

describe("a session proxy", () => {
  async function proxied(proxy: (request: Request) => Response | Promise<Response>) {
    const backend = await openBackend();
    const chat = backend.chat({ heartbeatMs });
    const url = await serve((request) => (request.url.includes("/api/chat") ? chat(request) : proxy(request)));
    return examine(url, { proxy: url.replace("/api/chat", "/api/service") });
  }

  it("is reported when it resolves no person, which is not a fault of the key", async () => {
    const backend = await openBackend();
    const report = await proxied(backend.proxy({ resolve: () => ({ tenant: "acme", conversation: "team" }) }));
    expect(badOf(report)).toEqual(["proxy: fault"]);
    expect(wordsOf(report, "proxy")).toMatch(/user_required: Sign in first\..+Let the proxy's `resolve` give/);
  });

  it("is not called a chat handler", async () => {
    const report = await proxied(() => new Response("It works!"));
    expect(badOf(report)).toEqual(["proxy: fault"]);
    expect(wordsOf(report, "proxy")).toContain("which the session proxy does not");
    const page = await proxied(() => new Response("<p>", { headers: { "content-type": "text/html" } }));
    expect(wordsOf(page, "proxy")).toContain("and not by the session proxy");
  });
});

describe("an address without a chat", () => {
  const html = { headers: { "content-type": "text/html" } };

  it.each([
    ["a page", () => new Response("<!doctype html>", html), "was answered by a page (200, HTML)"],
    ["a page that is not there", () => new Response("no", { status: 404, ...html }), "is not mounted"],
    ["other JSON", () => Response.json({ hello: 1 }), "answers JSON that is no chat's history"],
    ["a framework's own 404", () => Response.json({ statusCode: 404 }, { status: 404 }), "is not mounted"],
    ["an empty answer", () => new Response(null, { status: 204 }), "answered 204, which the chat handler does not"],
    ["a failure", () => new Response("oh", { status: 500 }), "answered 500, which the chat handler does not"],
    ["a gateway without a host", () => new Response("", { status: 502 }), "by something in front of the host"],
  ])("is reported: %s", async (_name, answer, words) => {
    const report = await examine(await serve(answer));
    expect(badOf(report)).toEqual(["handler: fault"]);
    expect(wordsOf(report, "handler")).toContain(words);
  });

  it("is reported: no server answers", async () => {
    const report = await examine("http://127.0.0.1:1/api/chat");
    expect(badOf(report)).toEqual(["handler: fault"]);
    expect(wordsOf(report, "handler")).toMatch(/could not be reached \(.+\)/);
  });

  it("is reported: a server accepts and stays silent", async () => {
    const url = await openHost(() => {});
    const report = await examine(url, { limits: { answerMs: 50 } });
    expect(wordsOf(report, "handler")).toContain("did not answer within 0.1 s");
  });

  it("is reported: the address is invalid", async () => {
    await expect(examine("product.example/api/chat")).rejects.toMatchObject({ code: "url_invalid" });
    await expect(examine("ftp://product.example/api/chat")).rejects.toMatchObject({ code: "url_invalid" });
    await expect(examine("https://ana:secret@product.example/api/chat")).rejects.toMatchObject({
      code: "url_invalid",
      message: expect.not.stringContaining("secret") as unknown,
    });
  });
});

describe("an intermediary", () => {
  it("is found when it caches", async () => {
    const backend = await openBackend();
    const chat = backend.chat({ heartbeatMs });
    const url = await serve(async (request) => {
      const answer = await chat(request);
      if (answer.headers.get("content-type")?.startsWith("application/json")) answer.headers.set("age", "12");
      return answer;
    });
    const report = await examine(url);
    expect(badOf(report)).toEqual(["caching: fault"]);
    expect(wordsOf(report, "caching")).toContain("was answered from a cache");
  });

  it("is reported when it caches without a header", async () => {
    const chat = (await openBackend()).chat({ heartbeatMs });
    const kept = new Map<string, Response>();
    const url = await serve(async (request) => {
      if (request.method !== "GET" || request.headers.get("accept") !== "application/json") return chat(request);
      const key = `${request.url} ${request.headers.get("x-user")}`;
      const answer = kept.get(key) ?? (await chat(request));
      kept.set(key, answer.clone());
      return answer;
    });
    const report = await examine(url);
    expect(badOf(report)).toEqual(["caching: fault"]);
    expect(wordsOf(report, "caching")).toContain("was answered from a cache");
  });

  it.each([
    ["x-cache", "TCP_HIT from a1.edge.example"],
    ["x-cache", "RefreshHit from cloudfront"],
    ["x-cache-status", "HIT"],
    ["cache-status", "edge; hit"],
  ])("is reported when its header shows a cache: %s: %s", async (name, value) => {
    const chat = (await openBackend()).chat({ heartbeatMs });
    const url = await serve(async (request) => {
      const answer = await chat(request);
      answer.headers.set(name, value);
      return answer;
    });
    expect(badOf(await examine(url, { readOnly: true }))).toEqual(["caching: fault"]);
  });

  it("is not accused of caching what it has just fetched", async () => {
    const backend = await openBackend();
    const chat = backend.chat({ heartbeatMs });
    const url = await serve(async (request) => {
      const answer = await chat(request);
      for (const [name, value] of Object.entries({ age: "0", "x-cache": "Miss from cloudfront" }))
        answer.headers.set(name, value);
      return answer;
    });
    expect(badOf(await examine(url))).toEqual([]);
  });

  it("is not accused of it where the headers given name each request alike", async () => {
    const url = await serve((await openBackend()).chat({ heartbeatMs }));
    expect(badOf(await examine(url, { headers: { "x-user": "ana", "x-request-id": "1" }, readOnly: true }))).toEqual(
      [],
    );
  });

  it("is found when it takes the word against caching away", async () => {
    const backend = await openBackend();
    const chat = backend.chat({ heartbeatMs });
    const url = await serve(async (request) => {
      const answer = await chat(request);
      answer.headers.delete("cache-control");
      return answer;
    });
    expect(badOf(await examine(url))).toEqual(["caching: warning", "compression: warning"]);
  });

  it("is found when it keeps the conversation's header from the handler", async () => {
    const backend = await openBackend();
    const chat = backend.chat({ heartbeatMs });
    const url = await serve((request) => {
      const stripped = new Request(request);
      stripped.headers.delete("x-service-conversation");
      return chat(stripped);
    });
    const report = await examine(url);
    expect(badOf(report)).toEqual(["conversation: fault"]);
    expect(wordsOf(report, "conversation")).toContain("Let the header x-service-conversation through");
  });

  it("is found when it lets other sites' pages read", async () => {
    const backend = await openBackend();
    const chat = backend.chat({ heartbeatMs });
    const url = await serve(async (request) => {
      const answer = await chat(request);
      answer.headers.set("access-control-allow-origin", request.headers.get("origin") ?? "*");
      answer.headers.set("access-control-allow-credentials", "true");
      return answer;
    });
    const report = await examine(url);
    expect(badOf(report)).toEqual(["origins: fault"]);
    expect(wordsOf(report, "origins")).toContain("lets pages of any site read it");
  });

  it("stays under suspicion when the repeated response is missing", async () => {
    const chat = (await openBackend()).chat({ heartbeatMs });
    const url = await openHost((request, response) => {
      const isOther = request.method === "GET" && request.headers.origin !== undefined;
      if (!isOther) void toNodeHandler(chat)(request, response);
    });
    const report = await examine(url, { limits: { answerMs: 3_000 } });
    expect([badOf(report), unknownOf(report)]).toEqual([[], ["origins: unknown", "time-out: unknown"]]);
  });

  it("is found when it does not encrypt", async () => {
    const backend = await openBackend();
    const url = await serve(backend.chat({ heartbeatMs }));
    const report = await examine("http://product.example/api/chat", {
      fetch: (input, init) => fetch((input as string).replace("http://product.example/api/chat", url), init),
    });
    expect(badOf(report)).toEqual(["address: warning"]);
  });

  it("is left alone when it has had enough", async () => {
    const url = await serve(() => Response.json({ error: { code: "rate_limited" } }, { status: 429 }));
    const report = await examine(url);
    expect([badOf(report), unknownOf(report)]).toEqual([[], ["service: unknown"]]);
  });
});
