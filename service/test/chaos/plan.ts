/** Faults of a chaos run as data, drawn from a seed before the run starts. */
import { drawFrom, type Draw } from "../../../test/simulation/support/random.js";

export const faultKinds = [
  "kill-service",
  "restart-service",
  "suspend-service",
  "silence-database-line",
  "silence-client-line",
  "kill-database",
  "kill-backend",
  "suspend-database",
  "fill-disk",
  "shift-clock",
] as const;

export type FaultKind = (typeof faultKinds)[number];

export interface PlannedFault {
  readonly kind: FaultKind;
  /** Index of the service; ignored by faults of the database. */
  readonly service: number;
  /** Time (ms) from the begin of the fault before. Faults overlap where it is shorter than that fault. */
  readonly afterMs: number;
  /** How long the fault lasts (ms). */
  readonly lastsMs: number;
  /** For a clock jump: the new difference from the real time (ms). */
  readonly shiftMs: number;
}

interface PlanSize {
  readonly faults: number;
  readonly services: number;
  /** Longest duration of a fault (ms). */
  readonly longestMs: number;
}

const shifts = [-7_200_000, -600_000, -5_000, 5_000, 600_000, 7_200_000];

/** Each kind occurs once in every ten faults. */
export function drawPlan(seed: number, { faults, services, longestMs }: PlanSize): readonly PlannedFault[] {
  const draw = drawFrom(seed);
  const kinds: FaultKind[] = [];
  while (kinds.length < faults) kinds.push(...shuffled(draw));
  return kinds.slice(0, faults).map((kind) => ({
    kind,
    service: draw.upTo(services),
    afterMs: 200 + draw.upTo(1_000),
    lastsMs: 200 + draw.upTo(longestMs),
    shiftMs: draw.one(shifts),
  }));
}

function shuffled({ upTo }: Draw): FaultKind[] {
  const left: FaultKind[] = [...faultKinds];
  return faultKinds.map(() => left.splice(upTo(left.length), 1)[0] as FaultKind);
}
