import { describe, expect, it, vi } from "vitest";
import type { ToolSource } from "../../src/app.js";
import { calls, decide, ends, fakeModel, payloads, promptOf, says, talk, thinks } from "./fake-model.js";

// The newer of the two versions that a host may have installed, in place of the one that everything else here runs on.
vi.mock("ai", () => import("ai-7"));

const tools: ToolSource = {
  tools: async () => [{ name: "refund", description: "", inputSchema: { type: "object" }, needsApproval: true }],
  call: async () => ({ output: { refunded: true } }),
};

describe("an agent on the AI SDK's version 7", () => {
  it("streams, asks before a call, makes it, and continues with its result", async () => {
    expect(await import("ai")).toHaveProperty("isStepCount");
    const first = [
      ...thinks("Hm."),
      ...says("I ask."),
      ...calls("call-refund", "refund", { id: 1 }),
      ends("tool-calls"),
    ];
    const model = fakeModel(first, [...says("Done."), ends()]);
    const opened = await talk(model, "Refund it", {
      agent: { instructions: "Be brief." },
      app: { toolSources: [tools] },
    });
    await decide(opened, "user.approvalDecision", { approvalId: "call-refund", decision: "approve" });
    expect(await payloads(opened, "agent.message.completed")).toEqual([{ text: "I ask." }, { text: "Done." }]);
    expect(await payloads(opened, "agent.model.usage")).toHaveLength(2);
    expect(promptOf(model, 1)).toMatchObject([
      { role: "system", content: "Be brief." },
      { role: "user" },
      { role: "assistant", content: [{ text: "I ask." }, { toolCallId: "call-refund" }] },
      { role: "tool", content: [{ toolCallId: "call-refund", output: { value: { refunded: true } } }] },
    ]);
    expect(opened.service.faults).toEqual([]);
  });

  it("fails in words of its own", async () => {
    const opened = await talk(fakeModel(Object.assign(new Error("sk-secret"), { statusCode: 401 })), "Hi");
    expect(await payloads(opened, "turn.failed")).toMatchObject([{ code: "model_failed", retryable: false }]);
    expect(JSON.stringify(await opened.service.log(opened.session))).not.toContain("sk-secret");
  });
});
