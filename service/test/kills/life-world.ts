/** Requests of a life, repeated when there is no response, and the passing of time. */
import type { SessionEvent } from "@service/sdk/protocol";
import type { Answer, CallOptions, Json } from "../harness.js";
import type { Kill, ServiceProcess } from "./service-process.js";

export interface LifeWorld {
  /** The path of a workspace that nothing else uses. */
  readonly workspace: string;
  /** The time of the process in charge (ms). */
  readonly now: () => number;
  /** From here on the writes of the first process count, and it may be killed. */
  readonly arm: () => Promise<void>;
  /** Asks the process in charge, and its successor again when it died before it answered. */
  readonly ask: (method: string, path: string, body?: unknown, options?: CallOptions) => Promise<Answer>;
  /** Lets time pass until the answer to a read is as wanted, and returns that answer. */
  readonly until: (path: string, isDone: (body: Json) => boolean) => Promise<Json>;
}

/** Seconds after which a life is stuck. */
const patience = 600;
let workspaces = 0;

/** The processes beside the first one. */
export interface Others {
  /** The process that takes over from one that was killed. */
  successor(dead: ServiceProcess): Promise<ServiceProcess>;
  /** Processes on the same database for which time passes too. */
  bystanders(): readonly ServiceProcess[];
}

export async function lifeWorld(first: ServiceProcess, kill: Kill, others: Others): Promise<LifeWorld> {
  let inCharge = first;

  async function process(): Promise<ServiceProcess> {
    if (inCharge.isDead) inCharge = await others.successor(inCharge);
    return inCharge;
  }

  async function ask(...given: Parameters<ServiceProcess["call"]>): Promise<Answer> {
    for (;;) {
      const answer = await (await process()).call(...given);
      if (answer !== null) return answer;
    }
  }

  workspaces += 1;
  const named = { externalSource: "app", externalId: `w${workspaces}`, name: "acme" };
  const made = await ask("PUT", "/v1/workspaces/external", named);
  return {
    workspace: `/v1/workspaces/${String(made.body["workspace"]?.["id"])}`,
    now: () => inCharge.now,
    arm: () => first.arm(kill),
    ask,
    async until(path, isDone) {
      for (let second = 0; second < patience; second += 1) {
        const { status, body } = await ask("GET", path);
        if (status === 200 && isDone(body)) return body;
        if (second === patience - 1) throw new Error(`${path} stayed ${status} ${JSON.stringify(body)}`);
        const all = new Set([await process(), ...others.bystanders()]);
        await Promise.all([...all].map((one) => one.advance(1_000)));
      }
      throw new Error("unreachable");
    },
  };
}

const ends = new Set(["turn.completed", "turn.failed", "turn.cancelled", "turn.superseded"]);

/** The promises that a workspace's sessions break, where each has `turns` turns of one message each. */
export async function brokenSessions({ ask, until, workspace }: LifeWorld, expected: number): Promise<string[]> {
  const sessions = (await ask("GET", `${workspace}/sessions?limit=100`)).body as unknown as readonly { id: string }[];
  const logs: SessionEvent[][] = [];
  for (const { id } of sessions) {
    const path = `${workspace}/sessions/${id}/events?after=0&limit=2000`;
    const log = await until(path, (body) => (body as unknown as SessionEvent[]).some(({ type }) => ends.has(type)));
    logs.push(log as unknown as SessionEvent[]);
  }
  const each = (isWanted: (type: string) => boolean) =>
    logs.every((log) => log.filter(({ type }) => isWanted(type)).length === 1);
  return broken({
    [`there are ${expected} sessions, not ${sessions.length}`]: sessions.length === expected,
    "each log is contiguous": logs.every((log) => log.every(({ sequence }, index) => sequence === index + 1)),
    "each session has one message": each((type) => type === "user.message"),
    "each session has one turn": each((type) => type === "turn.queued"),
    "each turn ended once": each((type) => ends.has(type)),
  });
}

/** The names of the broken promises. */
export function broken(promises: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(promises).filter((promise) => promises[promise] === false);
}
