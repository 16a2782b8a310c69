import { beforeEach, describe, expect, it } from "vitest";
import type { SessionEvent } from "@service/sdk/protocol";
import { harness, type Harness } from "../harness.js";

let service: Harness;
beforeEach(async () => {
  service = await harness();
});

async function run(message: string, ms = 0): Promise<SessionEvent[]> {
  const session = await service.start(message);
  await service.clock.advance(ms);
  return service.log(session);
}

const payloads = (log: readonly SessionEvent[], type: string) =>
  log.filter((event) => event.type === type).map((event) => event.payload as Record<string, unknown>);
const said = (log: readonly SessionEvent[]) => payloads(log, "agent.message.completed").map(({ text }) => String(text));

describe("the scripted agent", () => {
  it("introduces itself when asked in plain words, in one line", async () => {
    const [answer = "", ...more] = said(await run("What is the\nweather like?"));
    expect(answer).toContain("scripted development agent");
    expect(answer).toContain("What is the weather like?");
    expect(answer).not.toContain("\n");
    expect(more).toEqual([]);
  });

  it("runs the lines of a message in order", async () => {
    const log = await run("/say one\nand a word\n/tool look {}\n/say two");
    expect(
      log
        .slice(6)
        .map((event) => event.type)
        .filter((type) => !type.endsWith("delta")),
    ).toEqual([
      "agent.message.completed",
      "agent.message.completed",
      "agent.toolCall.created",
      "agent.toolCall.output",
      "agent.message.completed",
      "turn.completed",
      "session.status.changed",
    ]);
    expect(said(log)[0]).toBe("one");
    expect(said(log)[2]).toBe("two");
  });

  it("writes the same output for the same message and clock", async () => {
    const message =
      '/long 120 400\n/reason 8\n/tool a {"x":1}\n/tools 3\n/tool-fail b\n/ask form skip expires 60\n/say end';
    const strip = (log: readonly SessionEvent[]) => {
      const ids = new Map<string, string>();
      const text = JSON.stringify(log.map(({ type, payload, occurredAt }) => ({ type, payload, occurredAt })));
      return text.replaceAll(
        /[0-9a-f]{8}-[0-9a-f-]{27}/g,
        (id) => ids.get(id) ?? (ids.set(id, `#${ids.size}`), `#${ids.size}`),
      );
    };
    const first = strip(await run(message, 90_000));
    service = await harness();
    expect(strip(await run(message, 90_000))).toBe(first);
  });

  it("writes long markdown at the requested rate", async () => {
    const session = await service.start("/long 100 50");
    await service.clock.advance(1_000);
    const half = payloads(await service.log(session), "agent.message.delta")
      .map(({ text }) => text)
      .join("");
    await service.clock.advance(1_100);
    const log = await service.log(session);
    const [whole = ""] = said(log);
    expect(payloads(log, "turn.completed")).toHaveLength(1);
    expect(whole.match(/\S+/g)).toHaveLength(100);
    expect(half.length).toBeGreaterThan(whole.length / 3);
    expect(half.length).toBeLessThan(whole.length * 0.7);
    for (const sign of ["## ", "- ", "```ts", "**"]) expect(whole).toContain(sign);
    const [longer = ""] = said(await run("/long 400 5000", 5_000));
    expect(longer).toContain("| - |");
  });

  it("writes reasoning, in given words or in a given number of words", async () => {
    const log = await run("/reason first this, then that\n/reason 7");
    const text = payloads(log, "agent.reasoning.delta")
      .map((payload) => payload["text"])
      .join("");
    expect(text.startsWith("first this, then that")).toBe(true);
  });

  it("calls a tool, which may take a while", async () => {
    const session = await service.start('/tool search {"q":"x","ms":800}');
    expect(payloads(await service.log(session), "agent.toolCall.created")).toMatchObject([
      { name: "search", arguments: { q: "x", ms: 800 } },
    ]);
    expect(payloads(await service.log(session), "agent.toolCall.output")).toEqual([]);
    await service.clock.advance(800);
    expect(payloads(await service.log(session), "agent.toolCall.output")).toMatchObject([
      { output: { ok: true, q: "x" } },
    ]);
  });

  it("calls many tools at once, each of which ends", async () => {
    const log = await run("/tools 4");
    const created = payloads(log, "agent.toolCall.created").map(({ id }) => id);
    const ended = payloads(log, "agent.toolCall.output").map(({ id }) => id);
    expect(created).toHaveLength(4);
    expect(ended).toEqual(created.toReversed());
    expect(new Set(created).size).toBe(4);
  });

  it("fails a tool and continues", async () => {
    const log = await run("/tool-fail fetch\n/say on");
    expect(payloads(log, "agent.toolCall.output")).toMatchObject([{ failed: true, output: { isError: true } }]);
    expect(said(log)).toEqual(["on"]);
  });

  it("writes nothing for the requested time", async () => {
    const session = await service.start("/silence 3\n/say now");
    await service.clock.advance(2_999);
    expect(said(await service.log(session))).toEqual([]);
    await service.clock.advance(1);
    expect(said(await service.log(session))).toEqual(["now"]);
  });

  it("ends a pause at once when its turn ends, and leaves no timer", async () => {
    const session = await service.start("/silence 3600");
    expect(service.clock.pending).toBeGreaterThan(0);
    await service.call("POST", `${session}/control`, { action: "interrupt", clientEventId: "stop" });
    await service.clock.advance(0);
    expect(service.clock.pending).toBe(0);
  });

  it("follows each of several decisions for its own call", async () => {
    const session = await service.start("/approvals 2");
    const [asked] = payloads(await service.log(session), "session.requiresAction");
    const ids = ((asked?.["approvals"] ?? []) as { id: string }[]).map(({ id }) => id);
    for (const [n, decision] of ["approve", "reject"].entries()) {
      const payload = { approvalId: ids[n], decision };
      await service.call("POST", `${session}/events`, { type: "user.approvalDecision", payload });
      await service.clock.advance(0);
    }
    expect(payloads(await service.log(session), "agent.toolCall.output")).toMatchObject([
      { id: ids[0], output: { ok: true } },
      { id: ids[1], output: { rejected: true } },
    ]);
  });

  it("asks questions of each kind", async () => {
    const kinds = { text: 1, single: 1, multi: 1, form: 4 };
    for (const [kind, count] of Object.entries(kinds)) {
      const log = await run(`/ask ${kind} skip expires 60`);
      const [asked] = payloads(log, "session.humanInput.requested");
      expect(asked?.["request"]).toMatchObject({ allowSkip: true, expiresAt: "2026-01-01T00:01:00.000Z" });
      expect(asked).toMatchObject({ request: { questions: Array.from({ length: count }, () => expect.anything()) } });
    }
  });

  it("starts a session of its own, whose parent is this one", async () => {
    const log = await run("/child /say from below");
    expect(payloads(log, "agent.toolCall.created")).toMatchObject([
      { name: "session_create", arguments: { initialMessage: "/say from below" } },
    ]);
    const [output] = payloads(log, "agent.toolCall.output");
    const started = output?.["output"] as { sessionId: string } | undefined;
    const child = `${service.workspace}/sessions/${started?.sessionId}`;
    expect((await service.call("GET", child)).body).toMatchObject({
      parentSessionId: log[0]?.sessionId,
      rootSessionId: log[0]?.sessionId,
    });
    expect(said(await service.log(child))).toEqual(["from below"]);
  });

  it.each([
    ["/nothing", "I don't know `/nothing`"],
    ["/help", "| command |"],
    ["/constructor", "I don't know `/constructor`"],
    ["/tool", ""],
    ["/title", "A title needs a text"],
    ["/say", ""],
    ["/long x y", "## "],
  ])("answers %s without failing", async (message, expected) => {
    const log = await run(message, 60_000);
    expect(payloads(log, "turn.completed")).toHaveLength(1);
    expect(said(log).join()).toContain(expected);
    expect(service.faults).toEqual([]);
  });
});
