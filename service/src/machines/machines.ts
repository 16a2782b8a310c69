import type { Clock } from "../clock.js";
import { createAttempts, type Attempts } from "./attempts.js";
import { createMachineWatch, type MachineWatch, type MachineWatchOptions } from "./machine-watch.js";

/** Options for connected machines. */
export interface MachinesOptions {
  /** Whether machines may be connected. @default true */
  readonly enabled?: boolean | undefined;
  /**
   * The product's page where a person approves a machine. @default `/machines/approve` at the address that the machine asks,
   * which is right where the product's own address passes the routes of machines on
   */
  readonly verificationUri?: string | undefined;
}

/** Dependencies of the machine routes. */
export interface Machines {
  readonly verificationUri: string | null;
  readonly watch: MachineWatch;
  /** Wrong user codes. */
  readonly guesses: Attempts;
}

/** RFC 8628 §5.1: with 34.6 bits a code, this many wrong guesses of one caller find none. */
const guesses = { most: 10, windowMs: 600_000 } as const;

/** Null where machines are switched off. */
export function createMachines(
  { enabled = true, verificationUri }: MachinesOptions,
  base: MachineWatchOptions & { readonly clock: Clock },
): Machines | null {
  if (!enabled) return null;
  return {
    verificationUri: verificationUri ?? null,
    watch: createMachineWatch(base),
    guesses: createAttempts(base.clock, guesses.most, guesses.windowMs),
  };
}
