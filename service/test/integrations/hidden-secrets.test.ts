import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { callingAgent, callTools } from "../tool-calls.js";
import { installOf, serviceWith } from "./integration-world.js";

/** A service with an API whose one operation, a write, is answered with this JSON. */
async function openWith(secret: string, answer: string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${String(request.headers["x-api-key"])}`);
    response.writeHead(200, { "content-type": "application/json" }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const document = {
    openapi: "3.1.0",
    info: { title: "Orders", version: "1" },
    paths: { "/orders": { post: { operationId: "book", responses: {} } } },
  };
  const definition = {
    id: "orders",
    name: "Orders",
    source: { kind: "openapi", document, baseUrl: url },
    writes: "never",
    credential: { kind: "apiKey", in: "header", name: "X-Api-Key", value: secret },
  } as const;
  const service = await serviceWith({ definitions: [definition] }, { agent: callingAgent });
  expect((await installOf(service, { source: { kind: "definition", definitionId: "orders" } })).status).toBe(201);
  return { service, session: await service.start("hi"), asked };
}

it.each([
  [
    "a number",
    "48213377",
    '{"account":48213377,"near":-148213377.5,"total":12}',
    '{"account":"[hidden]","near":"[hidden]","total":12}',
  ],
  ["a number that JSON rounds", "12345678901234567890", '{"account":12345678901234567890}', '{"account":"[hidden]"}'],
  ["a text", "48213377", '{"account":"no 48213377 here"}', '{"account":"no [hidden] here"}'],
  ["a text of escapes", 'a"b\\c"d', '{"account":"a\\"b\\\\c\\"d"}', '{"account":"[hidden]"}'],
  [
    "keys",
    "48213377",
    '{"48213377":1,"[hidden]":2,"x48213377":3,"48213377":4}',
    '{"[hidden] 2":4,"[hidden]":2,"x[hidden]":3}',
  ],
])("hides the secret in %s of an answer, and the turn continues", async (_, secret, answer, expected) => {
  const { service, session, asked } = await openWith(secret, answer);
  const [told] = await callTools(service, session, [{ name: "orders__book" }]);
  expect(told).toEqual({ failed: false, output: { status: 200, data: JSON.parse(expected) as unknown } });
  expect(asked).toEqual([`POST ${secret}`]);
  expect(service.faults).toEqual([]);
});
