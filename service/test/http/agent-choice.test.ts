import { describe, expect, it } from "vitest";
import { createServiceApp, createMemoryStore, type Agent, type AgentModel, type AgentTurn } from "../../src/app.js";
import { fault, harness, text } from "../harness.js";
import { settle } from "../manual-clock.js";

/** An agent that records its turns and writes what it read. */
function seeing(models?: readonly AgentModel[], reads: readonly number[] = []) {
  const turns: AgentTurn[] = [];
  const agent: Agent = {
    name: "Orders assistant",
    models,
    async *run(turn) {
      turns.push(turn);
      for (const inputTokens of reads) {
        yield { type: "event", eventType: "agent.model.usage", payload: { inputTokens, outputTokens: 1 } };
      }
      yield { type: "text", text: "ok" };
    },
  };
  return { agent, turns };
}

const models = [
  { id: "small", label: "Small", reasoningEfforts: ["low", "high"], latencyModes: ["standard", "fast"] },
  { id: "large", description: "Thinks longer." },
] as const;

describe("the agent's name and models", () => {
  it("is reported by the configuration and the model catalog", async () => {
    const service = await harness({ agent: seeing(models).agent });
    const config = (await service.call("GET", "/v1/config/client", undefined, { key: null })).body;
    expect(config).toMatchObject({
      agent: { name: "Orders assistant" },
      defaultModel: "small",
      allowedModels: ["small", "large"],
      models: [
        { id: "small", label: "Small" },
        { id: "large", label: "large" },
      ],
      defaultReasoningEffort: "low",
      allowedReasoningEfforts: ["low", "high", "none"],
    });
    const catalog = (await service.call("GET", `${service.workspace}/model-catalog`)).body;
    expect(catalog).toEqual({
      defaultModel: "small",
      models: [
        models[0],
        {
          id: "large",
          label: "large",
          description: "Thinks longer.",
          reasoningEfforts: ["none"],
          latencyModes: ["standard"],
        },
      ],
    });
    expect(JSON.stringify([config, catalog])).not.toContain("scripted");
  });

  it("is one model of its name where it lists none", async () => {
    const service = await harness({ agent: seeing().agent });
    const catalog = (await service.call("GET", `${service.workspace}/model-catalog`)).body;
    expect(catalog).toMatchObject({ defaultModel: "Orders assistant", models: [{ id: "Orders assistant" }] });
    const session = await service.start("hi");
    expect((await service.call("GET", session)).body).toMatchObject({
      model: "Orders assistant",
      reasoningEffort: "none",
      latencyMode: "standard",
    });
  });

  it.each([
    [{ name: "" }, "has no `name`"],
    [{ name: "a", models: [{ id: "x" }, { id: "x" }] }, "one id"],
  ])("is refused at the start when it is %j", async (facts, message) => {
    const agent: Agent = { ...seeing().agent, ...facts };
    await expect(createServiceApp({ store: createMemoryStore(), agent })).rejects.toThrow(message);
  });
});

