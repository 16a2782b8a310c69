import type { SessionEvent } from "../../wire/protocol/session-event.js";
import type { FoldState } from "../fold-state.js";
import type { StartupPhaseItem } from "../items.js";
import { duration } from "./anchor.js";
import { rowOf, type Handler } from "./handler.js";

/** The phases between the queue and the first word. Two sources may report one phase; it gets one row. */

export interface PhaseEnd {
  readonly status: "complete" | "failed" | "cancelled";
  readonly durationMs?: number | undefined;
  readonly outcome?: StartupPhaseItem["outcome"];
}

export function startPhase(state: FoldState, event: SessionEvent, phase: string): void {
  const { phases } = state.turn(event.turnId);
  const known = phases.get(phase)?.item;
  if (phase === "" || (known?.kind === "startup-phase" && (known.status === "running" || phase === "queue"))) return;
  phases.set(
    phase,
    state.push({
      ...rowOf(event),
      kind: "startup-phase",
      phase,
      status: "running",
      startedAt: event.occurredAt,
      completedAt: null,
      durationMs: null,
      outcome: null,
    }),
  );
}

export function endPhase(state: FoldState, event: SessionEvent, phase: string, end: PhaseEnd): void {
  if (phase === "") return;
  const { phases } = state.turn(event.turnId);
  const slot = phases.get(phase);
  const known = slot?.item;
  if (!slot || known?.kind !== "startup-phase") {
    phases.set(phase, state.push(endedPhase(event, phase, end)));
  } else if (known.status === "running") {
    state.update(slot, {
      ...known,
      status: end.status,
      completedAt: event.occurredAt,
      durationMs: end.durationMs ?? duration(known.startedAt, event.occurredAt),
      outcome: end.outcome ?? null,
    });
  } else if (known.outcome === null && end.outcome) {
    state.update(slot, { ...known, outcome: end.outcome });
  }
}

function endedPhase(event: SessionEvent, phase: string, end: PhaseEnd): StartupPhaseItem {
  const started = new Date(Date.parse(event.occurredAt) - (end.durationMs ?? 0));
  // No date reaches as far back as a duration may.
  const startedAt = Number.isNaN(started.getTime()) ? event.occurredAt : started.toISOString();
  return {
    ...rowOf(event),
    kind: "startup-phase",
    occurredAt: startedAt,
    phase,
    status: end.status,
    startedAt,
    completedAt: event.occurredAt,
    durationMs: end.durationMs ?? null,
    outcome: end.outcome ?? null,
  };
}

export const phaseStarted: Handler<"turn.startup.phase.started"> = (state, event) => {
  startPhase(state, event, event.payload.phase);
};

export const phaseCompleted: Handler<"turn.startup.phase.completed"> = (state, event) => {
  endPhase(state, event, event.payload.phase, { status: "complete", durationMs: event.payload.durationMs });
};

export const phaseFailed: Handler<"turn.startup.phase.failed"> = (state, event) => {
  endPhase(state, event, event.payload.phase, { status: "failed", durationMs: event.payload.durationMs });
};

export const rigStarted: Handler<"rig.setup.started"> = (state, event) => {
  startPhase(state, event, "rig");
};

export const rigCompleted: Handler<"rig.setup.completed"> = (state, event) => {
  endPhase(state, event, "rig", { status: "complete", durationMs: event.payload.durationMs });
};

export const rigSkipped: Handler<"rig.setup.skipped"> = (state, event) => {
  endPhase(state, event, "rig", { status: "complete", durationMs: event.payload.durationMs, outcome: "skipped" });
};

export const rigFailed: Handler<"rig.setup.failed"> = (state, event) => {
  endPhase(state, event, "rig", { status: "failed", durationMs: event.payload.durationMs });
};
