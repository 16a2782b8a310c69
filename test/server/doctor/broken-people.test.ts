import { describe, expect, it } from "vitest";
import type { ChatHandlerOptions } from "../../../src/server/handler/create-chat-handler.js";
import { badOf, examine, heartbeatMs, openBackend, serve, unknownOf, wordsOf } from "./support/examine.js";

type Resolve = ChatHandlerOptions["resolve"];

async function resolving(resolve: Resolve) {
  const backend = await openBackend();
  return { backend, url: await serve(backend.chat({ heartbeatMs, resolve })) };
}

const refused = () => Response.json({ error: "sign in" }, { status: 401 });
const userOf = (request: Request) => request.headers.get("x-user");

describe("a host that does not keep people apart", () => {
  it("is reported when it treats all signed-in people as one", async () => {
    const { url } = await resolving((request) =>
      userOf(request) === null ? refused() : { tenant: "acme", user: "somebody" },
    );
    const report = await examine(url);
    expect(badOf(report)).toEqual(["people: fault"]);
    expect(wordsOf(report, "people")).toMatch(
      /both sets of headers reach session [0-9a-f-]{36}, as the host takes both/,
    );
  });

  it("is reported when it gives two people one conversation", async () => {
    const { url } = await resolving((request) => ({
      tenant: "acme",
      actor: { id: userOf(request) ?? "nobody" },
      conversation: request.headers.get("x-service-conversation") ?? "",
    }));
    const report = await examine(url);
    expect(badOf(report)).toEqual(["sign-in: fault", "people: fault"]);
    expect(wordsOf(report, "people")).toContain("although the host knows that they are two");
  });

  it("is reported when it ignores the caller's identity", async () => {
    const { url } = await resolving(() => ({ tenant: "acme", user: "ana" }));
    const report = await examine(url);
    expect(badOf(report)).toEqual(["sign-in: fault", "people: fault"]);
    expect(wordsOf(report, "sign-in")).toContain("takes somebody who is not signed in for the person");
  });

  it("is reported when its identity route returns another person, or a cached response", async () => {
    const backend = await openBackend();
    const chat = backend.chat({ heartbeatMs });
    const isIdentity = (request: Request) => request.url.endsWith("/identity");
    const asBen = (request: Request) => new Request(request, { headers: { "x-user": "ben" } });
    const other = await examine(await serve((request) => chat(isIdentity(request) ? asBen(request) : request)));
    expect(badOf(other)).toEqual(["identity: fault"]);
    expect(wordsOf(other, "identity")).toContain("answers as somebody else than the chat does");
    const cached = await serve(async (request) => {
      const answer = await chat(request);
      if (isIdentity(request)) answer.headers.set("cache-control", "public, max-age=60");
      return answer;
    });
    const report = await examine(cached);
    expect(badOf(report)).toEqual(["identity: fault"]);
    expect(wordsOf(report, "identity")).toContain('its `cache-control` is "public, max-age=60"');
  });

  it("is reported when chat and proxy resolve one person as two", async () => {
    const backend = await openBackend();
    const [chat, proxy] = [
      backend.chat({ heartbeatMs }),
      backend.proxy({ resolve: (request) => ({ tenant: "other", user: userOf(request) ?? "nobody" }) }),
    ];
    const url = await serve((request) => (request.url.includes("/api/service/") ? proxy(request) : chat(request)));
    const report = await examine(url, { proxy: url.replace("/api/chat", "/api/service"), readOnly: true });
    expect(badOf(report)).toEqual(["proxy: fault"]);
    expect(wordsOf(report, "proxy")).toContain("/api/service/identity answers as somebody else");
  });

  it("is not accused when visitors without a sign-in have conversations of their own", async () => {
    const { url } = await resolving((request) => ({ tenant: "acme", user: userOf(request) ?? "visitor" }));
    expect(badOf(await examine(url))).toEqual([]);
  });

  it("is reported as unknown without a second person's headers", async () => {
    const backend = await openBackend();
    const report = await examine(await serve(backend.chat({ heartbeatMs })), { otherHeaders: undefined });
    expect([badOf(report), unknownOf(report)]).toEqual([[], ["people: unknown", "time-out: unknown"]]);
    expect(wordsOf(report, "people")).toContain("--other-header");
  });
});

