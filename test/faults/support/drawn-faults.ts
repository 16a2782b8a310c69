/** `up`: bytes of the browser; `down`: bytes of the server. */
export type Direction = "up" | "down";

/**
 * `stall`: no bytes pass for a while · `close` and `reset`: both directions end · `half-close`: one direction ends, the
 * other continues · `hang`: bytes are lost silently, and the connection closes later.
 */
export type FaultKind = "stall" | "close" | "reset" | "half-close" | "hang";

export interface Fault {
  readonly kind: FaultKind;
  readonly direction: Direction;
  /** After how many bytes of that direction, counted over all requests of the connection. */
  readonly at: number;
  /** Duration, for faults that have one. */
  readonly ms: number;
}

const kinds: readonly FaultKind[] = ["stall", "stall", "close", "close", "reset", "reset", "half-close", "hang"];
const longest = 300;

/** The faults of one connection. */
export function drawFaults(random: () => number): readonly Fault[] | "refuse" {
  const luck = random();
  if (luck < 0.08) return "refuse";
  if (luck < 0.25) return [];
  return Array.from({ length: 1 + upTo(random, 3) }, () => drawFault(random));
}

function drawFault(random: () => number): Fault {
  const kind = kinds[upTo(random, kinds.length)] ?? "close";
  const direction = random() < 0.3 ? "up" : "down";
  return { kind, direction, at: drawPlace(random, direction), ms: upTo(random, longest) };
}

/**
 * Places: within a request or between two; in the head of a response or in its stream. "Before the first byte of a
 * response" is a separate place: the host did the work, and the client has no sign of it.
 */
function drawPlace(random: () => number, direction: Direction): number {
  const place = random();
  if (direction === "up") return 1 + upTo(random, place < 0.6 ? 1_000 : 4_000);
  if (place < 0.2) return 0;
  return upTo(random, place < 0.4 ? 500 : place < 0.8 ? 3_000 : 12_000);
}

/** A whole number from 0 to `most` - 1. */
export function upTo(random: () => number, most: number): number {
  return Math.floor(random() * most);
}
