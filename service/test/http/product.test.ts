import { describe, expect, it } from "vitest";
import { fault, harness, type Harness, type Json } from "../harness.js";

const skill = { name: "refunds", description: "When money goes back.", content: "Ask why first.", version: "2" };
const server = {
  id: "orders",
  url: "https://shop.example.com/mcp",
  headers: { Authorization: "Bearer tok-en-of-ana" },
};

const create = (service: Harness, fields: object) =>
  service.call("POST", `${service.workspace}/sessions`, { initialMessage: "hi", ...fields });

describe("a session's skills", () => {
  it("are returned unchanged, and cannot change", async () => {
    const service = await harness();
    const session = await service.start("hi", { skills: [{ ...skill, later: "unknown" }], instructions: "Be brief." });
    const { body } = await service.call("GET", session);
    expect(body).toMatchObject({ skills: [skill], instructions: "Be brief." });
    await service.send(session, "again", { payload: { text: "again", skills: [] } });
    expect((await service.call("GET", session)).body).toMatchObject({ skills: [skill] });
  });

  it("are returned without their content in lists", async () => {
    const service = await harness();
    await service.start("hi", { skills: [skill] });
    const { content: _, ...listed } = skill;
    const { body } = await service.call("GET", `${service.workspace}/sessions`);
    expect(body[0]?.["skills"]).toEqual([listed]);
    const whole = await service.call("GET", `/v1/organizations/${service.app.organizationId}/sessions`);
    expect(whole.body["sessions"]?.[0]?.["skills"]).toEqual([listed]);
  });

  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ ...skill, name: `skill-${n}` }));
  it.each<[string, object, string]>([
    ["33 of them", { skills: many(33) }, "skills"],
    ["a name with capitals", { skills: [{ ...skill, name: "Refunds" }] }, "skills.0.name"],
    ["no description", { skills: [{ ...skill, description: " " }] }, "skills.0.description"],
    ["too much content", { skills: [skill, { ...skill, name: "b", content: "x".repeat(65_537) }] }, "skills.1.content"],
    ["one name for two", { skills: [skill, skill] }, "skills"],
  ])("are refused with %s", async (_title, fields, field) => {
    const service = await harness();
    const answer = await create(service, fields);
    expect(fault(answer)).toBe("422 INVALID_SESSION_CREATE_REQUEST");
    expect(answer.body["error"]?.["details"]).toEqual({ field });
  });

  it("may be 32", async () => {
    expect((await create(await harness(), { skills: many(32) })).status).toBe(202);
  });
});

