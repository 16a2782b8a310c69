import { describe, expect, it } from "vitest";
import { createModelAgent } from "../../src/model/model-agent.js";
import { calls, ends, fakeModel, payloads, promptOf, say, says, talk, thinks } from "./fake-model.js";

describe("an agent with a model behind it", () => {
  it("streams the model's text into the log, and stores it as a message", async () => {
    const opened = await talk(fakeModel([...says("Hel", "lo."), ends()]), "Hi");
    expect((await payloads(opened, "agent.message.delta")).map(({ text }) => text).join("")).toBe("Hello.");
    expect(await payloads(opened, "agent.message.completed")).toEqual([{ text: "Hello." }]);
    expect(await payloads(opened, "turn.completed")).toEqual([{ output: "Hello." }]);
    expect(opened.service.faults).toEqual([]);
  });

  it("separates the model's reasoning from its text, and stores each text as a message", async () => {
    const second = says("Two.").map((chunk) => ({ ...chunk, id: "u" }));
    const opened = await talk(fakeModel([...thinks("Hm."), ...says("One."), ...second, ends()]), "Hi");
    expect(await payloads(opened, "agent.reasoning.delta")).toEqual([{ text: "Hm." }]);
    expect(await payloads(opened, "agent.message.completed")).toEqual([{ text: "One." }, { text: "Two." }]);
  });

  it("reports the tokens of each step", async () => {
    const opened = await talk(fakeModel([...says("Hello."), ends()]), "Hi");
    expect(await payloads(opened, "agent.model.usage")).toEqual([{ inputTokens: 3, outputTokens: 5 }]);
  });

  it("passes the model its instructions, the session's, its skills and its goal", async () => {
    const model = fakeModel([...says("Yes."), ends()]);
    const skill = { name: "refunds", description: "How refunds go.", content: "Ask for the order first." };
    await talk(model, "Hi", {
      agent: { instructions: "Be brief." },
      fields: { instructions: "Speak of boats.", skills: [skill], goal: { text: "Sell a boat" } },
    });
    const system = promptOf(model, 0)?.[0];
    expect(system?.role).toBe("system");
    const told = JSON.stringify(system?.content);
    const parts = [
      "Be brief.",
      "Speak of boats.",
      "refunds",
      "How refunds go.",
      "Ask for the order first.",
      "Sell a boat",
    ];
    const places = parts.map((part) => told.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it("passes the model no system message without instructions", async () => {
    const model = fakeModel([...says("Yes."), ends()]);
    await talk(model, "Hi");
    expect(promptOf(model, 0)).toEqual([{ role: "user", content: [{ type: "text", text: "Hi" }] }]);
  });

  it("passes the model the host's context, in later turns too, and no person", async () => {
    const model = fakeModel([...says("Yes."), ends()], [...says("No."), ends()]);
    const opened = await talk(model, "Hi", { fields: { modelContext: "The cart holds a boat." } });
    expect(JSON.stringify(promptOf(model, 0))).toContain("The cart holds a boat.");
    await say(opened, "And now?");
    expect(JSON.stringify(promptOf(model, 1))).toContain("The cart holds a boat.");
    const written = (await opened.service.log(opened.session)).filter(({ type }) => type !== "user.message");
    expect(JSON.stringify(written)).not.toContain("The cart holds a boat.");
  });

  it("ends with a plain sentence when the model was asked as often as it may be", async () => {
    const again = (n: number) => [...calls(`call-number-${n}`, "sessions_list", {}), ends("tool-calls")];
    const model = fakeModel(again(1), again(2), again(3));
    const opened = await talk(model, "Hi", { agent: { maxSteps: 2 } });
    expect(model.doStreamCalls).toHaveLength(2);
    expect(await payloads(opened, "agent.toolCall.output")).toHaveLength(2);
    expect(await payloads(opened, "turn.completed")).toMatchObject([{ output: expect.stringContaining("2 times") }]);
  });

  it("is not made without a model", () => {
    expect(() => createModelAgent({} as never)).toThrow("needs a `model`");
  });

  it.each([{ maxSteps: 0 }, { maxSteps: 1.5 }, { maxHistoryCharacters: -1 }, { maxHistoryCharacters: Number.NaN }])(
    "is not made with %j",
    (options) => {
      expect(() => createModelAgent({ model: fakeModel(), ...options })).toThrow(RangeError);
    },
  );
});
