import { useMemo } from "react";
import type { ApprovalRequest } from "../conversation/decisions/decision.js";
import type { SessionVerbs, SessionView } from "./session-view.js";

/** Result of `useApprovals`. */
export interface Approvals {
  /** What waits for a yes or no, oldest first, and what was just decided until the log has moved on. */
  readonly approvals: readonly ApprovalRequest[];
  readonly approve: (id: string, message?: string) => Promise<void>;
  readonly reject: (id: string, message?: string) => Promise<void>;
}

/** The approvals of a session, from `useSession`, `useSessionById` or `useChat`. */
export function useApprovals({ pending, respond }: Pick<SessionView & SessionVerbs, "pending" | "respond">): Approvals {
  return useMemo(() => {
    const decide = (decision: "approve" | "reject") => (id: string, message?: string) =>
      respond(id, { kind: "approval", decision, message });
    return {
      approvals: pending.filter((decision) => decision.kind === "approval"),
      approve: decide("approve"),
      reject: decide("reject"),
    };
  }, [pending, respond]);
}