describe("a choice", () => {
  it("of the message counts before that of the session, and that before the agent's first", async () => {
    const { agent, turns } = seeing(models);
    const service = await harness({ agent });
    const session = await service.start("one", { model: "small", reasoningEffort: "high" });
    await service.send(session, "two", { payload: { text: "two", latencyMode: "fast" } });
    await service.send(session, "three", { payload: { text: "three", model: "large" } });
    const steer = { text: "four", model: "small", reasoningEffort: "low", clientEventId: "s" };
    expect((await service.call("POST", `${session}/steer`, steer)).status).toBe(202);
    await settle();
    await service.call("PUT", `${session}/composer-draft`, { text: "five", model: "large", expectedRevision: 0 });
    const submit = { text: "five", model: "large", clientEventId: "d", expectedDraftRevision: 1 };
    expect((await service.call("POST", `${session}/composer-draft/submit`, submit)).status).toBe(202);
    await settle();
    await service.start("six");
    const told = turns.map(({ model, reasoningEffort, latencyMode }) => [model, reasoningEffort, latencyMode]);
    expect(told).toEqual([
      ["small", "high", "standard"],
      ["small", "high", "fast"],
      // The session's effort is none that the message's model offers.
      ["large", "none", "standard"],
      ["small", "low", "standard"],
      ["large", "none", "standard"],
      ["small", "low", "standard"],
    ]);
  });

  it.each([
    ["model", "gpt-9", '"small", "large"'],
    ["model", "", '"small", "large"'],
    ["reasoningEffort", "max", '"low", "high"'],
    ["reasoningEffort", "none", '"low", "high"'],
    ["latencyMode", "priority", '"standard", "fast"'],
  ])("is refused by every route that takes it when the %s is %j", async (field, value, offered) => {
    const service = await harness({ agent: seeing(models).agent });
    const session = await service.start("hi");
    const draft = { text: "a", [field]: value };
    const answers = {
      [field]: [
        await service.call("POST", `${service.workspace}/sessions`, { initialMessage: "a", [field]: value }),
        await service.call("POST", `${session}/steer`, draft),
        await service.call("PUT", `${session}/composer-draft`, { ...draft, expectedRevision: 0 }),
        await service.call("POST", `${session}/composer-draft/submit`, {
          ...draft,
          clientEventId: "d",
          expectedDraftRevision: 1,
        }),
      ],
      [`payload.${field}`]: [await service.send(session, "a", { payload: draft })],
    };
    for (const [name, refused] of Object.entries(answers)) {
      for (const { status, body } of refused) {
        expect([status, text(body["error"]?.["message"])]).toEqual([
          422,
          expect.stringContaining(`"${name}" is not supported here: it must be one that`),
        ]);
        expect(body["error"]).toMatchObject({ details: { field: name }, message: expect.stringContaining(offered) });
      }
    }
    expect(await service.types(session)).not.toContain("user.steer");
  });

  it("is judged by the model that it is for", async () => {
    const service = await harness({ agent: seeing(models).agent });
    const session = await service.start("hi", { model: "large" });
    const effort = (payload: object) => service.send(session, "a", { payload: { text: "a", ...payload } });
    expect((await effort({ reasoningEffort: "low" })).status).toBe(422);
    expect((await effort({ reasoningEffort: "low", model: "small" })).status).toBe(202);
    expect((await effort({ reasoningEffort: "none" })).status).toBe(202);
  });

  it("that is no longer offered is passed over when its turn runs", async () => {
    const store = createMemoryStore();
    const before = await harness({ store, agent: seeing(models).agent });
    const session = await before.start("hi", { model: "large" });
    await before.app.close();
    const { agent, turns } = seeing([{ id: "new" }]);
    const credentials = { organizationId: before.app.organizationId, apiKey: before.app.apiKey };
    const after = await harness({ store, agent, credentials });
    await after.send(session, "again");
    expect(turns.map(({ model }) => model)).toEqual(["new"]);
  });

  it("may be left out or null in every body", async () => {
    const service = await harness();
    const nothing = { model: null, reasoningEffort: null, latencyMode: null };
    const session = await service.start("/say hi", { ...nothing, tools: [], goal: null });
    expect((await service.send(session, "a", { payload: { text: "a", ...nothing } })).status).toBe(202);
    const named = { model: "scripted", reasoningEffort: "none", latencyMode: "standard" };
    expect((await service.send(session, "a", { payload: { text: "a", ...named } })).status).toBe(202);
  });
});

