import { describe, expect, it } from "vitest";
import { badOf, examine, heartbeatMs, openBackend, openHost, serve, unknownOf, wordsOf } from "./support/examine.js";

/** A host behind an address that a test cannot listen at. */
async function standingFor(address: string) {
  const url = await serve((await openBackend()).chat({ heartbeatMs }));
  const { origin } = new URL(url);
  return (input: RequestInfo | URL, init?: RequestInit) =>
    fetch((input as string).replace(new URL(address).origin, origin), init);
}

describe("an address", () => {
  it.each(["/", "///", "/?page=1", "?page=1#top", "#top", " "])("is taken with %j behind it", async (end) => {
    const backend = await openBackend();
    const [chat, proxy] = [backend.chat({ heartbeatMs }), backend.proxy()];
    const url = await serve((request) => (request.url.includes("/api/service/") ? proxy(request) : chat(request)));
    const report = await examine(url + end, { proxy: url.replace("/api/chat", "/api/service") + end });
    expect([badOf(report), report.url]).toEqual([[], url]);
    expect(report.findings.filter(({ check }) => check === "proxy")).toHaveLength(3);
  });

  it("is taken as a number of IPv6", async () => {
    const address = "http://[::1]:4000/api/chat";
    const report = await examine(address, { fetch: await standingFor(address) });
    expect([badOf(report), report.url]).toEqual([[], address]);
  });

  it("of another machine is not taken for this one's, whatever its name begins with", async () => {
    const address = "http://127.example/api/chat";
    expect(badOf(await examine(address, { fetch: await standingFor(address) }))).toEqual(["address: warning"]);
  });

  it("without a path is asked for one where no chat is there", async () => {
    const url = await serve(() => new Response("no", { status: 404 }));
    const report = await examine(new URL(url).origin);
    expect(badOf(report)).toEqual(["handler: fault"]);
    expect(wordsOf(report, "handler")).toContain(`such as ${new URL(url).origin}/api/chat`);
    expect(wordsOf(report, "handler")).not.toContain("//*");
  });

  it.each(["https://:secret@product.example/api/chat", "ana:secret@product.example/api/chat", "//ana:secret@b/api"])(
    "with a password is refused and not repeated: %s",
    async (address) => {
      const refused = { code: "url_invalid", message: expect.not.stringContaining("secret") as unknown };
      await expect(examine(address)).rejects.toMatchObject(refused);
      await expect(examine("https://product.example/api/chat", { proxy: address })).rejects.toMatchObject(refused);
    },
  );
});

describe("an address that leads elsewhere", () => {
  it("is reported when it redirects to https", async () => {
    const to = "https://product.example/api/chat?from=http";
    const url = await serve(() => new Response(null, { status: 301, headers: { location: to } }));
    const address = "http://product.example/api/chat";
    const report = await examine(address, {
      fetch: (input, init) => fetch((input as string).replace(address, url), init),
    });
    expect(badOf(report)).toEqual(["address: fault"]);
    expect(wordsOf(report, "address")).toContain(
      `GET ${address} is redirected to https://product.example/api/chat (301)`,
    );
    expect(wordsOf(report, "address")).toContain("Examine that address");
  });

  it("is reported without the redirect's query", async () => {
    const to = { location: "https://login.example/authorize?state=secret#secret" };
    const report = await examine(await serve(() => new Response(null, { status: 302, headers: to })));
    expect(badOf(report)).toEqual(["sign-in: fault"]);
    expect(wordsOf(report, "sign-in")).toContain("is redirected to https://login.example/authorize (302)");
    expect(JSON.stringify(report)).not.toContain("secret");
  });
});

describe("an address without a certificate that is trusted", () => {
  it.each(["DEPTH_ZERO_SELF_SIGNED_CERT", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "ERR_TLS_CERT_ALTNAME_INVALID"])(
    "is reported: %s",
    async (code) => {
      const refuse = () => Promise.reject(new TypeError("fetch failed", { cause: { code } }));
      const report = await examine("https://product.example/api/chat", { fetch: refuse });
      expect(badOf(report)).toEqual(["handler: fault"]);
      expect(wordsOf(report, "handler")).toMatch(new RegExp(`${code}.+Its certificate is not trusted from here`));
    },
  );
});

describe("an answer", () => {
  it("without an end is aborted and reported", async () => {
    let sent = 0;
    const url = await openHost((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      const piece = Buffer.alloc(65_536, "x");
      const write = () => {
        while (!response.destroyed && response.write(piece)) sent += piece.length;
        response.once("drain", write);
      };
      write();
    });
    const report = await examine(url, { limits: { answerMs: 2_000 } });
    expect(wordsOf(report, "handler")).toContain("was answered by a page (200, HTML)");
    expect(sent).toBeLessThan(100_000_000);
  });

  it("that stops half-way is reported as late", async () => {
    const url = await openHost((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write("{");
    });
    const report = await examine(url, { limits: { answerMs: 50 } });
    expect(wordsOf(report, "handler")).toContain("did not answer within 0.1 s");
  });

  it("of a server that failed is not taken for a route that is not mounted", async () => {
    const page = { status: 500, headers: { "content-type": "text/html" } };
    const report = await examine(await serve(() => new Response("<h1>Internal Server Error</h1>", page)));
    expect(badOf(report)).toEqual(["handler: fault"]);
    expect(wordsOf(report, "handler")).toMatch(/answered 500.+look at its log/);
    expect(wordsOf(report, "handler")).not.toContain("Mount");
  });

  it("that is long is not repeated whole", async () => {
    const error = { code: "x", message: "word ".repeat(100_000) };
    const report = await examine(await serve(() => Response.json({ error }, { status: 400 })));
    expect(wordsOf(report, "handler").length).toBeLessThan(1_000);
    expect(unknownOf(report)).toEqual([]);
  });
});
