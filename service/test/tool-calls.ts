import type { SessionEvent } from "@service/sdk/protocol";
import { expect } from "vitest";
import type { Agent } from "../src/app.js";
import { isRecord } from "../src/sessions/is-record.js";
import type { Harness } from "./harness.js";
import { settle } from "./manual-clock.js";

export interface Call {
  readonly name: string;
  readonly arguments?: object;
}

/** The result of a call, according to the log. */
export interface Told {
  readonly failed: boolean;
  readonly output: Output;
}

/** The tools' output as tests read it: each test expects the fields of its tool. */
interface Output {
  readonly code: string;
  readonly message: string;
  readonly sessions: readonly { readonly sessionId: string }[];
  readonly messages: readonly { readonly sequence: number; readonly text: string }[];
  readonly memories: readonly { readonly text: string }[];
  readonly memoryId: string;
  readonly deduped: boolean;
  readonly hasMore: boolean;
  readonly hasOlder: boolean;
  readonly truncation?: unknown;
}

/** An agent that calls the tools that a message lists as JSON, and ignores other text. */
export const callingAgent: Agent = {
  name: "calling",
  async *run(turn) {
    if (!turn.prompt.startsWith("[")) return;
    for (const [n, call] of (JSON.parse(turn.prompt) as Call[]).entries()) {
      await turn.callTool({ arguments: {}, ...call, id: `${turn.turnId}-${n}` });
    }
    yield { type: "message" };
  },
};

/** Lets the agent of a session call tools in one turn, and returns their results. */
export async function callTools(service: Harness, session: string, calls: readonly Call[]): Promise<Told[]> {
  const before = Number((await service.call("GET", session)).body["lastSequence"]);
  expect((await service.send(session, JSON.stringify(calls))).status).toBe(202);
  for (let tries = 0; tries < 200; tries += 1) {
    const page = await service.call("GET", `${session}/events?after=${before}&limit=2000`);
    const log = page.body as unknown as SessionEvent[];
    if (log.some(({ type }) => type === "turn.completed")) {
      const outputs = log.filter(({ type }) => type === "agent.toolCall.output").map(({ payload }) => payload);
      expect(outputs).toHaveLength(calls.length);
      return outputs.map((payload) => {
        const { output, failed } = isRecord(payload) ? payload : {};
        return { output: output as Output, failed: failed === true };
      });
    }
    expect(log.filter(({ type }) => type === "turn.failed")).toEqual([]);
    await settle();
  }
  throw new Error(`The turn in ${session} did not end.`);
}
