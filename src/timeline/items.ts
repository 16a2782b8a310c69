// budget: one docstring a type of row
import type { Actor, AnswerInWords, Denial, HumanInputResponse, Question } from "../wire/protocol/decisions.js";
import type { SystemUpdateMember } from "../wire/protocol/event-payloads.js";

/**
 * The rows of a timeline, one type a kind (`protocol.md` §11.6). An item is immutable: a fold that changes a row makes
 * a new object for that row and keeps every other as it was, so a memoised view renders only what changed.
 */

/** Fields of every row. */
export interface ItemBase {
  /** Stable for the life of the row; the id of its first event unless its kind defines another. */
  readonly id: string;
  /** ISO time. */
  readonly occurredAt: string;
}

/** State of a tool call or another step. */
export type RunStatus = "running" | "complete" | "failed" | "cancelled";

/** State of a call. `output-denied`, the AI SDK's word: a person rejected it, so it never ran; that is no failure. */
export type CallStatus = RunStatus | "output-denied";

/** Delivery state of an optimistic message, until the log contains it. */
export interface Delivery {
  readonly state: "sending" | "queued" | "failed" | "unknown";
  readonly error?: string | undefined;
  /** Whether the service refuses the message as it is: "Send again" is not offered. @default false */
  readonly isRefused?: boolean | undefined;
  /** While it is `sending`: whether it waits for the next attempt, so that "Discard" is offered. @default false */
  readonly isHeld?: boolean | undefined;
}

/** A message of a person. */
export interface UserMessageItem extends ItemBase {
  readonly kind: "user-message";
  /** `clientEventId ?? id`: the React key that survives from optimistic to settled. */
  readonly reconciliationKey: string;
  readonly text: string;
  readonly turnId: string | null;
  readonly actor?: Actor | undefined;
  readonly annotations?: unknown;
  readonly presentation?: unknown;
  readonly resources: readonly unknown[];
  /** Tools that the message names. */
  readonly tools?: readonly unknown[] | undefined;
  readonly delivery?: Delivery | undefined;
}

/** A message of the agent. */
export interface AgentMessageItem extends ItemBase {
  readonly kind: "agent-message";
  readonly turnId: string | null;
  readonly text: string;
  readonly streaming: boolean;
  /**
   * Whether it is the last message of a turn that failed or was stopped, so its text may end in the middle of a word or of
   * a construct of markdown. @default false
   */
  readonly cutOff?: boolean | undefined;
}

/** Reasoning of the agent. */
export interface ReasoningItem extends ItemBase {
  readonly kind: "reasoning";
  readonly turnId: string | null;
  readonly text: string;
  readonly streaming: boolean;
  /** Whether its turn failed or was stopped while it grew. @default false */
  readonly cutOff?: boolean | undefined;
}

/** A tool call. */
export interface ToolCallItem extends ItemBase {
  readonly kind: "tool-call";
  readonly turnId: string | null;
  readonly callId: string | null;
  readonly name: string;
  readonly arguments: unknown;
  readonly output: unknown;
  readonly truncation?: unknown;
  readonly raw?: unknown;
  /**
   * As the log has it: `complete` also for a call that waits or was cancelled before it ran. Read `cancelled` first, then
   * `waits` with `approved`, then this.
   */
  readonly status: CallStatus;
  /**
   * In a session, when a call that waited for an approval could run (ISO 8601). Null for a call of a chat that runs: its
   * stream has no such time, and `occurredAt` is its message's.
   */
  readonly runsSince?: string | null | undefined;
  /** Set with the status `output-denied`. */
  readonly denial?: Denial | undefined;
  /** Whether it waits for an approval, its own or another one of its turn; its status is then `complete`. */
  readonly waits?: boolean | undefined;
  /** Whether it waits although it was approved, as another call of its turn is not decided yet. */
  readonly approved?: boolean | undefined;
  /**
   * Whether its turn was cancelled or failed while an approval, its own or another one, kept it from running. Show it as
   * cancelled: it has no result. Its status is then `complete`.
   */
  readonly cancelled?: boolean | undefined;
}

/** A set of questions, and its answers. */
export interface HumanInputItem extends ItemBase {
  readonly kind: "human-input";
  readonly turnId: string | null;
  readonly requestId: string;
  readonly questions: readonly Question[];
  readonly response: HumanInputResponse;
  readonly actor?: Actor | undefined;
  /** The answers as text, one entry for each question; its `values` are empty where the question has no answer. */
  readonly answers: readonly AnswerInWords[];
}

/** A change of the session's status. */
export interface SessionStatusItem extends ItemBase {
  readonly kind: "session-status";
  readonly status: "requires_action" | "failed" | "cancelled";
}

/** A notice of the service. */
export interface NoticeItem extends ItemBase {
  readonly kind: "notice";
  readonly turnId: string | null;
  readonly tone: "waiting" | "cancelled" | "failed" | "input";
  /** Empty when the catalogue has the text for the tone. */
  readonly text: string;
  readonly details?: readonly { readonly label: string; readonly value: string }[] | undefined;
  /** Where to read on; followed only when it is a whole http, https or mailto address. */
  readonly action?: { readonly label: string; readonly url: string } | undefined;
}

/** A phase of the start of the agent's environment. */
export type StartupPhase =
  | "queue"
  | "sandbox"
  | "rig"
  | "repository"
  | "files"
  | "tools"
  | "model_preparation"
  | "provider_first_byte"
  | (string & {});

