import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import { header } from "../../../src/wire/protocol/headers.js";
import { ask, bodyOf, createBackend, framesOf, framesUntil, resolveHeaders } from "../../support/backend.js";
import { textOf, type Backend } from "../../support/backend.js";

let backend: Backend;
let chat: (request: Request) => Promise<Response>;
beforeEach(async () => {
  backend = await createBackend();
  chat = backend.chat();
});
afterEach(() => backend.close());

const send = (message: string) => chat(ask("POST", "/api/chat", { message }));
const respond = (body: unknown) => chat(ask("POST", "/api/chat/respond", body));
const stop = (body?: unknown) => chat(ask("POST", "/api/chat/stop", body));
const code = async (answer: Response) => [answer.status, (await bodyOf(answer)).error.code];

async function pendingAfter(
  message: string,
): Promise<{ requestId: string; payload: { questions?: { id: string }[] } }> {
  const frames = await framesOf(await send(message));
  return frames.find(({ data }) => data.type === "pending")?.data.pending;
}

describe("responding", () => {
  it("approves and streams what follows in the same turn", async () => {
    const asked = await framesOf(await send('/approve deploy {"to":"prod"}\n/say Deployed.'));
    const { requestId, kind, name } = asked.find(({ data }) => data.type === "pending")?.data.pending ?? {};
    expect({ kind, name }).toEqual({ kind: "approval", name: "deploy" });
    const answer = await respond({ requestId, decision: "approve" });
    expect(answer.headers.get(header.turnId)).toBe(asked.at(-1)?.data.reply.turnId);
    const frames = await framesOf(answer);
    expect(frames.at(-1)?.data.reply).toMatchObject({ status: "completed" });
    expect(frames.at(-1)?.data.reply.text).toContain("Deployed.");
    expect(frames[0]?.id).toBeGreaterThan(asked.at(-1)?.id ?? Infinity);
  });

  it("names a tool by the call that was announced before the question", async () => {
    const { requestId } = await pendingAfter("/approve deploy {}");
    const frames = await framesOf(await respond({ requestId, decision: "approve" }));
    const tools = frames.filter(({ data }) => data.type === "tool").map(({ data }) => data.name);
    expect(tools).toContain("deploy");
    expect(tools).not.toContain("tool");
  });

  it("rejects with a reason", async () => {
    const { requestId } = await pendingAfter("/approve deploy {}");
    const frames = await framesOf(await respond({ requestId, decision: "reject", message: "not on Fridays" }));
    expect(textOf(frames)).toContain("not on Fridays");
  });

  it("answers a question and drops invalid answers", async () => {
    const { requestId, payload } = await pendingAfter("/ask text");
    const questionId = payload.questions?.[0]?.id;
    const answers = [{ questionId, values: ["blue"] }, { questionId: 1 }, "x", { questionId, values: [2] }];
    const frames = await framesOf(await respond({ requestId, answers }));
    expect(textOf(frames)).toContain("blue");
  });

  it("skips a question that allows it", async () => {
    const { requestId } = await pendingAfter("/ask text skip");
    const frames = await framesOf(await respond({ requestId, skip: true }));
    expect(frames.at(-1)?.data.reply.status).toBe("completed");
  });

  it("stops at the next question", async () => {
    const { requestId } = await pendingAfter("/approve one {}\n/approve two {}");
    const frames = await framesOf(await respond({ requestId, decision: "approve" }));
    expect(frames.at(-1)?.data.reply).toMatchObject({ status: "pending", pending: { name: "two" } });
  });

  it("asks again for the remaining ones", async () => {
    const { requestId } = await pendingAfter("/approvals 2 deploy {}");
    const frames = await framesOf(await respond({ requestId, decision: "approve" }));
    const { status, pending } = frames.at(-1)?.data.reply ?? {};
    expect(status).toBe("pending");
    expect(pending.requestId).not.toBe(requestId);
    const rest = await framesOf(await respond({ requestId: pending.requestId, decision: "approve" }));
    expect(rest.at(-1)?.data.reply.status).toBe("completed");
  });

  it("streams the same continuation for a repeated answer", async () => {
    const { requestId } = await pendingAfter("/approve deploy {}\n/say Deployed.");
    const body = { requestId, decision: "approve", clientEventId: "d1" };
    const once = await framesOf(await respond(body));
    expect(await framesOf(await respond(body))).toEqual(once);
  });

  it("refuses a second answer", async () => {
    const { requestId } = await pendingAfter("/approve deploy {}");
    await framesOf(await respond({ requestId, decision: "approve" }));
    expect((await respond({ requestId, decision: "reject" })).status).toBe(409);
  });

  it("refuses an answer to a request that never was", async () => {
    await framesOf(await send("/say hi"));
    expect((await respond({ requestId: crypto.randomUUID(), skip: true })).status).toBe(404);
  });

  it.each([
    {},
    [],
    "not json",
    { requestId: "r" },
    { requestId: "", decision: "approve" },
    { requestId: "r", decision: "maybe" },
    { requestId: "r", decision: "maybe", skip: true },
    { requestId: "r", answers: "x" },
    { requestId: "r", skip: false },
    { requestId: "r", skip: true, clientEventId: 7 },
    { decision: "approve" },
  ])("refuses %j", async (body) => {
    expect(await code(await respond(body))).toEqual([400, "respond_input_invalid"]);
  });

  it("is native whatever the format is", async () => {
    const { requestId } = await pendingAfter("/approve deploy {}");
    const headers = { [header.chatFormat]: "responses" };
    const answer = await chat(ask("POST", "/api/chat/respond", { requestId, decision: "approve" }, { headers }));
    expect(answer.headers.get(header.chatFormat)).toBe("native");
    await answer.body?.cancel();
  });

  it("reports that a conversation has no session yet", async () => {
    expect(await code(await respond({ requestId: "r", skip: true }))).toEqual([404, "session_missing"]);
  });
});

