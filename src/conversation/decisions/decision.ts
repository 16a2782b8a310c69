import type {
  Actor,
  ApprovalDecision,
  ApprovalMachine,
  HumanInputRequest,
  HumanInputResponse,
  HumanInputSubmission,
} from "../../wire/protocol/decisions.js";

/**
 * A decision from pending to settled. Only the log settles it: until then, another window, another person or the
 * service's clock may have been first.
 */

export type DecisionState =
  /** Waits for a person. */
  | { readonly name: "pending" }
  /** An answer of this window is in flight. */
  | { readonly name: "submitting"; readonly response: DecisionResponse }
  /** The service accepted the answer; the log does not show it yet. */
  | { readonly name: "accepted"; readonly response: DecisionResponse }
  /** The log has an answer. `here`: whether it is this window's. */
  | {
      readonly name: "settled";
      readonly outcome: SettledOutcome;
      readonly by?: Actor | undefined;
      readonly here: boolean;
    }
  | { readonly name: "expired" }
  /** The turn ended, or the agent asked again, before an answer. */
  | { readonly name: "superseded" }
  /** Failed or lost. `error` has the cause; retry with the same key. */
  | { readonly name: "failed"; readonly response: DecisionResponse; readonly error: Error }
  /** The outcome of the request is unknown; a retry uses the same key. */
  | { readonly name: "unknown"; readonly response: DecisionResponse };

/** How the log settled a decision. */
export type SettledOutcome = ApprovalDecision | HumanInputResponse["outcome"];

/** A person's decision. */
export type DecisionResponse =
  | { readonly kind: "approval"; readonly decision: ApprovalDecision; readonly message?: string | undefined }
  | { readonly kind: "question"; readonly submission: HumanInputSubmission };

/** Fields of every decision. */
export interface DecisionBase {
  /** The approval's id, or the request's. */
  readonly id: string;
  readonly turnId: string | null;
  /** The session that waits for it. @default not known yet, as in a chat before its first answer */
  readonly sessionId?: string | undefined;
  readonly state: DecisionState;
}

/** A call that waits for a person's approval, and the state of its decision. */
export interface ApprovalRequest extends DecisionBase {
  readonly kind: "approval";
  /** The call's id, where it differs from the approval's. */
  readonly callId?: string | undefined;
  /** The tool's name; null without one. */
  readonly name: string | null;
  readonly arguments: unknown;
  /** The connected machine that the call runs on. @default a call that runs elsewhere */
  readonly machine?: ApprovalMachine | undefined;
}

/** A set of questions for a person, and the state of its answer. */
export interface QuestionRequest extends DecisionBase {
  readonly kind: "question";
  readonly request: HumanInputRequest;
  /**
   * Expected expiry by this device's clock (ms since 1970), for a countdown. Only the log closes the request. Undefined
   * for requests without an expiry.
   */
  readonly deadline?: number | undefined;
}

/** An approval or a set of questions. */
export type Decision = ApprovalRequest | QuestionRequest;
