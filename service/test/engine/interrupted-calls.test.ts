import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryStore, type Agent, type Store, type ToolOutcome, type ToolSource } from "../../src/app.js";
import { decisionOf } from "../../src/agent/decisions-of.js";
import { harness, type Harness } from "../harness.js";
import { settle } from "../manual-clock.js";

/** Calls whose process has not received a result yet. */
interface OpenCall {
  readonly id: string;
  end(outcome: ToolOutcome): void;
}

const refund = { id: "c1", name: "refund", arguments: { order: 7 } };
let calls: OpenCall[];
let store: Store;
/** Cuts the first process off its store, as a kill does. */
let kill: () => void;

/** A tool that ignores its signal, and needs approval. */
const slowTool: ToolSource = {
  tools: async () => [
    { name: "refund", description: "Pays back.", inputSchema: { type: "object" }, needsApproval: true },
  ],
  call: ({ id }, { emit }) =>
    new Promise((resolve) => {
      const end = async (outcome: ToolOutcome) => {
        await emit([{ type: "sandbox.operation.completed", payload: { name: "refund" } }]).catch(() => undefined);
        resolve(outcome);
      };
      calls.push({ id, end });
    }),
};

const agent: Agent = {
  name: "asking",
  async *run(turn) {
    if (decisionOf(turn.past, refund.id) === null) {
      yield { type: "tool", ...refund };
      return yield { type: "ask", approvals: [refund] };
    }
    await turn.callTool(refund);
    yield { type: "text", text: "Paid." };
  },
};

beforeEach(() => {
  calls = [];
  store = createMemoryStore();
});

function mortalStore(): Store {
  let isDead = false;
  kill = () => void (isDead = true);
  return new Proxy(store, {
    get: (target, name, receiver) => {
      const method = Reflect.get(target, name, receiver) as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => (isDead ? new Promise<never>(() => undefined) : method(...args));
    },
  });
}

/** A process whose approved call is in progress. */
async function calling(): Promise<{ readonly service: Harness; readonly session: string }> {
  const service = await harness({ store: mortalStore(), agent, toolSources: [slowTool] });
  const session = await service.start("go");
  const payload = { approvalId: refund.id, decision: "approve" };
  await service.call("POST", `${session}/events`, { type: "user.approvalDecision", payload });
  await expect.poll(() => calls.length).toBe(1);
  return { service, session };
}

/** Another process on the store, after every lease has expired. */
async function successor({ clock, app }: Harness): Promise<Harness> {
  const credentials = { organizationId: app.organizationId, apiKey: app.apiKey };
  const next = await harness({ store, agent, toolSources: [slowTool], clock, credentials });
  await clock.advance(120_000);
  return next;
}

async function logOf(service: Harness, session: string) {
  return (await service.log(session)).map(({ type, payload }) => ({ type, payload }));
}

const failed = {
  type: "turn.failed",
  payload: { error: "The answer was interrupted. Try again.", code: "worker_lost", retryable: true },
};
const output = (id: unknown) => ({ type: "agent.toolCall.output", payload: { id, output: { paid: true } } });

describe("an approved call in progress", () => {
  it("is not made again when its process is killed, and its turn fails", async () => {
    const { service, session } = await calling();
    kill();
    const log = await logOf(await successor(service), session);
    expect(calls).toHaveLength(1);
    expect(log).toContainEqual(failed);
  });

  it("is not made again when its process closes, and a result that still arrives is written", async () => {
    const { service, session } = await calling();
    const closed = service.app.close();
    await settle();
    calls[0]?.end({ output: { paid: true } });
    await closed;
    const log = await logOf(await successor(service), session);
    expect(calls).toHaveLength(1);
    expect(log).toContainEqual(output(refund.id));
    expect(log).toContainEqual(expect.objectContaining({ type: "sandbox.operation.completed" }));
    expect(log).toContainEqual(failed);
    expect(service.faults).toEqual([]);
  });

  it("lets its turn end when it finishes within the drain limit", async () => {
    const { service, session } = await calling();
    const closed = service.app.close({ drainMs: 30_000 });
    await settle();
    calls[0]?.end({ output: { paid: true } });
    await closed;
    const log = await logOf(await successor(service), session);
    expect(calls).toHaveLength(1);
    expect(log).toContainEqual(output(refund.id));
    expect(log).toContainEqual(expect.objectContaining({ type: "turn.completed" }));
  });

  it("delays the end of its process by three seconds at most", async () => {
    const { service, session } = await calling();
    let isClosed = false;
    const closed = service.app.close().then(() => (isClosed = true));
    await service.clock.advance(2_999);
    expect(isClosed).toBe(false);
    await service.clock.advance(1);
    await closed;
    expect(service.clock.pending).toBe(0);
    const next = await successor(service);
    calls[0]?.end({ output: { paid: true } });
    await settle();
    expect(JSON.stringify(await logOf(next, session))).not.toContain("paid");
    expect(service.faults).toEqual([]);
  });
});
