import { isServiceError } from "@service/sdk/protocol";

/** Whether a write failed because somebody else has ended or taken the turn, or removed the session: no fault. */
export function isLost(error: unknown): boolean {
  return isServiceError(error) && (error.code === "lease_lost" || error.code === "session_missing");
}
