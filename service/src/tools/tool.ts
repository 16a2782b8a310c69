import type { ApprovalMachine } from "@service/sdk/protocol";
import type { SessionRecord, TurnRecord } from "../store/records.js";

/** A tool of an agent. The service's own tools and the host's look the same to it. */
export interface AgentTool {
  /** Name for the agent and the log: 1 to 64 of `A-Z a-z 0-9 _ -`, as models take it. A host's tool is `<server>__<tool>`. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** A person must approve each call first: the agent asks with the id of the call. */
  readonly needsApproval: boolean;
  /** It changes nothing anywhere. @default false */
  readonly readOnly?: boolean;
  /**
   * Names what runs the calls, where this may change under the same name, such as an installed integration and its
   * content. An approval is valid for one origin only. @default none: it is the product's or the service's own
   */
  readonly origin?: string | undefined;
}

/** A call of a tool by an agent. */
export interface ToolCall {
  /** Unique within the session, and the same in every attempt at the turn. */
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
}

/** Result of a call, for the log and the agent. */
export interface ToolResult {
  readonly output: unknown;
  /** @default false */
  readonly failed?: boolean;
}

/** The session and turn that a tool works for. */
export interface ToolContext {
  readonly session: SessionRecord;
  readonly turn: TurnRecord;
  readonly signal: AbortSignal;
}

export interface ToolEvent {
  readonly type: string;
  readonly payload: unknown;
}

/** Context of one call. */
export interface CallContext extends ToolContext {
  /** Writes events of the turn while the call runs, before its output. Rejects once the turn may write nothing more. */
  readonly emit: (events: readonly ToolEvent[]) => Promise<void>;
  /** The `origin` of the tool as it was listed. A source whose tool has another one now must not run the call. */
  readonly origin?: string | undefined;
}

/** A source's result of a call. */
export interface ToolOutcome extends ToolResult {
  /** Written behind the output, such as `memory.saved`. */
  readonly events?: readonly ToolEvent[];
}

/** Some tools, as one session may have them. */
export interface ToolSource {
  /** The tools that this session has now. A tool that is not listed cannot be called. */
  tools(context: ToolContext): Promise<readonly AgentTool[]>;
  /**
   * Runs a call. An invalid or refused call is a failed outcome with the reason in `output.message`; a rejection is a
   * fault and ends the turn, which may be retried only for a `readOnly` tool. A call is made once: after a crash during the
   * call its turn fails.
   */
  call(call: ToolCall, context: CallContext): Promise<ToolOutcome>;
  /** The machine that a call of this source's would run on, for the person who approves it. Undefined for other calls. */
  machineOf?(call: ToolCall, context: ToolContext): Promise<ApprovalMachine | undefined>;
  /**
   * Whether tools of this name are this source's alone, also while it does not list them: no other source lists or runs
   * one. @default false
   */
  owns?(name: string, context: ToolContext): boolean;
  /** The outcome for a tool that no source lists, when this source can explain its absence; else null. */
  explain?(call: ToolCall, context: ToolContext): ToolOutcome | null;
}

/** An outcome that failed, in the shape the timeline reads. */
export function refusedCall(message: string, code?: string): ToolOutcome {
  return { output: { isError: true, message, ...(code !== undefined && { code }) }, failed: true };
}
