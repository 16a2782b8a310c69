/** Whether a machine is reachable, according to the store. */
import type { Clock } from "../clock.js";
import type { MachineRecord } from "./machine-record.js";

/** A machine that was not seen for this long is away, whatever its stream's process left behind (ms). */
export const awayAfterMs = 45_000;

export function isConnected({ linkId, seenAt, revokedAt }: MachineRecord, clock: Clock): boolean {
  if (linkId === null || seenAt === null || revokedAt !== null) return false;
  return clock.now() - Date.parse(seenAt) < awayAfterMs;
}
