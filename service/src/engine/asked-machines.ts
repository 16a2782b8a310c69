import type { ApprovalMachine } from "@service/sdk/protocol";
import type { AskedApproval } from "../agent/agent.js";
import type { AttemptOptions } from "./attempt-options.js";

/** The machines of the calls that a person approves, by the approval's id. Only sources with machines are asked. */
export async function askedMachines(
  { session, turn, toolSources }: AttemptOptions,
  signal: AbortSignal,
  approvals: readonly AskedApproval[],
): Promise<ReadonlyMap<string, ApprovalMachine>> {
  const machines = new Map<string, ApprovalMachine>();
  for (const call of approvals) {
    for (const source of toolSources) {
      const machine = await source.machineOf?.(call, { session, turn, signal });
      if (machine !== undefined) machines.set(call.id, machine);
    }
  }
  return machines;
}