describe("what a turn is given", () => {
  it("has the workspace's instructions, the notes of its message and the whole goal", async () => {
    const { agent, turns } = seeing();
    const service = await harness({ agent });
    const ensured = await service.call("PUT", "/v1/workspaces/external", {
      externalSource: "app",
      externalId: "told",
      name: "told",
      agentInstructions: "Answer in French.",
    });
    const workspace = `/v1/workspaces/${text(ensured.body["workspace"]?.["id"])}`;
    const goal = { text: "Plan", successCriteria: "A plan", rootConstraints: ["cheap"] };
    const made = await service.call("POST", `${workspace}/sessions`, { initialMessage: "one", goal });
    await settle();
    await service.send(`${workspace}/sessions/${text(made.body["id"])}`, "two", {
      payload: { text: "two", annotations: [{ note: "here" }] },
    });
    await service.start("three");
    expect(turns.map(({ agentInstructions }) => agentInstructions)).toEqual([
      "Answer in French.",
      "Answer in French.",
      null,
    ]);
    expect(turns.map(({ annotations }) => annotations)).toEqual([[], [{ note: "here" }], []]);
    expect(await turns[0]?.goal()).toMatchObject({ ...goal, mutationPolicy: "review_changes" });
  });

  it("leaves in the session how much the model read last", async () => {
    const service = await harness({ agent: seeing(undefined, [120, 345]).agent });
    const session = await service.start("hi");
    expect((await service.call("GET", session)).body["lastInputTokens"]).toBe(345);
    const [listed] = (await service.call("GET", `${service.workspace}/sessions`)).body;
    expect(listed?.["lastInputTokens"]).toBe(345);
    const silent = await harness();
    expect((await silent.call("GET", await silent.start("hi"))).body["lastInputTokens"]).toBeNull();
  });
});

describe("what the service cannot do", () => {
  it.each([
    ["tools.0", { tools: [{ kind: "mcp", id: "search" }] }],
    [
      "tools.1",
      {
        tools: [
          { kind: "mcp", id: "a", optional: true },
          { kind: "mcp", id: "b", optional: false },
        ],
      },
    ],
    ["goal.maxAutoContinuations", { goal: { text: "Plan", maxAutoContinuations: 3 } }],
  ])("is refused when a session asks for it in %s", async (field, fields) => {
    const service = await harness();
    const answer = await service.call("POST", `${service.workspace}/sessions`, { initialMessage: "a", ...fields });
    expect(fault(answer)).toBe("422 INVALID_SESSION_CREATE_REQUEST");
    expect(answer.body["error"]).toMatchObject({
      details: { field },
      message: expect.stringContaining(`"${field}" is not supported here`),
    });
  });

  it("may be asked for as what it is: optional tools, no continuation", async () => {
    const service = await harness();
    for (const maxAutoContinuations of [null, 0, undefined]) {
      const goal = { text: "Plan", maxAutoContinuations };
      const session = await service.start("/say hi", { goal, tools: [{ kind: "mcp", id: "a", optional: true }] });
      expect((await service.call("GET", session)).body["tools"]).toEqual([]);
      const kept = (await service.call("GET", `${session}/goal`)).body["maxAutoContinuations"];
      expect(kept).toBe(maxAutoContinuations ?? null);
    }
  });
});

describe("a goal's mutationPolicy", () => {
  it.each([
    ["review_changes", false],
    ["preserve_intent", false],
    ["autonomous_adaptation", true],
    [undefined, false],
  ])("%s lets the agent replace the goal that a caller set: %s", async (mutationPolicy, isReplaced) => {
    const service = await harness();
    const session = await service.start("/goal Another one", { goal: { text: "Plan", mutationPolicy } });
    const goal = (await service.call("GET", `${session}/goal`)).body;
    expect(goal["text"]).toBe(isReplaced ? "Another one" : "Plan");
    const output = (await service.log(session)).find(({ type }) => type === "agent.toolCall.output");
    expect(JSON.stringify(output?.payload).includes("leaves changes to people")).toBe(!isReplaced);
  });

  it("applies to an agent's own goal once a person has rewritten it", async () => {
    const service = await harness();
    const session = await service.start("/goal Mine");
    await service.send(session, "/goal Mine again");
    expect((await service.call("GET", `${session}/goal`)).body["text"]).toBe("Mine again");
    await service.call("PATCH", `${session}/goal`, { text: "Yours", expectedObjectiveRevision: 2 });
    await service.send(session, "/goal Mine once more");
    expect((await service.call("GET", `${session}/goal`)).body["text"]).toBe("Yours");
  });
});
