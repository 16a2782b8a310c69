import { expect, it } from "vitest";
import { createHostApp } from "../../examples/host/src/server/app.js";
import { createMemoryStore, createServiceApp } from "../../service/src/app.js";
import { Service } from "../../src/server/handler/service.js";
import { inProcessFetch } from "../../src/testing/in-process-fetch.js";

it("the example product's page has the policy that the kit supports", async () => {
  const { apiKey, organizationId, ...app } = await createServiceApp({ store: createMemoryStore() });
  const baseUrl = "https://service.internal.test";
  const kit = new Service({ baseUrl, apiKey, organizationId, source: "host", fetch: inProcessFetch(app) });
  const product = createHostApp(kit, { pages: "examples/host", skills: [], address: () => "http://127.0.0.1" });
  const page = await product.request("/?conversation=c1");
  expect(await page.text()).toContain('<div id="root">');
  const policy = page.headers.get("content-security-policy")?.split("; ");
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'self'",
      "img-src 'self' blob:",
      "style-src 'self'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
    ]),
  );
  expect(policy?.join(" ")).not.toContain("unsafe");
  await app.close();
});