/** Progress of the start of the agent's environment. */
export interface StartupPhaseItem extends ItemBase {
  readonly kind: "startup-phase";
  readonly turnId: string | null;
  readonly phase: StartupPhase;
  readonly status: RunStatus;
  readonly startedAt: string;
  readonly completedAt: string | null;
  readonly durationMs: number | null;
  readonly outcome: "created" | "restored" | "resumed" | "skipped" | null;
}

/** Consumed by grouping; shown through the group it ends. */
export interface TurnEndItem extends ItemBase {
  readonly kind: "turn-end";
  readonly turnId: string | null;
  readonly outcome: TurnOutcome;
  readonly failureText: string | null;
  /** How long the turn waited for a person (ms); absent where it did not. */
  readonly waitedMs?: number | undefined;
}

/** How a turn ended. */
export type TurnOutcome = "complete" | "failed" | "cancelled";

/** A child session that the agent started or wrote to. */
export interface WorkerItem extends ItemBase {
  readonly kind: "worker";
  readonly turnId: string | null;
  readonly callId: string | null;
  readonly action: "spawn" | "message";
  readonly prompt: string;
  readonly workerSessionId: string | null;
  readonly failure: { readonly code: string | null; readonly message: string } | null;
  /**
   * As the log has it: `complete` also for a call that waits or was cancelled before it ran. Read `cancelled` first, then
   * `waits` with `approved`, then this.
   */
  readonly status: CallStatus;
  /** Set with the status `output-denied`. */
  readonly denial?: Denial | undefined;
  /** Whether its call waits for an approval, its own or another one of its turn; its status is then `complete`. */
  readonly waits?: boolean | undefined;
  /** Whether it waits although it was approved, as another call of its turn is not decided yet. */
  readonly approved?: boolean | undefined;
  /**
   * Whether its turn was cancelled or failed while an approval, its own or another one, kept it from running. Show it as
   * cancelled: it has no result. Its status is then `complete`.
   */
  readonly cancelled?: boolean | undefined;
}

/** A child session that ended. */
export interface WorkerCompletionItem extends ItemBase {
  readonly kind: "worker-completion";
  readonly turnId: string | null;
  readonly childSessionId: string;
  readonly childStatus: string;
  readonly goalStatus: string | null;
  readonly goalText: string | null;
  readonly evidence: string | null;
  readonly pausedReason: string | null;
  readonly text: string;
}

/** A command that the agent runs in its environment. */
export interface SandboxItem extends ItemBase {
  readonly kind: "sandbox";
  readonly turnId: string | null;
  readonly name: string;
  readonly command: string | null;
  readonly output: string;
  readonly origin?: string | undefined;
  /** Whether the machine that runs it cannot be reached at the moment. */
  readonly isUnreachable?: boolean | undefined;
  readonly status: RunStatus;
  /** Why it failed. */
  readonly failureText?: string | undefined;
}

/** A goal that was set, changed or completed. */
export interface GoalItem extends ItemBase {
  readonly kind: "goal";
  readonly action: "set" | "updated" | "completed" | "paused" | "resumed" | "cleared" | "held" | "continuation";
  readonly text: string;
}

/** The place where the agent's context was shortened. */
export interface ContextCompactionItem extends ItemBase {
  readonly kind: "context-compaction";
  readonly turnId: string | null;
  readonly phase: "started" | "compacted" | "skipped";
  readonly trigger: string | null;
  readonly estimatedTokensBefore: number | null;
  readonly estimatedTokensAfter: number | null;
  readonly skipReason: string | null;
  readonly implementation: string | null;
}

/** Several updates that the service passed to the agent at once. */
export interface MachineInputBatchItem extends ItemBase {
  readonly kind: "machine-input-batch";
  readonly turnId: string | null;
  readonly members: readonly SystemUpdateMember[];
}

/** A tool that needs a sign-in or other credentials. */
export interface AuthNeededItem extends ItemBase {
  readonly kind: "auth-needed";
  readonly turnId: string | null;
  readonly serverId: string;
  readonly providerDomain: string;
  readonly connectionId: string | null;
  readonly reason: string;
  readonly scopes: readonly string[];
  readonly resource: string | null;
  readonly toolName: string | null;
  readonly authorizationUrl: string | null;
}

/** An entry that the agent saved or corrected in its memory. */
export interface MemoryItem extends ItemBase {
  readonly kind: "memory";
  readonly turnId: string | null;
  readonly variant: "saved" | "corrected";
  readonly memoryKind: string;
  readonly preview: string;
  readonly deduped?: boolean | undefined;
  readonly replacementPreview?: string | undefined;
  readonly memoryId?: string | undefined;
}

/** One row of a timeline. */
export type TimelineItem =
  | UserMessageItem
  | HumanInputItem
  | AgentMessageItem
  | ReasoningItem
  | ToolCallItem
  | WorkerItem
  | WorkerCompletionItem
  | SandboxItem
  | StartupPhaseItem
  | SessionStatusItem
  | GoalItem
  | NoticeItem
  | ContextCompactionItem
  | MachineInputBatchItem
  | AuthNeededItem
  | MemoryItem
  | TurnEndItem;

/** Kinds of timeline items. */
export type ItemKind = TimelineItem["kind"];

/** Timeline items of one kind. */
export type ItemOf<K extends ItemKind> = Extract<TimelineItem, { readonly kind: K }>;
