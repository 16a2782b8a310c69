import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChatResolution } from "../../../src/server/handler/resolution.js";
import { header } from "../../../src/wire/protocol/headers.js";
import type { CreateSessionBody } from "../../../src/wire/protocol/session-bodies.js";
import { ask, bodyOf, createBackend, framesOf, source, type Backend } from "../../support/backend.js";

let backend: Backend;
beforeAll(async () => {
  backend = await createBackend();
});
afterAll(() => backend.close());

/** Every choice of the two, and what the session is then stored with. */
const policies = [
  { agentAccess: undefined, memory: undefined, stored: ["session", "session"] },
  { agentAccess: undefined, memory: "session", stored: ["session", "session"] },
  { agentAccess: undefined, memory: "user", stored: ["session", "user"] },
  { agentAccess: undefined, memory: "workspace", stored: ["session", "workspace"] },
  { agentAccess: undefined, memory: false, stored: ["session", "off"] },
  { agentAccess: "session", memory: undefined, stored: ["session", "session"] },
  { agentAccess: "session", memory: "session", stored: ["session", "session"] },
  { agentAccess: "session", memory: "user", stored: ["session", "user"] },
  { agentAccess: "session", memory: "workspace", stored: ["session", "workspace"] },
  { agentAccess: "session", memory: false, stored: ["session", "off"] },
  { agentAccess: "user", memory: undefined, stored: ["user", "user"] },
  { agentAccess: "user", memory: "session", stored: ["user", "session"] },
  { agentAccess: "user", memory: "user", stored: ["user", "user"] },
  { agentAccess: "user", memory: "workspace", stored: ["user", "workspace"] },
  { agentAccess: "user", memory: false, stored: ["user", "off"] },
  { agentAccess: "workspace", memory: undefined, stored: ["workspace", "workspace"] },
  { agentAccess: "workspace", memory: "session", stored: ["workspace", "session"] },
  { agentAccess: "workspace", memory: "user", stored: ["workspace", "user"] },
  { agentAccess: "workspace", memory: "workspace", stored: ["workspace", "workspace"] },
  { agentAccess: "workspace", memory: false, stored: ["workspace", "off"] },
] as const;

/** The caller and the source of the conversation's id; `refused`: the response, whatever the policy. */
const askers = [
  { user: "ana", ids: "host" },
  { user: "ana", ids: "client" },
  { user: "ana", ids: "both" },
  { user: "ana", ids: "none", refused: "conversation_required" },
  { user: undefined, ids: "host" },
  { user: undefined, ids: "both" },
  { user: undefined, ids: "client", refused: "conversation_required" },
  { user: undefined, ids: "none", refused: "conversation_required" },
] as const;

const rows = policies.flatMap((policy) => askers.map((asker) => ({ ...policy, ...asker })));
type Row = (typeof rows)[number];

/** Without a user, nothing can be a user's. */
function refusalOf(row: Row): string | undefined {
  if ("refused" in row) return row.refused;
  if (row.user !== undefined) return undefined;
  if (row.agentAccess === "user") return "user_required_for_scope";
  return row.memory === "user" ? "memory_scope_requires_user" : undefined;
}

const titled = (row: Row) =>
  [
    `agentAccess ${row.agentAccess ?? "left out"}, memory ${row.memory ?? "left out"}, ${row.user ?? "no user"}, id of ${row.ids}`,
    row,
  ] as const;

const skill = { name: "refunds", description: "When a customer wants money back.", content: "Ask why first." };
let asked = 0;

/** A request of this row to the real handler; `named` is the id that its conversation ends up with. */
function ring({ agentAccess, memory, user, ids }: Row) {
  asked += 1;
  const [host, client] = [`host-${asked}`, `client-${asked}`];
  const resolution = {
    tenant: "acme",
    ...(user !== undefined && { user }),
    ...(agentAccess !== undefined && { agentAccess }),
    ...(memory !== undefined && { memory }),
    ...((ids === "host" || ids === "both") && { conversation: host }),
    model: "scripted",
    instructions: "Be brief.",
    skills: [skill],
    tools: [{ kind: "mcp", id: "orders", optional: true }],
    create: { metadata: { row: asked }, modelContext: "Not shown." },
  } satisfies ChatResolution;
  const chat = backend.chat({ resolve: () => resolution });
  const conversation = ids === "client" || ids === "both" ? client : "";
  const named = ids === "client" ? client : host;
  const before = backend.calls.length;
  return {
    named,
    row: asked,
    get: () => chat(ask("GET", "/api/chat", undefined, { conversation })),
    post: () => chat(ask("POST", "/api/chat", { message: "/say hi", clientEventId: `k-${asked}` }, { conversation })),
    written: () => backend.calls.slice(before).filter(({ method }) => method === "POST"),
  };
}

