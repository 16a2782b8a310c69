import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buildSchema, graphql } from "graphql";
import { describe, expect, it, onTestFinished } from "vitest";
import { fault, type Harness } from "../harness.js";
import { openProduct } from "../mcp/mcp-product.js";
import { callingAgent, callTools } from "../tool-calls.js";
import type { HostIntegration } from "../../src/integrations/host-integration.js";
import { ana, installOf, serviceWith } from "./integration-world.js";

const sdl = `
  type Query { "One order." order(id: ID!): Order  orders(filter: Filter): [Order!]! }
  type Mutation { renameOrder(id: ID!, name: String!): Order  deleteOrder(id: ID!): Boolean! }
  type Order { id: ID! name: String! customer: Customer }
  type Customer { name: String! orders: [Order!]! }
  input Filter { name: String and: [Filter!] }
`;

/** A GraphQL API on a real port. */
async function openGraphql(): Promise<{ url: string; asked: string[] }> {
  const schema = buildSchema(sdl);
  const asked: string[] = [];
  const order = ({ id }: { id: string }) => ({ id, name: `Order ${id}`, customer: { name: "Ana", orders: [] } });
  const rootValue = { order, orders: () => [order({ id: "1" })], renameOrder: order, deleteOrder: () => true };
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { query, variables } = JSON.parse(Buffer.concat(pieces).toString("utf8"));
    if (!String(query).includes("__schema")) asked.push(`${query} ${JSON.stringify(variables)}`);
    const result = await graphql({ schema, source: query, variableValues: variables, rootValue });
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(result));
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`, asked };
}

const preview = (service: Harness, body: object) =>
  service.call("POST", `${service.workspace}/integrations/preview`, body);

describe("a GraphQL API", () => {
  it("is introspected to tools, whose arguments travel as variables", async () => {
    const api = await openGraphql();
    const service = await serviceWith({}, { agent: callingAgent });
    const made = await installOf(service, { source: { kind: "graphql", url: api.url }, instanceKey: "shop" });
    const tools = made.body["tools"] as unknown as { name: string; safety: string }[];
    expect(tools.map(({ name, safety }) => [name, safety])).toEqual([
      ["query_order", "read"],
      ["query_orders", "read"],
      ["mutation_renameOrder", "write"],
      ["mutation_deleteOrder", "destructive"],
    ]);
    const hostile = '1") { id } deleteOrder(id: "1';
    const session = await service.start("hi");
    const [told, unknown] = await callTools(service, session, [
      { name: "shop__query_order", arguments: { id: hostile } },
      { name: "shop__query_order", arguments: { id: "1", query: "{ a }" } },
    ]);
    expect(told).toMatchObject({ failed: false, output: { data: { data: { order: { id: hostile } } } } });
    expect(unknown).toMatchObject({ failed: true, output: { code: "arguments_invalid" } });
    expect(api.asked).toEqual([
      `query($id: ID!) { order(id: $id) { id name customer { name orders { id name } } } } ${JSON.stringify({ id: hostile })}`,
    ]);
  });

  it("is read from SDL, with cyclic inputs cut", async () => {
    const service = await serviceWith({ privateNetworks: false });
    const source = { kind: "graphql", url: "https://shop.test/graphql", schema: sdl };
    const { body } = await preview(service, { source });
    expect(body["tools"]?.[1]?.["inputSchema"]?.["properties"]).toEqual({
      filter: {
        type: "object",
        properties: { name: { type: "string" }, and: { type: "array", items: { type: "object" } } },
        required: [],
      },
    });
    expect(fault(await preview(service, { source: { ...source, schema: "type Query {" } }))).toBe(
      "422 integration_source_invalid",
    );
  });
});

describe("an MCP server", () => {
  it("is listed with the credential, and its writes ask a person first", async () => {
    const token = "s3cret-and-long-enough";
    const product = await openProduct(token);
    product.alsoListed = [{ name: `odd_${token}`, inputSchema: "any" }];
    const service = await serviceWith({}, { agent: callingAgent });
    const source = { kind: "mcp", url: product.url };
    expect(fault(await preview(service, { source }))).toBe("422 integration_auth_needed");
    const unnamed = { kind: "auto", url: product.url };
    expect(fault(await preview(service, { source: unnamed }))).toBe("422 integration_auth_needed");
    const credential = { schemeId: "token", value: token };
    const { body } = await preview(service, { source, credential });
    const { revisionId, contentSha256, tools } = body as unknown as Record<string, string>;
    expect(tools).toMatchObject([{ name: "list", safety: "write", approvalMode: "ask" }, {}, {}, {}, {}, {}, {}]);
    expect(body["warnings"]).toContain("The tool “odd_[hidden]” is left out: it is malformed: inputSchema.");
    const expected = { expectedRevisionId: revisionId, expectedContentSha256: contentSha256 };
    const install = { source, credential, ...expected, instanceKey: "orders" };
    expect((await service.call("POST", `${service.workspace}/integrations/install`, install)).status).toBe(201);
    const session = await service.start("hi");
    await service.send(session, JSON.stringify([{ name: "orders__list" }]));
    await expect.poll(() => service.types(session)).toContain("turn.failed");
    expect(product.asked.filter((what) => what.startsWith("call"))).toEqual([]);
    expect(JSON.stringify([body, await service.log(session)])).not.toContain(token);
  });

  it("of the host is listed with the credential that the host has for the person", async () => {
    const value = "s3cret-and-long-enough";
    const product = await openProduct(value);
    const asked: unknown[] = [];
    const credential: NonNullable<HostIntegration["credential"]> = (context) => {
      asked.push(context);
      return { kind: "bearer", value };
    };
    const source = { kind: "mcp", url: product.url } as const;
    const service = await serviceWith({ definitions: [{ id: "orders", name: "Orders", source, credential }] });
    const wanted = { source: { kind: "definition", definitionId: "orders" }, endUser: ana };
    expect((await installOf(service, wanted)).status).toBe(201);
    expect(asked).toMatchObject([{ endUser: ana }, { endUser: ana }]);
  });

  it("of the host cannot be listed while the host has no credential for it, and the host gets the error", async () => {
    const product = await openProduct("s3cret-and-long-enough");
    const errors: unknown[] = [];
    const credential = () => Promise.reject(new Error("no grant yet"));
    const source = { kind: "mcp", url: product.url } as const;
    const definitions = [{ id: "orders", name: "Orders", source, credential }];
    const service = await serviceWith({ definitions, onError: (error) => errors.push(error) });
    const answer = await preview(service, { source: { kind: "definition", definitionId: "orders" } });
    expect(fault(answer)).toBe("422 integration_unavailable");
    expect(errors).toMatchObject([{ message: "no grant yet" }]);
  });

  it("of the host is listed and called with the host's credential, which no answer quotes", async () => {
    const value = "s3cret-and-long-enough";
    const product = await openProduct(value);
    const source = { kind: "mcp", url: product.url } as const;
    const definition = { id: "orders", name: "Orders", source, credential: { kind: "bearer", value } } as const;
    const service = await serviceWith({ definitions: [{ ...definition, writes: "never" }] }, { agent: callingAgent });
    await installOf(service, { source: { kind: "definition", definitionId: "orders" } });
    const session = await service.start("hi");
    const [list, echo] = await callTools(service, session, [{ name: "orders__list" }, { name: "orders__echo" }]);
    expect(list).toMatchObject({ failed: false, output: { orders: [{ id: 1 }] } });
    expect(JSON.stringify([echo, await service.log(session)])).not.toContain(value);
    expect(product.asked).toContain("call list");
  });

  it("gets the key of each call, by which it recognises one that arrives twice", async () => {
    const product = await openProduct();
    const source = { kind: "mcp", url: product.url } as const;
    const service = await serviceWith(
      { definitions: [{ id: "orders", name: "Orders", source, writes: "never" }] },
      { agent: callingAgent },
    );
    await installOf(service, { source: { kind: "definition", definitionId: "orders" } });
    const session = await service.start("hi");
    await callTools(service, session, [{ name: "orders__refund", arguments: { id: 1 } }]);
    const [id] = (await service.log(session)).flatMap(({ type, payload }) =>
      type === "agent.toolCall.created" ? [(payload as { id: string }).id] : [],
    );
    expect(product.refunded).toEqual([{ id: 1, key: `${session.split("/").at(-1)}:${id}` }]);
  });
});
