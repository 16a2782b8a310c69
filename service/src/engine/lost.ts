import { isServiceError } from "@service/sdk/protocol";

/** Whether a write failed because the log has lost its end: the check of all logs has reported it. */
export function isDamaged(error: unknown): boolean {
  return isServiceError(error) && error.code === "session_damaged";
}

/** Whether a write failed because another process ended or claimed the turn, or deleted the session: not a fault. */
export function isLost(error: unknown): boolean {
  return isServiceError(error) && (error.code === "lease_lost" || error.code === "session_missing");
}
