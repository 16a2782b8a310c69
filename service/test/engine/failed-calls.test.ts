import { describe, expect, it } from "vitest";
import type { Agent, ToolOutcome, ToolSource } from "../../src/app.js";
import { harness } from "../harness.js";

const nested = (levels: number): unknown => JSON.parse(`${"[".repeat(levels)}1${"]".repeat(levels)}`) as unknown;

const agent: Agent = {
  name: "caller",
  async *run(turn) {
    const { failed } = await turn.callTool({ id: "c1", name: "book", arguments: {} });
    yield { type: "text", text: failed === true ? "It failed." : "It is done." };
    yield { type: "message" };
  },
};

/** A turn that calls a tool with this outcome. */
async function turnWith(call: () => Promise<ToolOutcome>, readOnly?: boolean) {
  const tool = { name: "book", description: "", inputSchema: { type: "object" }, needsApproval: false };
  const source: ToolSource = { tools: async () => [{ ...tool, ...(readOnly && { readOnly }) }], call };
  const service = await harness({ agent, toolSources: [source] });
  const session = await service.start("go");
  const log = await service.log(session);
  const payloadOf = (wanted: string) => log.find(({ type }) => type === wanted)?.payload;
  return { faults: service.faults, failed: payloadOf("turn.failed"), output: payloadOf("agent.toolCall.output") };
}

const broken = new SyntaxError("Unexpected token");

describe("a call whose source fails after it was made", () => {
  it("ends the turn without the advice to try again, and the operator gets the error", async () => {
    const { failed, faults } = await turnWith(async () => Promise.reject(broken));
    expect(failed).toMatchObject({ code: "tool_failed", retryable: false, error: expect.stringMatching(/not known/) });
    expect(faults).toEqual([broken]);
  });

  it("may be made again where it only reads", async () => {
    const { failed, faults } = await turnWith(async () => Promise.reject(broken), true);
    expect(failed).toMatchObject({ code: "agent_failed", retryable: true });
    expect(faults).toEqual([broken]);
  });
});

describe("a result that cannot be written as JSON", () => {
  it.each([
    ["a number that JSON has not", { output: { n: 1n } }],
    ["levels that exhaust the stack", { output: nested(20_000) }],
    ["an effect", { output: 1, events: [{ type: "memory.saved", payload: { n: 1n } }] }],
  ])("is a failed outcome of a call that was made: %s", async (_, outcome) => {
    const { failed, output, faults } = await turnWith(async () => outcome);
    expect(failed).toBeUndefined();
    expect(output).toEqual({
      id: "c1",
      output: { isError: true, message: expect.stringMatching(/was made/), code: "tool_result_invalid" },
      failed: true,
    });
    expect(faults).toEqual([]);
  });
});
