import { expect, it } from "vitest";
import type { Agent } from "../../src/app.js";
import { harness, text, type Harness, type Json } from "../harness.js";

const ana = { source: "app", id: "ana" };

/** Asks about one command for each machine that the tool lists. */
const askingAgent: Agent = {
  name: "asking",
  async *run(turn) {
    const tool = (await turn.tools()).find(({ name }) => name === "run");
    const machines = (tool?.inputSchema["properties"] as { machine?: { enum: string[] } } | undefined)?.machine?.enum;
    const calls = [...(machines ?? []), "gone-0000"].map((machine, index) => ({
      id: `${turn.turnId}-${index}`,
      name: "run",
      arguments: { machine, command: "npm test" },
    }));
    yield { type: "ask", approvals: [...calls, { id: `${turn.turnId}-other`, name: "orders__refund", arguments: {} }] };
  },
};

async function enrol(service: Harness, machine: object): Promise<string> {
  const made = await service.call("POST", `${service.workspace}/enrollments/token`, { endUser: ana });
  const facts = { abilities: ["read", "run"], ...machine };
  const poll = { deviceCode: text(made.body["token"]), machine: facts };
  const polled = await service.call("POST", "/v1/enrollments/device/poll", poll, { key: null });
  expect(polled.status).toBe(200);
  return text(polled.body["credentials"]?.["enrollmentId"]);
}

/** The machines of the approvals in the log: name and folder, by the start of the handle. */
async function asked(...machines: readonly object[]) {
  const service = await harness({ agent: askingAgent });
  for (const machine of machines) await enrol(service, machine);
  const session = await service.start("go", { endUser: ana });
  const event = (await service.log(session)).find(({ type }) => type === "session.requiresAction");
  const approvals = (event?.payload as Json | undefined)?.["approvals"] as unknown as readonly Json[];
  return approvals.map((approval) => [approval["arguments"]?.["machine"], approval["machine"]] as const);
}

it("the approval of a machine's call has the machine's name and folder, and no other approval has", async () => {
  const approvals = await asked({ name: "laptop", folder: "/home/ana/shop" });
  const [handle] = approvals[0]!;
  expect(approvals).toEqual([
    [handle, { handle, name: "laptop", folder: "/home/ana/shop" }],
    ["gone-0000", undefined],
    [undefined, undefined],
  ]);
});

it("of two machines with one name, each is called by its handle", async () => {
  const approvals = await asked({ name: "vm", folder: "/srv" }, { name: "vm", folder: "/srv" });
  const handles = approvals.slice(0, 2).map(([handle]) => handle);
  expect(new Set(handles).size).toBe(2);
  expect(approvals.slice(0, 2).map(([, machine]) => machine?.["name"])).toEqual(handles);
});

it("an approval is asked for although the tools of another source cannot be listed", async () => {
  const broken = {
    tools: async () => Promise.reject(new Error("The product's tools cannot be read.")),
    call: async () => ({ output: null }),
  };
  const agent: Agent = {
    name: "asking",
    async *run() {
      yield { type: "ask", approvals: [{ id: "a", name: "orders__refund", arguments: {} }] };
    },
  };
  const service = await harness({ agent, toolSources: [broken] });
  const session = await service.start("go");
  expect(await service.types(session)).toContain("session.requiresAction");
});

it("the scripted agent runs the call that was approved, though another machine is the first one by then", async () => {
  const service = await harness();
  const laptop = await enrol(service, { name: "laptop", folder: "/home/ana/shop" });
  const session = await service.start('/call run {"command":"npm test"}', { endUser: ana });
  const logged = async (type: string) => (await service.log(session)).find((event) => event.type === type)?.payload;
  const [approval] = ((await logged("session.requiresAction")) as Json)["approvals"] as unknown as readonly Json[];
  await enrol(service, { name: "vm", folder: "/srv" });
  expect((await service.call("POST", `${service.workspace}/enrollments/${laptop}/revoke`)).status).toBe(200);
  const decision = { approvalId: approval!["id"], decision: "approve" };
  await service.call("POST", `${session}/events`, {
    type: "user.approvalDecision",
    payload: decision,
  });
  await expect.poll(() => service.types(session)).toContain("turn.completed");
  expect(await logged("agent.toolCall.created")).toMatchObject({ arguments: approval!["arguments"] });
  expect(await logged("agent.toolCall.output")).toMatchObject({ output: { isError: true } });
});
