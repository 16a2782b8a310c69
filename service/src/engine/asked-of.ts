import type { ApprovalMachine } from "@service/sdk/protocol";
import type { AskedApproval } from "../agent/agent.js";
import type { AskedOf } from "../sessions/run-turn.js";
import { unlessAborted } from "../unless-aborted.js";
import type { AttemptOptions } from "./attempt-options.js";
import type { Equipped } from "./listed-tools.js";

/**
 * What a person is asked about besides a call itself, by the approval's id: the machine that it runs on, and the origin of
 * its tool. Only sources with machines are asked for them.
 */
export async function askedOf(
  { session, turn, toolSources }: AttemptOptions,
  { signal, listed }: Equipped,
  approvals: readonly AskedApproval[],
): Promise<AskedOf> {
  const machines = new Map<string, ApprovalMachine>();
  const origins = new Map<string, string>();
  for (const call of approvals) {
    for (const source of toolSources) {
      const machine = await source.machineOf?.(call, { session, turn, signal });
      if (machine !== undefined) machines.set(call.id, machine);
    }
    const origin = await unlessAborted(listed.originOf(call.name), signal);
    if (origin !== undefined) origins.set(call.id, origin);
  }
  return { machines, origins };
}
