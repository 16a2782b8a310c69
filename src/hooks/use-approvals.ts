import { useMemo } from "react";
import type { ApprovalRequest } from "../conversation/decisions/decision.js";
import type { SessionVerbs, SessionView } from "./session-view.js";
import { givenSession } from "./given-options.js";

/** Result of `useApprovals`. */
export interface Approvals {
  /** Approvals that wait, oldest first, and those just decided until the log has continued. */
  readonly approvals: readonly ApprovalRequest[];
  readonly approve: (id: string, message?: string) => Promise<void>;
  readonly reject: (id: string, message?: string) => Promise<void>;
}

/**
 * The approvals of a session, from `useSession`, `useSessionById` or `useChat`.
 *
 * @example
 * const { approvals, approve, reject } = useApprovals(useChat({ conversation: "c_1" }));
 * const approveAll = () => Promise.all(approvals.map(({ id }) => approve(id)));
 */
export function useApprovals(session: Pick<SessionView & SessionVerbs, "pending" | "respond">): Approvals {
  const { pending, respond } = givenSession("useApprovals", session);
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