describe("stopping", () => {
  it("interrupts what runs, and its streams end as cancelled with the text so far", async () => {
    const running = await send("/say partial\n/long 2000 100");
    const turnId = running.headers.get(header.turnId);
    const follower = chat(ask("GET", "/api/chat", undefined, { headers: { accept: "text/event-stream" } }));
    const second = framesOf(await follower);
    await framesUntil(running, ({ data }) => data.text === "partial");
    const answer = await stop({});
    expect(answer.status).toBe(200);
    expect(await bodyOf(answer)).toMatchObject({ stopped: true, turnId });
    const { reply } = (await second).at(-1)?.data ?? {};
    expect(reply.status).toBe("cancelled");
    expect(reply.text).toMatch(/^partial/);
    expect(textOf(await framesOf(await send("/say next")))).toBe("next");
  });

  it("takes an empty body for whatever runs", async () => {
    await (await send("/long 2000 100")).body?.cancel();
    expect(await bodyOf(await stop())).toMatchObject({ stopped: true });
  });

  it("withdraws a turn that waits", async () => {
    await (await send("/long 2000 100")).body?.cancel();
    const waiting = await send("/say never");
    const turnId = waiting.headers.get(header.turnId);
    expect(await bodyOf(await stop({ turnId }))).toMatchObject({ stopped: true, turnId });
    const frames = await framesOf(waiting);
    expect(frames.at(-1)?.data.reply).toMatchObject({ status: "cancelled", text: "" });
    await stop();
  });

  it("stops nothing when nothing or another turn runs", async () => {
    expect(await bodyOf(await stop())).toEqual({ stopped: false, turnId: null, status: null });
    await framesOf(await send("/say hi"));
    expect(await bodyOf(await stop())).toEqual({ stopped: false, turnId: null, status: "idle" });
    await (await send("/long 2000 100")).body?.cancel();
    expect(await bodyOf(await stop({ turnId: crypto.randomUUID() }))).toMatchObject({ stopped: false, turnId: null });
    expect(await bodyOf(await stop())).toMatchObject({ stopped: true });
  });

  it("lets the next turn run when the one that was meant ends in the moment between", async () => {
    await (await send("/long 2000 100")).body?.cancel();
    await (await send("/silence 100")).body?.cancel();
    let isFirst = true;
    const service = backend.newService({
      fetch: async (input, init) => {
        const request = new Request(input, init);
        if (request.url.endsWith("/control") && isFirst) {
          isFirst = false;
          await stop();
        }
        return backend.app.fetch(request);
      },
    });
    const late = createChatHandler(service, { resolve: resolveHeaders });
    const history = await bodyOf(await chat(ask("GET", "/api/chat")));
    const { turnId } = history.turn;
    expect(await bodyOf(await late(ask("POST", "/api/chat/stop", { turnId })))).toMatchObject({
      stopped: false,
      turnId: null,
    });
    expect(isFirst).toBe(false);
    const after = await bodyOf(await chat(ask("GET", "/api/chat")));
    expect([null, turnId]).not.toContain(after.turn?.turnId ?? null);
    await stop();
  });

  it("refuses a form of another site, also one that sends nothing", async () => {
    await (await send("/long 2000 100")).body?.cancel();
    const headers = { "sec-fetch-site": "cross-site", "content-type": "application/x-www-form-urlencoded" };
    for (const foreign of [headers, { "sec-fetch-site": "cross-site" }]) {
      const answer = await chat(ask("POST", "/api/chat/stop", undefined, { headers: foreign }));
      expect(await code(answer)).toEqual([403, "mutation_denied"]);
    }
    expect(await bodyOf(await stop())).toMatchObject({ stopped: true });
  });

  it("ends a turn that waits for a person, and what it asked", async () => {
    const { requestId } = await pendingAfter("/ask text");
    expect(await bodyOf(await stop())).toMatchObject({ stopped: true });
    expect((await respond({ requestId, answers: [] })).status).toBe(409);
  });

  it.each([{ message: "x" }, { turnId: "t", message: "" }, [], { turnId: 3 }, "not json"])(
    "refuses %j",
    async (body) => {
      expect(await code(await stop(body))).toEqual([400, "stop_input_invalid"]);
    },
  );
});