describe("a sign-in", () => {
  it("that is wanted is asked for", async () => {
    const backend = await openBackend();
    const report = await examine(await serve(backend.chat({ heartbeatMs })), { headers: undefined });
    expect([badOf(report), unknownOf(report)]).toEqual([[], ["sign-in: unknown"]]);
    expect(wordsOf(report, "sign-in")).toContain('--header "Cookie: …"');
  });

  it("that fails is reported, also the other person's", async () => {
    const { url } = await resolving((request) =>
      userOf(request) === "ana" ? { tenant: "acme", user: "ana" } : refused(),
    );
    const first = await examine(url, { headers: { "x-user": "zoe" } });
    expect(badOf(first)).toEqual(["sign-in: fault"]);
    expect(wordsOf(first, "sign-in")).toContain("the headers given sign nobody in");
    const other = await examine(url, { readOnly: true });
    expect(badOf(other)).toEqual(["sign-in: fault"]);
    expect(wordsOf(other, "sign-in")).toContain("As the other person: ");
  });

  it("that the host does not require is reported", async () => {
    const { url } = await resolving(() => ({ tenant: "acme", user: "everybody" }));
    const report = await examine(url, { headers: undefined, otherHeaders: undefined });
    expect(badOf(report)).toEqual(["sign-in: warning"]);
  });

  it("by redirect to a page is reported", async () => {
    const to = { status: 302, headers: { location: "/login" } };
    const report = await examine(await serve(() => new Response(null, to)));
    expect(badOf(report)).toEqual(["sign-in: fault"]);
    expect(wordsOf(report, "sign-in")).toContain("is redirected to /login (302)");
  });

  it("that fails for a signed-out request is reported", async () => {
    const { url } = await resolving((request) => {
      if (userOf(request) === null) throw new Error("no session");
      return { tenant: "acme", user: userOf(request) ?? "" };
    });
    const report = await examine(url);
    expect(badOf(report)).toEqual(["sign-in: warning"]);
    expect(wordsOf(report, "sign-in")).toContain("answers 500 to somebody who is not signed in");
  });

  it.each([
    ["a way to a page", () => new Response(null, { status: 302, headers: { location: "/login" } }), "302"],
    ["a page", () => new Response("<h1>Sign in</h1>", { headers: { "content-type": "text/html" } }), "200"],
  ])("that answers %s for a signed-out request is reported", async (_name, page, status) => {
    const chat = (await openBackend()).chat({ heartbeatMs });
    const report = await examine(await serve((request) => (userOf(request) === null ? page() : chat(request))));
    expect(badOf(report)).toEqual(["sign-in: warning"]);
    expect(wordsOf(report, "sign-in")).toContain(`with ${status} and not with 401`);
  });

  it("is reported as unknown when signed-out requests get no answer", async () => {
    const { url } = await resolving((request) =>
      userOf(request) === null ? new Promise<Response>(() => {}) : { tenant: "acme", user: userOf(request) ?? "" },
    );
    const report = await examine(url, { limits: { answerMs: 500 } });
    expect([badOf(report), unknownOf(report)]).toEqual([[], ["sign-in: unknown", "time-out: unknown"]]);
    expect(wordsOf(report, "sign-in")).toContain("did not answer within 0.5 s");
  });

  it("that is stricter for writes than for reads is reported", async () => {
    const { url } = await resolving((request) => {
      if (userOf(request) === null) return refused();
      const isRefused = request.method === "POST" && request.headers.get("x-csrf-token") === null;
      return isRefused ? new Response("", { status: 403 }) : { tenant: "acme", user: userOf(request) ?? "" };
    });
    const report = await examine(url);
    expect(badOf(report)).toEqual(["sign-in: fault", "sign-in: fault", "sign-in: fault"]);
    expect(wordsOf(report, "sign-in")).toContain("add that header too (--header)");
    expect(badOf(await examine(url, { headers: { "x-user": "ana", "x-csrf-token": "1" } }))).toEqual([]);
  });

  it("that requires writes from its own pages is given their origin", async () => {
    const chat = (await openBackend()).chat({ heartbeatMs, origins: ["https://pages.example"] });
    const isRefused = ({ method, headers }: Request) =>
      method === "POST" && headers.get("origin") !== "https://pages.example";
    const url = await serve((request) => (isRefused(request) ? new Response("", { status: 403 }) : chat(request)));
    expect(wordsOf(await examine(url), "sign-in")).toContain("a token or `Origin`");
    const headers = { "x-user": "ana", origin: "https://pages.example" };
    expect(badOf(await examine(url, { headers }))).toEqual([]);
  });
});

describe("a host that resolves one person as another each time", () => {
  const anybody: Resolve = () => ({ tenant: "acme", user: crypto.randomUUID() });

  it("is found, and examined no further", async () => {
    const { url, backend } = await resolving(anybody);
    const report = await examine(url);
    expect([badOf(report), report.sent]).toEqual([["sign-in: fault"], false]);
    expect(wordsOf(report, "sign-in")).toContain("takes two requests with the same headers for two people's");
    expect(backend.calls.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("is asked to be shown its cookie, where it gives visitors one", async () => {
    const chat = (await openBackend()).chat({ heartbeatMs, resolve: anybody });
    const url = await serve(async (request) => {
      const answer = await chat(request);
      answer.headers.append("set-cookie", "visitor=1; HttpOnly");
      return answer;
    });
    const report = await examine(url);
    expect([badOf(report), unknownOf(report)]).toEqual([[], ["sign-in: unknown"]]);
    expect(wordsOf(report, "sign-in")).toContain('--header "Cookie: visitor=…"');
  });

  it("is asked for its pages' cookie when no headers were given", async () => {
    const { url } = await resolving(anybody);
    expect(unknownOf(await examine(url, { headers: undefined }))).toEqual(["sign-in: unknown"]);
  });
});

describe("a host that names the conversation itself", () => {
  it("is asked whether people are meant to share it", async () => {
    const { url } = await resolving((request) =>
      userOf(request) === null
        ? refused()
        : { tenant: "acme", actor: { id: userOf(request) ?? "" }, conversation: "team" },
    );
    expect(badOf(await examine(url))).toEqual(["conversation: warning", "people: warning"]);
  });

  it("is sent nothing, as that would be in a real one", async () => {
    const { url, backend } = await resolving((request) =>
      userOf(request) === null ? refused() : { tenant: "acme", user: userOf(request) ?? "", conversation: "the-one" },
    );
    const report = await examine(url);
    expect([badOf(report), report.sent]).toEqual([["conversation: warning"], false]);
    expect(wordsOf(report, "conversation")).toContain('The host names the conversation ("the-one") itself');
    expect(backend.calls.filter(({ method }) => method === "POST")).toEqual([]);
  });
});
