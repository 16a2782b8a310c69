import type { SessionRecord, TurnRecord } from "../store/records.js";

/** What an agent can use beside words. Tools of the service itself and tools of the host look the same to it. */
export interface AgentTool {
  /** As the agent calls it and the log tells it; a host's tool is `<server>__<tool>`. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** A person must approve each call first: the agent asks with the id of the call. */
  readonly needsApproval: boolean;
  /** It changes nothing anywhere. @default false */
  readonly readOnly?: boolean;
}

export interface ToolCall {
  /** Unique within the session, and the same in every attempt at the turn. */
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
}

/** How a call went, as the log tells it and the agent sees it. */
export interface ToolResult {
  readonly output: unknown;
  /** @default false */
  readonly failed?: boolean;
}

/** For whom a tool works. */
export interface ToolContext {
  readonly session: SessionRecord;
  readonly turn: TurnRecord;
  readonly signal: AbortSignal;
}

export interface ToolEvent {
  readonly type: string;
  readonly payload: unknown;
}

/** For whom one call works. */
export interface CallContext extends ToolContext {
  /** Writes events of the turn while the call runs, before its output. Rejects once the turn may write nothing more. */
  readonly emit: (events: readonly ToolEvent[]) => Promise<void>;
}

/** What a source gives back for a call. */
export interface ToolOutcome extends ToolResult {
  /** Written behind the output, such as `memory.saved`. */
  readonly events?: readonly ToolEvent[];
}

/** Some tools, as one session may have them. */
export interface ToolSource {
  /** The tools that this session has now. A tool that is not listed cannot be called. */
  tools(context: ToolContext): Promise<readonly AgentTool[]>;
  /**
   * Runs one of them. What the agent did wrong, and what is refused, is an outcome that failed and says why in
   * `output.message`; a rejection is a fault and ends the turn. May be called again with the same id after a crash.
   */
  call(call: ToolCall, context: CallContext): Promise<ToolOutcome>;
  /** What a call of a tool that no source lists comes to, where this one knows why it is not there; null where it does not. */
  explain?(call: ToolCall, context: ToolContext): ToolOutcome | null;
}

/** An outcome that failed, in the shape the timeline reads. */
export function refusedCall(message: string, code?: string): ToolOutcome {
  return { output: { isError: true, message, ...(code !== undefined && { code }) }, failed: true };
}
