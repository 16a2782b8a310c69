import { describe, expect, it } from "vitest";
import { calls, ends, fakeModel, payloads, promptOf, say, says, talk, type Answer } from "./fake-model.js";

const said = (text: string): Answer => [...says(text), ends()];
const words = (text: string) => [{ type: "text", text }];

describe("the model's history of a session", () => {
  it("is its turns in their order, each with its calls and their results", async () => {
    const model = fakeModel(
      [...says("I look."), ...calls("call-first", "memory_save", { text: "Ana likes tea" }), ends("tool-calls")],
      said("Kept."),
      [
        ...calls("call-second", "memory_recall", { query: "tea" }),
        ...calls("call-third", "memory_recall", { query: "coffee" }),
        ends("tool-calls"),
      ],
      said("You like tea."),
      said("Yes."),
    );
    const opened = await talk(model, "Keep that I like tea");
    await say(opened, "What do I like?");
    await say(opened, "Sure?");
    const prompt = promptOf(model, 4);
    expect(prompt).toMatchObject([
      { role: "user", content: words("Keep that I like tea") },
      {
        role: "assistant",
        content: [
          ...words("I look."),
          { type: "tool-call", toolCallId: "call-first", toolName: "memory_save", input: { text: "Ana likes tea" } },
        ],
      },
      {
        role: "tool",
        content: [{ toolCallId: "call-first", output: { type: "json", value: { text: "Ana likes tea" } } }],
      },
      { role: "assistant", content: words("Kept.") },
      { role: "user", content: words("What do I like?") },
      { role: "assistant", content: [{ toolCallId: "call-second" }, { toolCallId: "call-third" }] },
      {
        role: "tool",
        content: [
          { toolCallId: "call-second", output: { value: { memories: [{ text: "Ana likes tea" }] } } },
          { toolCallId: "call-third", output: { value: { memories: [] } } },
        ],
      },
      { role: "assistant", content: words("You like tea.") },
      { role: "user", content: words("Sure?") },
    ]);
    expect(prompt).toHaveLength(9);
  });

  it("is as much of the newest turns as fits, each of them whole", async () => {
    const answers = [
      [...calls("call-first", "memory_save", { text: "x".repeat(300) }), ends("tool-calls")],
      said("First."),
      said("Second."),
      said("Third."),
    ];
    const small = fakeModel(...answers);
    const opened = await talk(small, "one", { agent: { maxHistoryCharacters: 200 } });
    await say(opened, "two");
    await say(opened, "three");
    expect(promptOf(small, 2)).toMatchObject([{ role: "user", content: words("two") }]);
    expect(promptOf(small, 3)).toMatchObject([
      { role: "user", content: words("two") },
      { role: "assistant", content: words("Second.") },
      { role: "user", content: words("three") },
    ]);
  });

  it("has no turns that are still waiting, and all that ended, however they did", async () => {
    const model = fakeModel(
      [...calls("call-first", "ask_user", { questions: [{ question: "Which?" }] }), ends()],
      said("Go."),
    );
    const opened = await talk(model, "one");
    await opened.service.send(opened.session, "two", {});
    await opened.service.call("POST", `${opened.session}/events`, { type: "user.interrupt", payload: {} });
    await expect.poll(() => payloads(opened, "turn.completed")).toHaveLength(1);
    expect(promptOf(model, 1)).toMatchObject([
      { role: "user", content: words("one") },
      { role: "assistant", content: [{ toolCallId: "call-first", toolName: "ask_user" }] },
      { role: "tool", content: [{ toolCallId: "call-first", output: { type: "error-text" } }] },
      { role: "user", content: words("two") },
    ]);
  });

  it("is read to its beginning where the log is long", async () => {
    const many = Array.from({ length: 260 }, (_, n) => calls(`call-number-${n}`, "memory_recall", { limit: 1 })).flat();
    const model = fakeModel([...many, ends("tool-calls")], said("One."), said("Two."));
    const opened = await talk(model, "one");
    await say(opened, "two");
    expect(await payloads(opened, "agent.toolCall.output")).toHaveLength(260);
    const prompt = promptOf(model, 2);
    expect(prompt?.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant", "user"]);
    expect(prompt?.[0]).toEqual({ role: "user", content: words("one") });
  });

  it("has what a session below reported, in its place", async () => {
    const model = fakeModel(said("One."), said("Child."), said("Two."));
    const opened = await talk(model, "one");
    const { service, session } = opened;
    const made = await service.call("POST", `${service.workspace}/sessions`, {
      initialMessage: "work",
      parentSessionId: session.split("/").at(-1),
    });
    expect(made.status).toBe(202);
    await expect.poll(() => payloads(opened, "user.message")).toHaveLength(2);
    await say(opened, "two");
    expect(promptOf(model, 2)).toMatchObject([
      { role: "user", content: words("one") },
      { role: "assistant", content: words("One.") },
      { role: "user", content: [{ text: expect.stringMatching(/has come to rest and reports:\s+Child\./) }] },
      { role: "user", content: words("two") },
    ]);
  });
});
