import type { FileResource, GoalMutationPolicy, Question, SessionEvent } from "@service/sdk/protocol";
import type { Clock } from "../clock.js";
import type { MadeFile } from "../files/file-record.js";
import type { AgentTool, ToolCall, ToolResult } from "../tools/tool.js";

/**
 * What an agent is to the service: something that answers one turn by yielding steps. The engine writes each step to
 * the log before it asks for the next, so that what is in the log is what happened.
 *
 * A turn may be run more than once: when it waited for a decision, and when its process died before it wrote anything.
 * The agent is then started again with `past`, what the turn has written so far, and goes on behind it.
 */
export interface Agent {
  /** What the agent is called; `/v1/config/client` tells it. */
  readonly name: string;
  /**
   * What sessions and messages may choose, told by `/v1/config/client` and the model catalog; the first is the default. A
   * choice that is not among them is refused with 422. @default one model that is called as the agent
   */
  readonly models?: readonly AgentModel[] | undefined;
  /**
   * Runs one turn. Returning ends it as completed; throwing ends it as failed (`AgentFailure` chooses the code).
   * When `signal` aborts the turn has already ended: stop at once, nothing more is written.
   */
  run(turn: AgentTurn, signal: AbortSignal): AsyncGenerator<AgentStep, void, void>;
}

export interface AgentModel {
  /** What a session or a message names in `model`. */
  readonly id: string;
  /** What people read. @default the id */
  readonly label?: string | undefined;
  readonly description?: string | undefined;
  /** What `reasoningEffort` may be; the first is the default. @default ["none"] */
  readonly reasoningEfforts?: readonly string[] | undefined;
  /** What `latencyMode` may be; the first is the default. @default ["standard"] */
  readonly latencyModes?: readonly string[] | undefined;
}

export interface AgentTurn {
  readonly sessionId: string;
  readonly turnId: string;
  readonly prompt: string;
  /** What the host gave beside the prompt, for the model and not for the transcript. */
  readonly modelContext: string | null;
  /** The notes that came with the prompt, as the caller sent them. */
  readonly annotations: readonly unknown[];
  /** The id of one of the agent's `models`: the message's choice, else the session's, else the first. */
  readonly model: string;
  /** One of the model's `reasoningEfforts`, chosen as the model is. */
  readonly reasoningEffort: string;
  /** One of the model's `latencyModes`, chosen as the model is. */
  readonly latencyMode: string;
  /** What the workspace tells its agents; before everything that the agent says to a model. Null where it tells nothing. */
  readonly agentInstructions: string | null;
  /** The files that came with the prompt. */
  readonly files: readonly FileResource[];
  /** The bytes of a file that the session holds; null when it holds no such file. */
  readFile(fileId: string): Promise<Uint8Array | null>;
  /** Keeps a file that the agent has made, for tool outputs to name. */
  saveFile(file: MadeFile): Promise<FileResource>;
  /** What the session was created with: instructions, model, tools and so on. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The tools that the session has: the service's own and its host's. */
  tools(): Promise<readonly AgentTool[]>;
  /**
   * Calls one of them; the service writes the call and its outcome to the log. A tool that `needsApproval` is asked about
   * first, by a `tool` step and an `ask` with the id, name and arguments of the call. A call that this turn has made
   * before, in this attempt or an earlier one, is not made again: its outcome is given.
   *
   * @throws {AgentFailure} `approval_required` when nobody has approved this very call; `tool_call_reused` when another
   * call of the turn has its id.
   */
  callTool(call: ToolCall): Promise<ToolResult>;
  readonly title: string | null;
  /** What the session works towards, as it is now. */
  goal(): Promise<AgentGoal | null>;
  /** The same for every attempt. */
  readonly clock: Clock;
  /**
   * What this turn has written before and the decisions it got, oldest first, deltas left out (a message's text stands
   * in its `agent.message.completed`). Empty on the first attempt.
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

export type AgentStep =
  | { readonly type: "text"; readonly text: string }
  /** Ends the message that the texts before it made. */
  | { readonly type: "message" }
  | { readonly type: "reasoning"; readonly text: string }
  | { readonly type: "tool"; readonly id: string; readonly name: string; readonly arguments: unknown }
  | { readonly type: "tool-output"; readonly id: string; readonly output: unknown; readonly failed?: boolean }
  | { readonly type: "title"; readonly title: string }
  /** Starts a session of its own below this one; told as a call of the tool `session_create`. */
  | { readonly type: "child"; readonly id: string; readonly message: string }
  /** Gives the session a goal in place of the one it has; told as a call of the tool `goal_set`. */
  | { readonly type: "goal"; readonly id: string; readonly text: string }
  /** Says that the goal is reached; told as a call of `goal_complete`, which fails when there is none to complete. */
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
  /** Milliseconds from now after which nobody can answer any more; null waits without end. */
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
