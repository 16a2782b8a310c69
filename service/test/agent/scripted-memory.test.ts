import { beforeEach, describe, expect, it } from "vitest";
import { isRecord } from "../../src/sessions/is-record.js";
import { harness, type Harness } from "../harness.js";

/** Memory and other sessions as a person sees them, in the scripted agent's texts. */

let service: Harness;
beforeEach(async () => {
  service = await harness();
});

async function ask(session: string, message: string): Promise<string> {
  await service.send(session, message);
  const log = await service.log(session);
  const said = log.filter(({ type }) => type === "agent.message.completed").at(-1);
  expect(service.faults).toEqual([]);
  return isRecord(said?.payload) ? String(said.payload["text"]) : "";
}

const idOf = (path: string) => path.split("/").at(-1) ?? "";
const person = (id: string) => ({ endUser: { source: "app", id } });
const seats = "I like window seats";

describe("the scripted agent's memory", () => {
  /** The choice matrix: what a person sees of each row, in the two conversations of ana's and in one of ben's. */
  it.each([
    ["each conversation alone", { agentAccess: "session" }, "in this conversation", [true, false, false]],
    [
      "a person remembered",
      { agentAccess: "session", memoryScope: "user" },
      "for you, in all your conversations",
      [true, true, false],
    ],
    [
      "a person's conversations together",
      { agentAccess: "user" },
      "for you, in all your conversations",
      [true, true, false],
    ],
    ["everybody together", { agentAccess: "workspace" }, "for everybody in this workspace", [true, true, true]],
  ] as const)("keeps %s apart", async (_, policy, whose, knows) => {
    const [one, other, bens] = [
      await service.start("/say hello", { ...policy, ...person("ana") }),
      await service.start("/say hello", { ...policy, ...person("ana") }),
      await service.start("/say hello", { ...policy, ...person("ben") }),
    ];
    expect(await ask(one, `/remember ${seats}`)).toBe(`I will remember that, ${whose}: **${seats}**`);
    const answers = [];
    for (const session of [one, other, bens]) answers.push(await ask(session, "/recall seats"));
    expect(answers).toEqual(
      knows.map((known) => (known ? `I remember:\n\n- ${seats} *(${whose})*` : "I remember nothing about **seats**.")),
    );
    const listed = await ask(one, "/session list");
    expect([listed.includes(idOf(other)), listed.includes(idOf(bens))]).toEqual([
      policy.agentAccess !== "session",
      policy.agentAccess === "workspace",
    ]);
  });

  it("recalls earlier facts, and corrects and forgets them by their words", async () => {
    const session = await service.start("/say hello", { memoryScope: "session" });
    await ask(session, `/remember ${seats}`);
    expect(await ask(session, `/remember ${seats}`)).toBe(`I knew that already, in this conversation: **${seats}**`);
    expect(await ask(session, "/correct WINDOW => I like the aisle")).toBe(
      "I corrected that. I remember now, in this conversation: **I like the aisle**",
    );
    await service.clock.advance(1_000);
    await ask(session, "/remember I like the aisle in the morning");
    const many = await ask(session, "/forget aisle");
    expect(many).toContain("That could be any of these.");
    const [id = ""] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(many) ?? [];
    // Newest first, and the whole text names one that is part of another.
    expect(await ask(session, "/forget i like the aisle")).toBe("I have forgotten that: **I like the aisle**");
    expect(await ask(session, `/forget ${id}`)).toBe("I have forgotten that: **I like the aisle in the morning**");
    expect(await ask(session, "/forget aisle")).toBe("I remember nothing about **aisle**.");
    expect(await ask(session, "/recall")).toBe("I remember nothing yet.");
    for (const command of ["/remember", "/correct aisle", "/forget"]) {
      expect(await ask(session, command)).toContain(`\`${command.split(" ")[0]} `);
    }
  });

  it("explains that it may not change a fact of the workspace", async () => {
    const facts = await service.start("/remember The shop closes at six", { memoryScope: "workspace" });
    expect(await ask(facts, "/recall")).toContain("The shop closes at six");
    const session = await service.start("/say hello", { memoryScope: "user", ...person("ana") });
    expect(await ask(session, "/forget shop")).toContain(
      "I could not do that: The fact belongs to the whole workspace.",
    );
  });

  it("explains that it has none, and calls nothing", async () => {
    const session = await service.start("/say hello", { memoryScope: "off" });
    for (const command of ["/remember x", "/recall", "/correct x => y", "/forget x"]) {
      expect(await ask(session, command)).toBe("I have no memory in this conversation: it is switched off.");
    }
    expect(await service.types(session)).not.toContain("agent.toolCall.created");
  });

  it("is listed in /help", async () => {
    const session = await service.start("/say hello");
    const help = await ask(session, "/help");
    for (const word of ["remember", "recall", "correct", "forget", "session list"]) expect(help).toContain(`/${word}`);
  });
});

describe("the scripted agent among other sessions", () => {
  it("lists, reads and writes them", async () => {
    const [one, other] = [await service.start("/say hello"), await service.start("/say I am the other")];
    await service.call("PATCH", one, { title: "Trip" });
    const listed = `I reach these conversations:\n\n- **/say I am the other** (idle) \`${idOf(other)}\``;
    expect(await ask(one, "/session list")).toBe(listed);
    expect(await ask(one, `/session send ${idOf(other)} /say heard you`)).toContain(`I sent it to \`${idOf(other)}\`.`);
    expect(await ask(one, `/session read ${idOf(other)}`)).toBe(
      [
        "This was said there:\n\n> **Person:** /say I am the other",
        "> **Agent:** I am the other",
        "> **Trip:** /say heard you",
        "> **Agent:** heard you",
      ].join("\n>\n"),
    );
  });

  it("explains that there is none, or none that it may reach", async () => {
    const alone = await service.start("/say hello", { agentAccess: "session" });
    expect(await ask(alone, "/session list")).toBe("I reach no other conversation.");
    expect(await ask(alone, "/session read nothing")).toContain("I could not do that: There is no session nothing");
    expect(await ask(alone, "/session")).toContain("`/session read <id>`");
  });
});
