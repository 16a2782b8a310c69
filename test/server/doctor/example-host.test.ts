import { createServer } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createHostApp } from "../../../examples/host/src/server/app.js";
import { createMemoryStore, createServiceApp } from "../../../service/src/app.js";
import { Service } from "../../../src/server/handler/service.js";
import { toNodeHandler } from "../../../src/server/node/to-node-handler.js";
import { inProcessFetch } from "../../../src/testing/in-process-fetch.js";
import { start } from "../../servers/support/start.js";
import { bodyOf } from "../../support/backend.js";
import { badOf, examine, unknownOf, wordsOf } from "./support/examine.js";

let close = () => Promise.resolve();
afterEach(() => close());

/** The example product on a socket. */
async function openProduct() {
  const app = await createServiceApp({ store: createMemoryStore() });
  const { apiKey, organizationId } = app;
  const baseUrl = "https://service.internal.test";
  const kit = new Service({ baseUrl, apiKey, organizationId, source: "host", fetch: inProcessFetch(app) });
  const product = createHostApp(kit, { pages: "nowhere", skills: [], address: () => "http://127.0.0.1" });
  const host = await start(createServer(toNodeHandler((request) => product.fetch(request))));
  close = async () => {
    await host.close();
    await app.close();
  };
  /** Headers of the product's page for a signed-in person. */
  async function signIn(user: string) {
    const answer = await fetch(new URL("/auth/sign-in", host.chat), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ user, password: "demo" }),
    });
    const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    return { cookie, "x-csrf-token": (await bodyOf(answer)).csrfToken as string };
  }
  return { ...host, signIn };
}

describe("the example product, examined", () => {
  it("is without fault, its proxy too", async () => {
    const { chat, proxy, signIn } = await openProduct();
    const [headers, otherHeaders] = [await signIn("ana"), await signIn("ben")];
    const report = await examine(chat, { headers, otherHeaders, proxy });
    expect([badOf(report), unknownOf(report)]).toEqual([[], ["heartbeats: unknown", "time-out: unknown"]]);
    expect(report.findings.filter(({ check }) => check === "proxy")).toHaveLength(3);
  });

  it("asks for the header that proves that a write is from its own page", async () => {
    const { chat, signIn } = await openProduct();
    const { cookie } = await signIn("ana");
    const report = await examine(chat, { headers: { cookie }, otherHeaders: await signIn("ben") });
    expect(badOf(report)).toEqual(["sign-in: fault", "sign-in: fault", "sign-in: fault"]);
    expect(wordsOf(report, "sign-in")).toContain("add that header too (--header)");
  });
});
