import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryStore } from "../../src/app.js";
import { systemClock } from "../../src/clock.js";
import { mcpTools } from "../../src/mcp/mcp-tools.js";
import type { Store } from "../../src/store/store.js";
import { harness, type Harness } from "../harness.js";
import { openProduct } from "../mcp/mcp-product.js";
import { openSqlDatabase } from "./sql-database.js";

const planted = "planted-secret-of-acme";

let database: Awaited<ReturnType<typeof openSqlDatabase>>;
beforeAll(async () => {
  database = await openSqlDatabase();
});
afterAll(() => database.close());

const stores: [string, () => Promise<Store>][] = [
  ["memory", () => Promise.resolve(createMemoryStore())],
  ["SQL", () => database.emptyStore()],
];

/** Everything that a reader of the API can ask for. */
async function readEverything(service: Harness, session: string): Promise<string> {
  const organization = `/v1/organizations/${service.app.organizationId}`;
  const paths = [
    "/v1/config/client",
    "/v1/access/me",
    organization,
    `${organization}/sessions`,
    `${organization}/workspaces`,
    service.workspace,
    `${service.workspace}/sessions`,
    `${service.workspace}/sessions?view=page`,
    ...["", "/events", "/events?mode=forensic", "/turns", "/queue", "/goal", "/lineage", "/composer-draft"].map(
      (path) => session + path,
    ),
    `${session}/human-input-requests`,
  ];
  const answers = await Promise.all(paths.map((path) => service.call("GET", path)));
  return JSON.stringify(answers.map(({ body, headers }) => [body, [...headers]]));
}

describe.each(stores)("over a %s store", (_, open) => {
  it("a header value reaches its server, and no reader of anything", async () => {
    const product = await openProduct(planted);
    const store = await open();
    const service = await harness({ store, toolSources: [mcpTools({ clock: systemClock })] });
    const server = { id: "orders", url: product.url, headers: { Authorization: `Bearer ${planted}` } };
    const session = await service.start("/mcp orders echo {}", { mcpServers: [server], goal: { text: "Sell" } });
    await expect.poll(() => service.types(session), { timeout: 20_000 }).toContain("turn.completed");
    // Refused by a server that quotes it, and sent in a write that is refused.
    product.broken = 401;
    await service.send(session, "/mcp orders list {}");
    await expect.poll(() => service.types(session), { timeout: 20_000 }).toContain("tool.auth_needed");
    const refused = await service.call("POST", `${session}/events`, {
      type: "user.message",
      payload: { text: "hi", mcpCredentialUpdates: [{ id: "orders", headers: { [planted]: planted, host: planted } }] },
    });
    expect(refused.status).toBe(422);

    const kept = await store.getSession(session.split("/").at(-1) ?? "");
    expect(kept?.mcpServers[0]?.headers).toEqual({ Authorization: `Bearer ${planted}` });
    expect(await readEverything(service, session)).not.toContain(planted);
    expect(JSON.stringify([refused.body, service.faults])).not.toContain(planted);
    expect(JSON.stringify(await service.log(session))).toContain("[hidden]");
    await service.app.close();
  });
});
