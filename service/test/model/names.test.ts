import { expect, it } from "vitest";
import type { ToolSource } from "../../src/app.js";
import { calls, ends, fakeModel, payloads, promptOf, say, says, talk } from "./fake-model.js";

const named = (name: string): ToolSource => ({
  tools: async () => [{ name, description: "", inputSchema: { type: "object" }, needsApproval: false }],
  call: async () => ({ output: "done" }),
});

it.each(["orders.list", "x".repeat(65), "", "größe"])(
  "a tool of the host with a name that no provider takes ends the turn before its first request: %s",
  async (name) => {
    const model = fakeModel();
    const opened = await talk(model, "hi", { app: { toolSources: [named(name)] } });
    const [failed] = await payloads(opened, "turn.failed");
    expect(failed).toMatchObject({ code: "tool_name_invalid", error: expect.stringContaining(`"${name}"`) });
    expect(model.doStreamCalls).toHaveLength(0);
  },
);

it("passes an earlier call on under a name that providers take", async () => {
  const wants = [...calls("call-first", "orders.list", {}), ends("tool-calls")];
  const model = fakeModel(wants, [...says("Done."), ends()], [...says("Again."), ends()]);
  const opened = await talk(model, "List them");
  await say(opened, "And now?");
  const parts = [1, 2].map((step) =>
    promptOf(model, step)?.flatMap(({ content }) =>
      typeof content === "string" ? [] : content.flatMap((part) => ("toolName" in part ? [part.toolName] : [])),
    ),
  );
  expect(parts).toEqual([
    ["orders_list", "orders_list"],
    ["orders_list", "orders_list"],
  ]);
  expect(await payloads(opened, "agent.toolCall.created")).toMatchObject([{ name: "orders.list" }]);
});
