import { describe, expect, it } from "vitest";
import type { Agent, AgentTool, ToolSource } from "../../src/app.js";
import { text } from "../harness.js";
import { webhookWorld } from "./webhook-world.js";

const tool = (name: string, fields: Partial<AgentTool> = {}): AgentTool => ({
  name,
  description: "A tool of the shop.",
  inputSchema: { type: "object" },
  needsApproval: false,
  ...fields,
});

/** The names that need approval for the agent of each session, and the result of a call without one. */
async function told(configuration: object) {
  const seen = new Map<string, readonly string[]>();
  const refused: string[] = [];
  const called: string[] = [];
  const source: ToolSource = {
    tools: async () => [tool("shop__find", { readOnly: true }), tool("shop__refund")],
    async call({ name }) {
      called.push(name);
      return { output: {} };
    },
  };
  const agent: Agent = {
    name: "test",
    async *run(turn) {
      seen.set(
        turn.prompt,
        (await turn.tools()).filter((one) => one.needsApproval).map(({ name }) => name),
      );
      for (const name of ["shop__find", "shop__refund"]) {
        await turn
          .callTool({ id: name, name, arguments: {} })
          .catch((error: { code: string }) => refused.push(error.code));
      }
      yield { type: "message" };
    },
  };
  const world = await webhookWorld({ agent, toolSources: [source] });
  const from = await world.source();
  await world.trigger(from, { sessionTemplate: { prompt: "look" }, configuration });
  await world.deliver(from, { type: "t" });
  const [run] = await world.runs();
  return { world, seen, refused, called, session: `${world.workspace}/sessions/${text(run?.["sessionId"])}` };
}

/** They ask in every session. */
const schedules = ["schedule_create", "schedule_cancel"];

describe("a session that a trigger started", () => {
  it("asks a person before each writing call, whatever the tool states", async () => {
    const { seen, refused, called } = await told({});
    expect(seen.get("look")).toEqual([
      "session_send_message",
      "memory_save",
      "memory_correct",
      "memory_delete",
      ...schedules,
      "shop__refund",
    ]);
    expect(refused).toEqual(["approval_required"]);
    expect(called).toEqual(["shop__find"]);
  });

  it("leaves approval to the tools where the host's trigger does", async () => {
    const { seen, refused, called } = await told({ approval: "tools" });
    expect([seen.get("look"), refused, called]).toEqual([schedules, [], ["shop__find", "shop__refund"]]);
  });

  it("passes the rule on to sessions below it, and a session of a person has none", async () => {
    const { world, seen, session } = await told({});
    const parentSessionId = session.split("/").at(-1);
    await world.start("below", { parentSessionId });
    expect(seen.get("below")).toContain("shop__refund");
    await world.start("person");
    expect(seen.get("person")).toEqual(schedules);
  });
});
