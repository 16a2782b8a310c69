import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../src/store/memory-store.js";
import { fault, harness, text } from "../harness.js";
import { ana, ben, installOf, serviceWith } from "./integration-world.js";
import { openOrdersApi, ordersDocument } from "./orders-api.js";

const canary = "canary-5f1d2c-secret";
const inline = {
  kind: "openapi",
  document: { ...ordersDocument, servers: [{ url: "https://orders.test" }] },
} as const;

describe("previews", () => {
  it("read a document from its address and bind it to its content", async () => {
    const api = await openOrdersApi();
    const service = await serviceWith();
    const source = { kind: "openapi", url: `${api.url}/openapi.json` };
    const preview = () => service.call("POST", `${service.workspace}/integrations/preview`, { source });
    const [one, two] = [await preview(), await preview()];
    expect(one.body).toMatchObject({
      title: "Orders",
      instanceKey: "orders",
      installed: null,
      baseUrl: api.url,
      keepsCredentials: true,
      auth: { required: true, schemes: [{ id: "key", kind: "apiKey" }] },
      contentSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(two.body).toEqual(one.body);
    expect(text(one.body["revisionId"])).toContain(text(one.body["contentSha256"]).slice(0, 32));
    api.document = { ...ordersDocument, paths: { "/orders": { get: {} } } };
    expect((await preview()).body["contentSha256"]).not.toBe(one.body["contentSha256"]);
  });

  it("store nothing and do not return how tools are called", async () => {
    const service = await serviceWith();
    const path = `${service.workspace}/integrations`;
    const { body } = await service.call("POST", `${path}/preview`, {
      source: inline,
      credential: { schemeId: "key", value: canary },
    });
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${canary}|"plan"`));
    expect((await service.call("GET", path)).body).toEqual({ integrations: [] });
  });

  it("take a document as text, as YAML too", async () => {
    const service = await serviceWith();
    const document = "openapi: 3.0.0\ninfo: {title: T}\nservers: [{url: 'https://t.test'}]\npaths: {/a: {get: {}}}";
    const answer = await service.call("POST", `${service.workspace}/integrations/preview`, {
      source: { kind: "openapi", document },
    });
    expect(answer.body).toMatchObject({ title: "T", tools: [{ operationKey: "GET /a", name: "get_a" }] });
  });

  it.each([
    [{ kind: "openapi" }, "422 integration_source_invalid"],
    [{ kind: "nothing" }, "422 validation_failed"],
    [{ kind: "openapi", url: "https://10.0.0.1/openapi.json" }, "422 integration_address_refused"],
    [{ kind: "openapi", url: "http://127.0.0.1:1/openapi.json" }, "422 integration_source_invalid"],
    [{ kind: "openapi", url: "https://localhost/openapi.json" }, "422 integration_address_refused"],
    [{ kind: "mcp", url: "https://[::1]/mcp" }, "422 integration_address_refused"],
    [{ kind: "graphql", url: "https://192.168.0.1/graphql" }, "422 integration_address_refused"],
    [{ kind: "auto", url: "https://169.254.169.254/" }, "422 integration_address_refused"],
    [{ kind: "definition", definitionId: "nope" }, "404 not_found"],
  ])("refuse the source %j", async (source, expected) => {
    const service = await serviceWith({ privateNetworks: false });
    expect(fault(await service.call("POST", `${service.workspace}/integrations/preview`, { source }))).toBe(expected);
  });

  it("do not dial a name that leads into a private network", async () => {
    const lookup = (_name: string, _options: object, done: (error: null, found: object[]) => void) =>
      done(null, [{ address: "10.0.0.7", family: 4 }]);
    const service = await serviceWith({ privateNetworks: false, lookup: lookup as never });
    const source = { kind: "openapi", url: "https://rebound.test/openapi.json" };
    const answer = await service.call("POST", `${service.workspace}/integrations/preview`, { source });
    expect(fault(answer)).toBe("422 integration_address_refused");
  });

  it("do not follow a redirect", async () => {
    const api = await openOrdersApi();
    const service = await serviceWith();
    const source = { kind: "openapi", url: `${api.url}/odd/redirect` };
    const answer = await service.call("POST", `${service.workspace}/integrations/preview`, { source });
    expect(answer.body["error"]?.["message"]).toContain("redirect (302)");
  });
});

describe("installing", () => {
  it("stores exactly the previewed integration; a repeat returns the same", async () => {
    const service = await serviceWith();
    const made = await installOf(service, { source: inline, endUser: ana });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      endUser: ana,
      instanceKey: "orders",
      serverId: "orders",
      displayName: "Orders",
      status: "needs_credentials",
      hasCredential: false,
      installationVersion: 1,
      instanceVersion: 1,
    });
    const again = await installOf(service, { source: inline, endUser: ana });
    expect([again.status, again.body]).toEqual([200, made.body]);
    expect((await service.call("GET", `${service.workspace}/integrations`)).body["integrations"]).toEqual([made.body]);
  });

  it("marks the tools that need a credential, and needs none for the others alone", async () => {
    const service = await serviceWith();
    const { "/orders": orders } = ordersDocument.paths;
    const paths = { "/orders": { get: { ...orders.get, security: [] }, post: orders.post } };
    const source = { kind: "openapi", document: { ...inline.document, paths } };
    const preview = await service.call("POST", `${service.workspace}/integrations/preview`, { source });
    const tools = preview.body["tools"] as unknown as readonly { id: string; needsCredential: boolean }[];
    expect(tools.map(({ needsCredential }) => needsCredential)).toEqual([false, true]);
    const free = await installOf(service, { source, instanceKey: "free", allowedTools: [tools[0]!.id] });
    expect(free.body["status"]).toBe("installed");
    expect((await installOf(service, { source, instanceKey: "all" })).body["status"]).toBe("needs_credentials");
  });

  it("installs nothing when the source has changed since its preview", async () => {
    const api = await openOrdersApi();
    const service = await serviceWith();
    const source = { kind: "openapi", url: `${api.url}/openapi.json` };
    const path = `${service.workspace}/integrations`;
    const { body } = await service.call("POST", `${path}/preview`, { source });
    api.document = { ...ordersDocument, servers: [{ url: "https://elsewhere.test" }] };
    const expected = { expectedRevisionId: body["revisionId"], expectedContentSha256: body["contentSha256"] };
    const answer = await service.call("POST", `${path}/install`, { source, ...expected });
    expect(fault(answer)).toBe("409 INTEGRATION_CHANGED");
    expect(answer.body["current"]?.["contentSha256"]).not.toBe(body["contentSha256"]);
    expect((await service.call("GET", path)).body).toEqual({ integrations: [] });
  });

  it("keeps the chosen tools alone", async () => {
    const service = await serviceWith();
    const preview = await service.call("POST", `${service.workspace}/integrations/preview`, { source: inline });
    const [first] = preview.body["tools"]!;
    const made = await installOf(service, { source: inline, allowedTools: [first?.["id"]] });
    expect(made.body["tools"]).toHaveLength(1);
    expect(fault(await installOf(service, { source: inline, allowedTools: ["op_none"] }))).toBe(
      "422 validation_failed",
    );
    expect(fault(await installOf(service, { source: inline, allowedTools: [] }))).toBe("422 validation_failed");
  });

  it("replaces only the version that the caller has seen", async () => {
    const service = await serviceWith();
    await installOf(service, { source: inline });
    const change = { source: inline, displayName: "My orders" };
    const blind = await installOf(service, change);
    expect(fault(blind)).toBe("409 INTEGRATION_VERSION_CHANGED");
    expect(blind.body["current"]).toEqual({ instanceVersion: 1 });
    const seen = await installOf(service, { ...change, expectedInstanceVersion: 1 });
    expect([seen.status, seen.body["instanceVersion"], seen.body["displayName"]]).toEqual([200, 2, "My orders"]);
    expect(fault(await installOf(service, { ...change, displayName: "x", expectedInstanceVersion: 1 }))).toBe(
      "409 INTEGRATION_VERSION_CHANGED",
    );
  });

  it.each([
    ["without a credential", {}],
    ["with a credential", { credential: { schemeId: "key", value: canary } }],
  ])("of the same one several times at once makes one, and refuses none: %s", async (_, more) => {
    const service = await serviceWith();
    const all = await Promise.all([1, 2, 3, 4].map(() => installOf(service, { source: inline, ...more })));
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201]);
    expect((await service.call("GET", `${service.workspace}/integrations`)).body["integrations"]).toHaveLength(1);
  });

  it("keeps no more than 50 for one owner", async () => {
    const service = await serviceWith();
    for (let n = 0; n < 50; n += 1) {
      expect((await installOf(service, { source: inline, instanceKey: `k${n}` })).status).toBe(201);
    }
    expect(fault(await installOf(service, { source: inline, instanceKey: "k50" }))).toBe("429 limit_exceeded");
    expect((await installOf(service, { source: inline, instanceKey: "k50", endUser: ana })).status).toBe(201);
  });

  it("is refused to a read-only key, and to a service without integrations with the reason", async () => {
    const service = await serviceWith();
    const key = await service.readKey();
    for (const path of ["preview", "install"]) {
      const answer = await service.call("POST", `${service.workspace}/integrations/${path}`, {}, { key });
      expect(fault(answer)).toBe("403 forbidden");
    }
    const made = await installOf(service, { source: inline });
    const one = `${service.workspace}/integrations/${text(made.body["id"])}`;
    expect(fault(await service.call("DELETE", one, undefined, { key }))).toBe("403 forbidden");
    expect((await service.call("GET", one, undefined, { key })).status).toBe(200);
    const without = await harness();
    expect(fault(await without.call("GET", `${without.workspace}/integrations/definitions`))).toBe(
      "503 integrations_disabled",
    );
  });
});

describe("credentials", () => {
  const credential = { schemeId: "key", value: canary };

  it("are encrypted in the store and in no answer", async () => {
    const store = createMemoryStore();
    const service = await serviceWith({}, { store });
    const made = await installOf(service, { source: inline, credential });
    expect(made.body).toMatchObject({ hasCredential: true, status: "installed" });
    const path = `${service.workspace}/integrations`;
    const answers = [
      made,
      await service.call("GET", path),
      await service.call("GET", `${path}/${text(made.body["id"])}`),
    ];
    const kept = await store.listIntegrations(service.workspace.split("/").at(-1)!);
    expect(JSON.stringify([answers.map(({ body }) => body), kept])).not.toContain(canary);
    expect(kept[0]?.sealedCredential).toMatch(/^v1\./);
  });

  it("are kept nowhere without a key of the host's", async () => {
    const service = await serviceWith({}, { secretsKey: undefined });
    const preview = await service.call("POST", `${service.workspace}/integrations/preview`, { source: inline });
    expect(preview.body["keepsCredentials"]).toBe(false);
    const answer = await installOf(service, { source: inline, credential });
    expect(fault(answer)).toBe("503 secrets_key_missing");
    expect(JSON.stringify(answer.body)).not.toContain(canary);
  });

  it("stay when an integration is replaced, but do not go along to another origin", async () => {
    const service = await serviceWith();
    await installOf(service, { source: inline, credential });
    const renamed = await installOf(service, { source: inline, displayName: "B", expectedInstanceVersion: 1 });
    expect(renamed.body["hasCredential"]).toBe(true);
    const moved = { ...inline, baseUrl: "https://elsewhere.test" };
    const answer = await installOf(service, { source: moved, expectedInstanceVersion: 2 });
    expect(answer.body).toMatchObject({ baseUrl: "https://elsewhere.test", hasCredential: false });
  });

  it.each([
    [{ schemeId: "nope", value: canary }],
    [{ schemeId: "key", value: `${canary}\r\nx-evil: 1` }],
    [{ schemeId: "key", value: "" }],
    [{ schemeId: "key", value: canary.repeat(1_000) }],
  ])("that do not fit are refused unquoted", async (given) => {
    const service = await serviceWith();
    const answer = await installOf(service, { source: inline, credential: given });
    expect(fault(answer)).toBe("422 validation_failed");
    expect(JSON.stringify(answer.body)).not.toContain("canary");
  });
});

describe("owners", () => {
  it("see and remove their own alone", async () => {
    const service = await serviceWith();
    const path = `${service.workspace}/integrations`;
    const mine = await installOf(service, { source: inline, endUser: ana });
    await installOf(service, { source: inline, endUser: ben });
    await installOf(service, { source: inline });
    const asAna = `endUserSource=app&endUserId=${ana.id}`;
    const asBen = `endUserSource=app&endUserId=${ben.id}`;
    const count = async (query: string) => (await service.call("GET", `${path}?${query}`)).body["integrations"]?.length;
    expect([await count(asAna), await count(`${asAna}&withWorkspace=true`), await count("")]).toEqual([1, 2, 3]);
    const id = text(mine.body["id"]);
    for (const rest of ["", "/uninstall-preview"]) {
      expect(fault(await service.call("GET", `${path}/${id}${rest}?${asBen}`))).toBe("404 not_found");
      expect((await service.call("GET", `${path}/${id}${rest}?${asAna}`)).status).toBe(200);
    }
    expect(fault(await service.call("DELETE", `${path}/${id}?${asBen}`))).toBe("404 not_found");
    const stale = await service.call("DELETE", `${path}/${id}?${asAna}&expectedInstanceVersion=7`);
    expect(fault(stale)).toBe("409 INTEGRATION_VERSION_CHANGED");
    const removed = await service.call("DELETE", `${path}/${id}?${asAna}&expectedInstallationVersion=1`);
    expect(removed.body).toEqual({ status: "uninstalled" });
    expect(fault(await service.call("DELETE", `${path}/${id}?${asAna}`))).toBe("404 not_found");
    expect(await count("")).toBe(2);
  });

  it("of another workspace and of another organization find nothing", async () => {
    const service = await serviceWith();
    const made = await installOf(service, { source: inline });
    const other = await service.call("PUT", "/v1/workspaces/external", {
      externalSource: "app",
      externalId: "other",
      name: "o",
    });
    const path = `/v1/workspaces/${text(other.body["workspace"]?.["id"])}/integrations`;
    expect((await service.call("GET", path)).body).toEqual({ integrations: [] });
    expect(fault(await service.call("GET", `${path}/${text(made.body["id"])}`))).toBe("404 not_found");
  });
});
