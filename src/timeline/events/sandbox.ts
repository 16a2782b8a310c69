import { lengthen } from "../../foundation/growing-text.js";
import { sandboxOutputText } from "../../wire/protocol/event-payloads.js";
import type { EventOf } from "../../wire/protocol/session-event.js";
import { failureText } from "../failure-text.js";
import type { FoldState, Slot } from "../fold-state.js";
import type { SandboxItem, StartupPhaseItem } from "../items.js";
import { rowOf, type Handler } from "./handler.js";
import { endPhase, startPhase } from "./startup-phases.js";

/** The agent's operations in its sandbox. Some only prepare it, and show as startup phases. */

const phaseByOperation = new Map([
  ["sandbox.provision", "sandbox"],
  ["repository-clone", "repository"],
  ["file-resource-download", "files"],
]);

export const operationStarted: Handler<"sandbox.operation.started"> = (state, event) => {
  const { name, command, origin } = event.payload;
  const phase = phaseByOperation.get(name);
  if (phase !== undefined) {
    startPhase(state, event, phase);
    return;
  }
  state.push({
    ...rowOf(event),
    kind: "sandbox",
    name,
    command: command ?? null,
    output: "",
    status: "running",
    ...(origin !== undefined && { origin }),
  });
};

export const operationCompleted: Handler<"sandbox.operation.completed"> = (state, event) => {
  endOperation(state, event, "complete");
};

export const operationFailed: Handler<"sandbox.operation.failed"> = (state, event) => {
  endOperation(state, event, event.payload.expectedTransition === true ? "cancelled" : "failed");
};

export const commandOutput: Handler<"sandbox.command.output.delta"> = (state, event) => {
  const slot = findRunning(state, event.turnId, event.payload.name) ?? findRunning(state, event.turnId);
  const item = slot?.item;
  if (slot && item?.kind === "sandbox") {
    state.update(slot, lengthen(item, "output", sandboxOutputText(event.payload)));
  }
};

/** The connection to the machine that runs the operation. */
export function machineLink(isUnreachable: boolean): Handler<"machine.link.lost" | "machine.link.restored"> {
  return (state, event) => {
    const slot = findRunning(state, event.turnId);
    if (slot?.item.kind === "sandbox") state.update(slot, { ...slot.item, isUnreachable });
  };
}

function endOperation(
  state: FoldState,
  event: EventOf<"sandbox.operation.completed" | "sandbox.operation.failed">,
  status: "complete" | "failed" | "cancelled",
): void {
  const { name, durationMs, origin } = event.payload;
  const phase = phaseByOperation.get(name);
  if (phase !== undefined) {
    endPhase(state, event, phase, { status, durationMs, outcome: phaseOutcome(origin) });
    return;
  }
  const slot = findRunning(state, event.turnId, name);
  const item = slot?.item;
  if (slot && item?.kind === "sandbox") {
    const why = status === "failed" ? failureText(event.payload.message, event.payload.error) : null;
    state.update(slot, {
      ...item,
      status,
      isUnreachable: undefined,
      ...(origin !== undefined && { origin }),
      ...(why !== null && { failureText: why }),
    });
  }
}

/** The newest operation that runs, of that name when one is given. */
function findRunning(state: FoldState, turnId: string | null | undefined, name?: string): Slot | undefined {
  return state
    .running(turnId ?? null)
    .findLast(
      ({ item }) => item.kind === "sandbox" && (name === undefined || (item satisfies SandboxItem).name === name),
    );
}

function phaseOutcome(origin: string | undefined): StartupPhaseItem["outcome"] {
  return origin === "created" || origin === "restored" || origin === "resumed" ? origin : null;
}
