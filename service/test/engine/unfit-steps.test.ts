import { describe, expect, it } from "vitest";
import type { AgentStep } from "../../src/agent/agent.js";
import { harness } from "../harness.js";

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

describe("a step that cannot be written", () => {
  it.each<[string, AgentStep, string]>([
    ["what is no JSON", { type: "tool", id: "t", name: "x", arguments: { n: 1n } }, "step_invalid"],
    ["a question that is no JSON", { type: "ask", approvals: [{ id: "a", name: "x", arguments: 1n }] }, "step_invalid"],
    ["a question about nothing", { type: "ask", approvals: [] }, "ask_empty"],
    [
      "a question that nests too deep",
      { type: "ask", approvals: [{ id: "a", name: "x", arguments: nested(256) }] },
      "ask_too_large",
    ],
    ["a goal that no record knows", { type: "event", eventType: "goal.completed", payload: {} }, "event_reserved"],
    ["a queue's change", { type: "event", eventType: "session.queue.changed", payload: {} }, "event_reserved"],
    ["a control of its own", { type: "event", eventType: "session.control.paused", payload: {} }, "event_reserved"],
    ["a person's wish", { type: "event", eventType: "user.interrupt", payload: {} }, "event_reserved"],
    ["a child whose message is too long", { type: "child", id: "c", message: "x".repeat(70_000) }, "message_too_large"],
  ])("ends its turn at once when it is %s", async (_, step, code) => {
    const agent = {
      name: "test",
      async *run() {
        yield step;
      },
    };
    const service = await harness({ agent });
    const session = await service.start("go");
    const ended = (await service.log(session)).filter((event) => event.type.startsWith("turn."));
    expect(ended.at(-1)).toMatchObject({ type: "turn.failed", payload: { code } });
    expect((await service.call("GET", session)).body["status"]).toBe("idle");
    expect(service.faults).toEqual([]);
  });
});

it.each([Infinity, 1e15, 8.64e15])("a question that expires in %d ms never does", async (expiresInMs) => {
  const questions = [{ id: "q", kind: "text", prompt: "Which one?" }];
  const agent = {
    name: "test",
    async *run(): AsyncGenerator<AgentStep> {
      yield { type: "ask", questions: [{ id: "r", questions, allowSkip: false, expiresInMs }] };
    },
  };
  const service = await harness({ agent });
  const session = await service.start("go");
  const asked = (await service.log(session)).find((event) => event.type === "session.humanInput.requested");
  expect(asked?.payload).toMatchObject({ request: { id: "r", expiresAt: null } });
  expect(service.faults).toEqual([]);
});