describe("a session's MCP servers", () => {
  it("are returned with the names of their headers, never with their values", async () => {
    const service = await harness();
    const session = await service.start("hi", { mcpServers: [{ ...server, requireApproval: ["refund"] }] });
    const { body } = await service.call("GET", session);
    expect(body["mcpServers"]).toEqual([
      {
        id: "orders",
        name: "orders",
        url: "https://shop.example.com/mcp",
        allowedTools: null,
        timeoutMs: 30_000,
        requireApproval: ["refund"],
        headerNames: ["Authorization"],
        credentialVersion: 1,
        connectionRef: null,
      },
    ]);
  });

  const without = (fields: object) => ({ mcpServers: [{ ...server, ...fields }] });
  it.each<[string, object, string]>([
    ["17 of them", { mcpServers: Array.from({ length: 17 }, (_, n) => ({ ...server, id: `s${n}` })) }, "mcpServers"],
    ["one id for two", { mcpServers: [server, server] }, "mcpServers"],
    ["an id that could end in another's tool", without({ id: "a__b" }), "mcpServers.0.id"],
    ["plain http to elsewhere", without({ url: "http://shop.example.com/mcp" }), "mcpServers.0.url"],
    ["a password in its URL", without({ url: "https://ana:tok-en-of-ana@shop.example.com" }), "mcpServers.0.url"],
    ["what is no URL", without({ url: "tok-en-of-ana" }), "mcpServers.0.url"],
    ["a header that is no text", without({ headers: { authorization: ["tok-en-of-ana"] } }), "mcpServers.0.headers"],
    [
      "a line break in a header",
      without({ headers: { authorization: "tok-en-of-ana\r\nx: y" } }),
      "mcpServers.0.headers",
    ],
    ["a header whose name is the secret", without({ headers: { "tok-en-of-ana ": "x" } }), "mcpServers.0.headers"],
    ["a header of the transport", without({ headers: { Host: "tok-en-of-ana" } }), "mcpServers.0.headers"],
    ["no time", without({ timeoutMs: 0 }), "mcpServers.0.timeoutMs"],
  ])("are refused with %s, in words without a secret", async (_title, fields, field) => {
    const answer = await create(await harness(), fields);
    expect(fault(answer)).toBe("422 INVALID_SESSION_CREATE_REQUEST");
    expect(answer.body["error"]?.["details"]).toEqual({ field });
    expect(JSON.stringify(answer.body)).not.toContain("tok-en-of-ana");
  });

  it.each(["http://localhost:3000/mcp", "http://127.0.0.1/mcp", "http://[::1]:3000/mcp", "https://10.0.0.7/mcp"])(
    "may be at %s",
    async (url) => {
      expect((await create(await harness(), without({ url }))).status).toBe(202);
    },
  );

  const versionOf = async (service: Harness, session: string): Promise<Json | undefined> =>
    (await service.call("GET", session)).body["mcpServers"]?.[0]?.["credentialVersion"];

  it("take fresh headers with whatever lets the agent go on, once for a write and its repeat", async () => {
    const service = await harness();
    const session = await service.start("/ask text skip", { mcpServers: [server] });
    const fresh = (token: string) => ({ mcpCredentialUpdates: [{ id: "orders", headers: { Authorization: token } }] });
    const { requests } = (await service.call("GET", `${session}/human-input-requests`)).body as unknown as {
      requests: { id: string }[];
    };
    const answer = { requestId: requests[0]?.id, response: { outcome: "skipped" }, ...fresh("tok-en-2") };
    const events = `${session}/events`;
    expect((await service.call("POST", events, { type: "user.humanInputResponse", payload: answer })).status).toBe(202);
    expect(await versionOf(service, session)).toBe(2);
    const message = { type: "user.message", clientEventId: "m", payload: { text: "hi", ...fresh("tok-en-3") } };
    await service.call("POST", events, message);
    const again = { ...message, payload: { text: "hi", ...fresh("tok-en-4") } };
    expect((await service.call("POST", events, again)).status).toBe(202);
    expect(await versionOf(service, session)).toBe(3);
    await service.call("POST", `${session}/steer`, { text: "now", ...fresh("tok-en-5") });
    expect(await versionOf(service, session)).toBe(4);
    await service.call("POST", `${session}/steer`, { text: "the same", ...fresh("tok-en-5") });
    expect(await versionOf(service, session)).toBe(4);
    await service.call("PUT", `${session}/composer-draft`, { text: "draft", expectedRevision: 0 });
    const draft = { text: "draft", expectedDraftRevision: 1, clientEventId: "d", ...fresh("tok-en-6") };
    expect((await service.call("POST", `${session}/composer-draft/submit`, draft)).status).toBe(202);
    expect(await versionOf(service, session)).toBe(5);
    expect(JSON.stringify(await service.log(session))).not.toContain("tok-en");
  });

  it("do not mind fresh headers for one that they do not have", async () => {
    const service = await harness();
    const session = await service.start("hi");
    const mcpCredentialUpdates = [{ id: "orders", headers: { a: "b" } }];
    const payload = { text: "hi", mcpCredentialUpdates };
    expect((await service.call("POST", `${session}/events`, { type: "user.message", payload })).status).toBe(202);
    expect((await service.call("GET", session)).body["mcpServers"]).toEqual([]);
  });

  it("go with the sessions that an agent starts below", async () => {
    const service = await harness();
    const session = await service.start("/child hello", { mcpServers: [server], skills: [skill] });
    const { body } = await service.call(
      "GET",
      `${service.workspace}/sessions?parentSessionId=${session.split("/").at(-1)}`,
    );
    expect(body[0]).toMatchObject({ mcpServers: [{ id: "orders" }], skills: [{ name: "refunds" }] });
  });
});

it("the scripted agent names the skills that it was given", async () => {
  const service = await harness();
  const session = await service.start("/skills", { skills: [skill] });
  const bare = await service.start("/skills");
  const said = async (path: string) =>
    JSON.stringify((await service.log(path)).find(({ type }) => type === "agent.message.completed")?.payload);
  expect(await said(session)).toContain("**refunds** (version 2): When money goes back.");
  expect(await said(bare)).toContain("I was given no skills");
});
