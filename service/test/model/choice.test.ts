import { describe, expect, it } from "vitest";
import { createModelAgent, type ModelOffer } from "../../src/model/model-agent.js";
import { harness, text } from "../harness.js";
import { settle } from "../manual-clock.js";
import { ends, fakeModel, promptOf, rest, say, says } from "./fake-model.js";

const answer = [...says("Yes."), ends()];
const answers = (count: number) => fakeModel(...Array.from({ length: count }, () => answer));

describe("a model agent with several models", () => {
  it("uses the chosen one, with its provider options", async () => {
    const [small, large] = [answers(2), answers(1)];
    const providerOptions: ModelOffer["providerOptions"] = (choice) => ({ fake: { ...choice } });
    const agent = createModelAgent({
      name: "Orders",
      models: [
        {
          id: "small",
          model: small,
          reasoningEfforts: ["low", "high"],
          latencyModes: ["standard", "fast"],
          providerOptions,
        },
        { id: "large", label: "Large", model: large },
      ],
    });
    expect([agent.name, agent.models?.map(({ id }) => id)]).toEqual(["Orders", ["small", "large"]]);
    expect(JSON.stringify(agent.models)).not.toContain("doStream");
    const service = await harness({ agent });
    const session = await service.start("one");
    await rest({ service, session });
    await say({ service, session }, "two", { reasoningEffort: "high", latencyMode: "fast" });
    await say({ service, session }, "three", { model: "large" });
    expect(small.doStreamCalls.map((call) => call.providerOptions)).toEqual([
      { fake: { reasoningEffort: "low", latencyMode: "standard" } },
      { fake: { reasoningEffort: "high", latencyMode: "fast" } },
    ]);
    expect(large.doStreamCalls.map((call) => call.providerOptions)).toEqual([undefined]);
  });

  it("offers a single model under its own id", () => {
    const model = answers(0);
    expect(createModelAgent({ model }).models).toEqual([{ id: model.modelId }]);
    expect(createModelAgent({ model: "acme/large" }).models).toEqual([{ id: "acme/large" }]);
  });

  it.each([
    [{ models: [] }, "needs a `model`"],
    [{ models: [{ id: "a" }] }, "needs a `model`"],
    [{ models: [{ id: "a", model: "x", reasoningEfforts: ["low", "high"] }] }, "no `providerOptions`"],
    [{ models: [{ id: "a", model: "x", latencyModes: ["standard", "fast"] }] }, "no `providerOptions`"],
  ])("is refused with %j", (options, message) => {
    expect(() => createModelAgent(options as never)).toThrow(message);
  });
});

describe("the model's prompt", () => {
  it("begins with the workspace's instructions, before the host's and the session's", async () => {
    const model = answers(2);
    const service = await harness({ agent: createModelAgent({ model, instructions: "Be brief." }) });
    const ensured = await service.call("PUT", "/v1/workspaces/external", {
      externalSource: "app",
      externalId: "told",
      name: "told",
      agentInstructions: "Answer in French.",
    });
    const workspace = `/v1/workspaces/${text(ensured.body["workspace"]?.["id"])}`;
    const goal = { text: "Sell a boat", successCriteria: "It is paid.", rootConstraints: ["Not below 100."] };
    const body = { initialMessage: "Hi", instructions: "Speak of boats.", goal };
    const made = await service.call("POST", `${workspace}/sessions`, body);
    await settle();
    await rest({ service, session: `${workspace}/sessions/${text(made.body["id"])}` });
    const told = JSON.stringify(promptOf(model, 0)?.[0]?.content);
    expect(told).toMatch(/^"Answer in French\.\\n\\nBe brief\.\\n\\nSpeak of boats\.\\n\\n/);
    for (const part of ["Sell a boat", "It is paid.", "Not below 100.", "A person reviews every change"]) {
      expect(told).toContain(part);
    }
    const other = await service.start("Hi");
    await rest({ service, session: other });
    expect(JSON.stringify(model.doStreamCalls[1]?.prompt)).not.toContain("French");
  });

  it("contains the annotations of this message and of earlier ones", async () => {
    const model = answers(3);
    const service = await harness({ agent: createModelAgent({ model }) });
    const session = await service.start("one");
    await rest({ service, session });
    await say({ service, session }, "two", { annotations: [{ quote: "the third line" }] });
    await say({ service, session }, "three");
    for (const step of [1, 2]) expect(JSON.stringify(promptOf(model, step))).toContain("the third line");
  });
});
