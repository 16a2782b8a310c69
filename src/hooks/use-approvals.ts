import type { ApprovalRequest } from "../decisions/decision.js";
import type { SessionVerbs, SessionView } from "./session-view.js";

export interface Approvals {
  /** What waits for a yes or no, oldest first, and what was just decided until the log has moved on. */
  readonly approvals: readonly ApprovalRequest[];
  readonly approve: (id: string, message?: string) => Promise<void>;
  readonly reject: (id: string, message?: string) => Promise<void>;
}

/** The approvals of a session, from `useSession` or `useSessionById`. */
export function useApprovals(_source: Pick<SessionView & SessionVerbs, "pending" | "respond">): Approvals {
  throw new Error("not yet");
}
