import type { ApprovalMachine } from "@service/sdk/protocol";
import type { AskedApproval } from "../agent/agent.js";
import type { AttemptOptions } from "./attempt-options.js";
import { listedTools } from "./listed-tools.js";

/** The machines of the calls that a person approves, by the approval's id. */
export async function askedMachines(
  options: AttemptOptions,
  signal: AbortSignal,
  approvals: readonly AskedApproval[],
): Promise<ReadonlyMap<string, ApprovalMachine>> {
  const { session, turn } = options;
  const context = { session, turn, signal };
  const listed = listedTools(options, context);
  const machines = new Map<string, ApprovalMachine>();
  for (const call of approvals) {
    const machine = await (await listed.find(call.name))?.source.machineOf?.(call, context);
    if (machine !== undefined) machines.set(call.id, machine);
  }
  return machines;
}
