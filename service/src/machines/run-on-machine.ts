/** Follows a command and writes what happens into the turn's log: output, its end, and a connection that is lost. */
import type { Clock } from "../clock.js";
import type { Store } from "../store/store.js";
import type { CallContext, ToolEvent } from "../tools/tool.js";
import { isoNow } from "../world.js";
import { followCommand } from "./follow-command.js";
import type { CommandRecord, MachineRecord, OutputChunk } from "./machine-record.js";
import { cancelCommand } from "./command.js";
import { failureOf } from "./command-outcome.js";

/** How much of the end of the output an agent is given (characters). */
const tailLength = 16_384;

export interface Ran {
  /** Null when the command is gone with its session. */
  readonly ended: CommandRecord | null;
  /** The end of its output. */
  readonly tail: string;
}

interface Following {
  readonly store: Store;
  readonly clock: Clock;
}

/** Cancels the command when the turn ends before it. */
export async function runOnMachine(
  following: Following,
  machine: MachineRecord,
  command: CommandRecord,
  context: CallContext,
): Promise<Ran> {
  try {
    return await showCommand(following, machine, command, context);
  } catch (error) {
    const now = isoNow(following.clock);
    // Without the store the machine's process cancels it at its next heartbeat.
    await following.store.changeCommand(command.id, (known) => cancelCommand(known, now)).catch(() => undefined);
    throw error;
  }
}

async function showCommand(
  { store, clock }: Following,
  machine: MachineRecord,
  command: CommandRecord,
  { emit, signal }: CallContext,
): Promise<Ran> {
  const { id: commandId, name, arguments: given } = command;
  const facts = { name, commandId };
  const isShown = name === "run";
  const began = clock.now();
  let tail = "";
  const link = (type: string, { id: machineId, name: machineName, handle }: MachineRecord): ToolEvent => ({
    type,
    payload: { machineId, name: machineName, handle, commandId },
  });
  if (isShown) await emit([{ type: "sandbox.operation.started", payload: { ...facts, command: given["command"] } }]);
  const ended = await followCommand(command, {
    store,
    clock,
    signal,
    async onOutput(chunks) {
      tail = (tail + chunks.map(({ text }) => text).join("")).slice(-tailLength);
      if (isShown) await emit(chunks.map((chunk) => deltaOf(facts, chunk)));
    },
    onLink: (known, isLinked) => emit([link(isLinked ? "machine.link.restored" : "machine.link.lost", known)]),
  });
  if (isShown) {
    const failure = failureOf(ended);
    const payload = { ...facts, durationMs: clock.now() - began };
    await emit([
      failure === null
        ? { type: "sandbox.operation.completed", payload }
        : { type: "sandbox.operation.failed", payload: { ...payload, message: failure.message } },
    ]);
  }
  return { ended, tail };
}

function deltaOf(facts: object, { text, stream, offset }: OutputChunk): ToolEvent {
  return { type: "sandbox.command.output.delta", payload: { ...facts, chunk: text, stream, offset } };
}