describe("the choice of access, memory, user and conversation", () => {
  const made = rows.filter((row) => refusalOf(row) === undefined).map(titled);
  const refused = rows.filter((row) => refusalOf(row) !== undefined).map(titled);

  it("is 160 choices, and none is left out", () => {
    expect([rows.length, made.length, refused.length]).toEqual([160, 84, 76]);
  });

  it.each(made)("%s: is what the session is stored with", async (_title, row) => {
    const bell = ring(row);
    const done = (await framesOf(await bell.post())).at(-1)?.data;
    const { workspaceId, sessionId } = done.reply;
    const idempotencyKey = `chat:${sessionId}`;
    const endUser = row.user === undefined ? null : { source, id: row.user };
    const policy = { agentAccess: row.stored[0], memoryScope: row.stored[1] };
    const settings = {
      model: "scripted",
      instructions: "Be brief.",
      skills: [skill],
      tools: [{ kind: "mcp", id: "orders", optional: true }],
      metadata: { row: bell.row },
    };
    const session = await backend.service.client.getSession({ workspaceId, sessionId });
    // The embedded service does not support tool references, so it omits the optional one.
    expect(session).toMatchObject({ ...policy, endUser, ...settings, tools: [], createIdempotencyKey: idempotencyKey });
    const [created] = bell.written();
    expect(JSON.parse(created?.body ?? "")).toEqual({
      ...policy,
      ...settings,
      ...(endUser && { endUser }),
      modelContext: "Not shown.",
      initialMessage: "/say hi",
      clientEventId: `k-${bell.row}`,
      requestedSessionId: sessionId,
      idempotencyKey,
    });
    expect(await bodyOf(await bell.get())).toMatchObject({ conversation: bell.named, sessionId, created: true });
  });

  it.each(refused)("%s: is refused, and nothing is written", async (_title, row) => {
    const bell = ring(row);
    for (const answer of [await bell.get(), await bell.post()]) {
      expect([answer.status, (await bodyOf(answer)).error.code]).toEqual([400, refusalOf(row)]);
    }
    expect(bell.written()).toEqual([]);
  });
});

describe("one conversation id", () => {
  const say = async (resolution: ChatResolution, conversation = "same") => {
    const chat = backend.chat({ resolve: () => resolution });
    return (await framesOf(await chat(ask("POST", "/api/chat", { message: "/say hi" }, { conversation })))).at(-1)?.data
      .reply as { sessionId: string; workspaceId: string };
  };

  it("is another session for each user, tenant, product, and without a user", async () => {
    const other = backend.newService({ source: "other" });
    const ofProduct = await other.chat({ tenant: "two", user: "ana", conversation: "same" });
    const replies = [
      await say({ tenant: "two", user: "ana" }),
      await say({ tenant: "two", user: "ben" }),
      await say({ tenant: "three", user: "ana" }),
      await say({ tenant: "two", conversation: "same", actor: { id: "ana" } }),
      await ofProduct.send("/say hi"),
    ];
    expect(new Set(replies.map(({ sessionId }) => sessionId)).size).toBe(5);
  });

  it("of the host's is the session that the user's own id of that name is", async () => {
    const client = await say({ tenant: "two", user: "cleo" }, "thread");
    const host = await say({ tenant: "two", user: "cleo", conversation: "thread" }, "another");
    expect(host.sessionId).toBe(client.sessionId);
  });

  it("opened again with other choices keeps the policy that it was made with", async () => {
    const first = await say({ tenant: "two", user: "dan", memory: false, instructions: "First." });
    for (const agentAccess of ["session", "user", "workspace"] as const) {
      for (const memory of ["session", "user", "workspace", false] as const) {
        await say({ tenant: "two", user: "dan", agentAccess, memory, instructions: "Later.", model: "other" });
      }
    }
    const session = await backend.service.client.getSession(first);
    expect(session).toMatchObject({ agentAccess: "session", memoryScope: "off", instructions: "First." });
    expect(session).toMatchObject({ model: "scripted" });
  });
});

describe("the host's own fields of the creation", () => {
  it("override derived fields, but never message, id and keys", async () => {
    const create = {
      agentAccess: "workspace",
      memoryScope: "off",
      instructions: "The host's.",
      endUser: { source: "elsewhere", id: "x" },
      initialMessage: "not this",
      requestedSessionId: crypto.randomUUID(),
      idempotencyKey: "not this either",
      clientEventId: "nor this",
    } satisfies Partial<CreateSessionBody>;
    const resolution = { tenant: "four", conversation: "c", instructions: "Derived.", create };
    const chat = backend.chat({ resolve: () => resolution });
    const answer = await chat(ask("POST", "/api/chat", { message: "/say hi", clientEventId: "mine" }));
    const { sessionId, workspaceId } = (await framesOf(answer)).at(-1)?.data.reply ?? {};
    const session = await backend.service.client.getSession({ sessionId, workspaceId });
    expect(session).toMatchObject({
      agentAccess: "workspace",
      memoryScope: "off",
      instructions: "The host's.",
      endUser: { source: "elsewhere", id: "x" },
      initialMessage: "/say hi",
      createIdempotencyKey: `chat:${sessionId}`,
    });
    const { messages } = await bodyOf(await chat(ask("GET", "/api/chat", undefined, { conversation: "" })));
    expect(messages[0]).toMatchObject({ text: "/say hi", clientEventId: "mine" });
    expect(sessionId).not.toBe(create.requestedSessionId);
  });

  it("go to the first message alone", async () => {
    const create = { metadata: { plan: "gold" } };
    const chat = backend.chat({ resolve: () => ({ tenant: "four", user: "ana", create }) });
    const before = backend.calls.length;
    for (const message of ["/say one", "/say two"]) {
      await framesOf(await chat(ask("POST", "/api/chat", { message }, { headers: { [header.conversation]: "c5" } })));
    }
    const bodies = backend.calls.slice(before).filter(({ method }) => method === "POST");
    expect(bodies.map(({ body }) => body.includes("gold"))).toEqual([true, false]);
  });
});
