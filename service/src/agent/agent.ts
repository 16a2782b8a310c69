import type { FileResource, GoalMutationPolicy, Question, SessionEvent } from "@service/sdk/protocol";
import type { Clock } from "../clock.js";
import type { MadeFile } from "../files/file-record.js";
import type { AgentTool, ToolCall, ToolResult } from "../tools/tool.js";

/**
 * An agent answers one turn by yielding steps. The engine writes each step to the log before it asks for the next, so
 * the log shows exactly the steps that happened.
 *
 * A turn may run more than once: when it waited for a decision, and when its process died before it wrote anything.
 * The agent is then started again with `past`, the turn's events so far, and continues after them.
 */
export interface Agent {
  /** The agent's name; `/v1/config/client` reports it. */
  readonly name: string;
  /**
   * Choices for sessions and messages, reported by `/v1/config/client` and the model catalog; the first is the
   * default. Any other choice is refused with 422. @default one model with the agent's name
   */
  readonly models?: readonly AgentModel[] | undefined;
  /**
   * Runs one turn. Returning ends it as completed; throwing ends it as failed (`AgentFailure` chooses the code).
   * When `signal` aborts the turn has already ended: stop at once, nothing more is written.
   */
  run(turn: AgentTurn, signal: AbortSignal): AsyncGenerator<AgentStep, void, void>;
}

/** A model that an agent offers for a message. */
export interface AgentModel {
  /** Value of `model` in sessions and messages. */
  readonly id: string;
  /** Name for people. @default the id */
  readonly label?: string | undefined;
  readonly description?: string | undefined;
  /** Valid values of `reasoningEffort`; the first is the default. @default ["none"] */
  readonly reasoningEfforts?: readonly string[] | undefined;
  /** Valid values of `latencyMode`; the first is the default. @default ["standard"] */
  readonly latencyModes?: readonly string[] | undefined;
}

/** The turn that an agent runs: its prompt, history, files and tools. */
export interface AgentTurn {
  readonly sessionId: string;
  readonly turnId: string;
  readonly prompt: string;
  /** Context from the host for this prompt: for the model, not for the transcript. */
  readonly modelContext: string | null;
  /** Annotations of the prompt, as the caller sent them. */
  readonly annotations: readonly unknown[];
  /** The id of one of the agent's `models`: the message's choice, else the session's, else the first. */
  readonly model: string;
  /** One of the model's `reasoningEfforts`, chosen as the model is. */
  readonly reasoningEffort: string;
  /** One of the model's `latencyModes`, chosen as the model is. */
  readonly latencyMode: string;
  /** The workspace's instructions, placed before all other instructions of the agent. Null without any. */
  readonly agentInstructions: string | null;
  /** Files of the prompt. */
  readonly files: readonly FileResource[];
  /** The bytes of a file of the session; null when the session has no such file. */
  readFile(fileId: string): Promise<Uint8Array | null>;
  /** Keeps a file that the agent has made, for tool outputs to name. */
  saveFile(file: MadeFile): Promise<FileResource>;
  /** Settings from the session's creation: instructions, model, tools and so on. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The tools that the session has: the service's own and its host's. */
  tools(): Promise<readonly AgentTool[]>;
  /**
   * Calls a tool; the service writes the call and its outcome to the log. A tool that `needsApproval` must be
   * approved first: yield a `tool` step and an `ask` with the id, name and arguments of the call. A call that this
   * turn has already made, in this or an earlier attempt, is not repeated: its outcome is returned.
   *
   * @throws {AgentFailure} `approval_required` when this exact call is not approved; `tool_call_reused` when another
   *   call of the turn has its id; `tool_failed` when the tool's source threw after it may have made the call.
   */
  callTool(call: ToolCall): Promise<ToolResult>;
  readonly title: string | null;
  /** The session's current goal. */
  goal(): Promise<AgentGoal | null>;
  /** The same for every attempt. */
  readonly clock: Clock;
  /**
   * This turn's earlier events and decisions, oldest first, without deltas (a message's text is in its
   * `agent.message.completed`). Empty in the first attempt.
   */
  readonly past: readonly SessionEvent[];
  /** Reads the session's log below a sequence: its newest `limit` events, ascending. */
  history(before: number, limit: number): Promise<readonly SessionEvent[]>;
}

export interface AgentGoal {
  readonly text: string;
  readonly status: "active" | "paused" | "completed";
  readonly successCriteria: string | null;
  readonly rootConstraints: readonly unknown[];
  /** Whether the agent may replace a goal that a caller set: only with `autonomous_adaptation`. */
  readonly mutationPolicy: GoalMutationPolicy;
}

/** One step of an agent's turn: text, reasoning, a tool call, a question, and so on. */
export type AgentStep =
  | { readonly type: "text"; readonly text: string }
  /** Ends the message that the texts before it made. */
  | { readonly type: "message" }
  | { readonly type: "reasoning"; readonly text: string }
  | { readonly type: "tool"; readonly id: string; readonly name: string; readonly arguments: unknown }
  | { readonly type: "tool-output"; readonly id: string; readonly output: unknown; readonly failed?: boolean }
  | { readonly type: "title"; readonly title: string }
  /** Starts a child session; logged as a call of the tool `session_create`. */
  | { readonly type: "child"; readonly id: string; readonly message: string }
  /** Replaces the session's goal; logged as a call of the tool `goal_set`. */
  | { readonly type: "goal"; readonly id: string; readonly text: string }
  /** Completes the goal; logged as a call of `goal_complete`, which fails without a goal. */
  | { readonly type: "goal-done"; readonly id: string; readonly evidence: string }
  /** Any other event of this turn, as it is. */
  | { readonly type: "event"; readonly eventType: string; readonly payload: unknown }
  /** Asks and ends this attempt: the agent is started again, with the decision in `past`. */
  | {
      readonly type: "ask";
      readonly approvals?: readonly AskedApproval[];
      readonly questions?: readonly AskedQuestions[];
    };

export interface AskedApproval {
  /** Names the decision; unique within the session. */
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
}

export interface AskedQuestions {
  /** Unique within the session. */
  readonly id: string;
  readonly questions: readonly Question[];
  readonly allowSkip: boolean;
  /** Milliseconds from now until the request expires; null, `Infinity` and a time after the year 9999 never expire. */
  readonly expiresInMs: number | null;
  readonly toolCallId?: string;
}

/** Ends a turn as failed with a code of the agent's choice. */
export class AgentFailure extends Error {
  readonly code: string;
  readonly retryable: boolean;

  constructor(message: string, facts: { readonly code: string; readonly retryable?: boolean }) {
    super(message);
    this.name = "AgentFailure";
    this.code = facts.code;
    this.retryable = facts.retryable ?? false;
  }
}
