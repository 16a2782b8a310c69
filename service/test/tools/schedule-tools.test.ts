import { beforeEach, expect, it } from "vitest";
import type { Agent } from "../../src/app.js";
import { decisionOf } from "../../src/agent/decisions-of.js";
import { harness, type Harness, type Json } from "../harness.js";
import { settle } from "../manual-clock.js";

const schedule = { type: "interval", everySeconds: 3_600 };
const create = { name: "schedule_create", arguments: { name: "Look again", prompt: "look", schedule } };

/** Calls the tool that a message names as JSON, and asks first where the tool wants it. */
const agent: Agent = {
  name: "calling",
  async *run(turn) {
    if (!turn.prompt.startsWith("{")) return;
    const call = { arguments: {}, ...(JSON.parse(turn.prompt) as { name: string }), id: turn.turnId };
    const listed = (await turn.tools()).find(({ name }) => name === call.name);
    if (listed?.needsApproval === true && decisionOf(turn.past, call.id) === null) {
      yield { type: "tool", ...call };
      yield { type: "ask", approvals: [call] };
      return;
    }
    if (decisionOf(turn.past, call.id)?.decision !== "reject") await turn.callTool(call);
  },
};

let service: Harness;
let session: string;
beforeEach(async () => {
  service = await harness({ agent });
  session = await service.start("hello", { endUser: { source: "app", id: "ana" } });
});

const output = async (at: string) => {
  const found = (await service.log(at)).findLast(({ type }) => type === "agent.toolCall.output");
  return (found?.payload as { output: Json } | undefined)?.output;
};
const tasks = async () => (await service.call("GET", `${service.workspace}/scheduled-tasks`)).body["tasks"]!;

/** Has the agent call a tool; `decision` is the person's word, when the tool asks. */
async function call(tool: object, decision: "approve" | "reject" | null = null, at = session) {
  await service.send(at, JSON.stringify(tool));
  const asked = (await service.call("GET", at)).body["status"];
  if (decision === null) return output(at);
  expect(asked).toBe("requires_action");
  const asks = (await service.log(at)).findLast(({ type }) => type === "session.requiresAction");
  const [approval] = (asks!.payload as { approvals: readonly { id: string }[] }).approvals;
  await service.call("POST", `${at}/events`, {
    type: "user.approvalDecision",
    clientEventId: crypto.randomUUID(),
    payload: { approvalId: approval?.id, decision },
  });
  await settle();
  return output(at);
}

it("schedules a prompt for the agent's own session once a person approves, in the name of its owner", async () => {
  const made = await call(create, "approve");
  expect(await tasks()).toMatchObject([
    {
      id: made?.["taskId"],
      name: "Look again",
      endUser: { source: "app", id: "ana" },
      runMode: "existing_session",
      targetSessionId: session.split("/").at(-1),
    },
  ]);
  await service.clock.advance(3_600_000);
  const prompts = (await service.log(session)).filter(({ type }) => type === "user.message");
  expect(prompts.at(-1)?.payload).toMatchObject({ text: "look", scheduledTask: { name: "Look again" } });
});

it("schedules and removes nothing that a person rejects", async () => {
  await call(create, "reject");
  expect(await tasks()).toEqual([]);
  const made = await call(create, "approve");
  await call({ name: "schedule_cancel", arguments: { taskId: made?.["taskId"] } }, "reject");
  expect(await tasks()).toHaveLength(1);
});

it("lists and removes the prompts of its own session, and no others", async () => {
  const made = await call(create, "approve");
  const other = await service.start("hello", { endUser: { source: "app", id: "ana" } });
  const cancel = { name: "schedule_cancel", arguments: { taskId: made?.["taskId"] } };
  expect((await call({ name: "schedule_list" }, null, other))?.["tasks"]).toEqual([]);
  expect(await call(cancel, "approve", other)).toMatchObject({ isError: true, code: "not_found" });
  expect((await call({ name: "schedule_list" }))?.["tasks"]).toMatchObject([{ prompt: "look", schedule }]);
  expect(await call(cancel, "approve")).toMatchObject({ removed: true });
  expect(await tasks()).toEqual([]);
});

it("reports that the session has more prompts than one answer lists", async () => {
  const targetSessionId = session.split("/").at(-1);
  const task = { schedule, agentConfig: { prompt: "look" }, runMode: "existing_session", targetSessionId };
  const add = async (name: string) =>
    expect((await service.call("POST", `${service.workspace}/scheduled-tasks`, { ...task, name })).status).toBe(201);
  for (let made = 0; made < 100; made += 1) await add(`Task ${made}`);
  expect(await call({ name: "schedule_list" })).toMatchObject({ hasMore: false });
  await add("One more");
  const listed = await call({ name: "schedule_list" });
  expect(listed?.["tasks"]).toHaveLength(100);
  expect(listed).toMatchObject({ hasMore: true });
});

it("names the invalid argument to the agent", async () => {
  const wrong = { ...create, arguments: { ...create.arguments, schedule: { type: "interval", everySeconds: 1 } } };
  expect(await call(wrong, "approve")).toMatchObject({ isError: true, code: "arguments_invalid" });
});
