import { AgentFailure, type AgentTurn } from "../agent/agent.js";
import { canonicalJson } from "../sessions/canonical-json.js";
import type { EventDraft } from "../store/records.js";
import {
  refusedCall,
  type AgentTool,
  type CallContext,
  type ToolCall,
  type ToolEvent,
  type ToolOutcome,
  type ToolResult,
  type ToolSource,
} from "../tools/tool.js";
import type { AttemptOptions } from "./attempt-options.js";
import { draftOutcome, readOutcome } from "./call-outcome.js";
import { isApproved, pastCalls } from "./past-calls.js";
import type { TurnWriter } from "./turn-writer.js";
import { draftOf } from "./write-step.js";

/**
 * The tools of one attempt at a turn. A call is logged before it runs and its result before the agent receives it,
 * and a tool that needs approval runs only when the log has it for this tool and these arguments.
 */
export function turnTools(
  options: AttemptOptions,
  writer: TurnWriter,
  past: AgentTurn["past"],
  signal: AbortSignal,
): Pick<AgentTurn, "tools" | "callTool"> {
  const { session, turn, toolSources } = options;
  const draftsOf = (events: readonly ToolEvent[]) => events.map(({ type, payload }) => draftOf(options, type, payload));
  const context: CallContext = {
    session,
    turn,
    signal,
    emit: async (events) => {
      signal.throwIfAborted();
      await writer.events(draftsOf(events));
    },
  };
  const lists = new Map<ToolSource, Promise<readonly AgentTool[]>>();

  function listOf(source: ToolSource): Promise<readonly AgentTool[]> {
    const known = lists.get(source) ?? source.tools(context).then((tools) => tools.map(guarded));
    lists.set(source, known);
    return known;
  }

  /** Where others than people write to the session, a call that may write waits for a person. */
  function guarded(tool: AgentTool): AgentTool {
    const asks = session.asksBeforeWrites === true && tool.readOnly !== true;
    return asks ? { ...tool, needsApproval: true } : tool;
  }

  /** For two tools with one name the first source has priority, and later sources are not asked. */
  async function find(name: string): Promise<{ tool: AgentTool; source: ToolSource } | undefined> {
    for (const source of toolSources) {
      const tool = (await listOf(source)).find((listed) => listed.name === name);
      if (tool !== undefined) return { tool, source };
    }
    return undefined;
  }

  async function listAll(): Promise<AgentTool[]> {
    const all = new Map<string, AgentTool>();
    for (const source of toolSources) {
      for (const tool of await listOf(source)) if (!all.has(tool.name)) all.set(tool.name, tool);
    }
    return [...all.values()];
  }

  function unknown(call: ToolCall): ToolOutcome {
    for (const source of toolSources) {
      const outcome = source.explain?.(call, context);
      if (outcome) return outcome;
    }
    return refusedCall(`There is no tool ${call.name} in this session.`, "tool_unknown");
  }

  /** Each call of the turn by its id: it is made once, whichever attempt asks for it. */
  const { told, outcomes } = pastCalls(past);
  const results = new Map<string, Promise<ToolResult>>();
  for (const [id, outcome] of outcomes) results.set(id, Promise.resolve(outcome));

  async function callTool(call: ToolCall): Promise<ToolResult> {
    const { id, name } = call;
    const created = draftOf(options, "agent.toolCall.created", { id, name, arguments: call.arguments });
    const content = canonicalJson(created.payload);
    const isTold = told.has(id);
    if (isTold && told.get(id) !== content) {
      throw new AgentFailure(`Another call of this turn has the id ${id}. Give each call an id of its own.`, {
        code: "tool_call_reused",
      });
    }
    told.set(id, content);
    const result = results.get(id) ?? make(call, isTold ? [] : [created]);
    results.set(id, result);
    return result;
  }

  async function make(call: ToolCall, created: readonly EventDraft[]): Promise<ToolResult> {
    const { id, name } = call;
    const found = await find(name);
    if (found?.tool.needsApproval === true && !isApproved(past, call)) {
      throw new AgentFailure(
        `The tool ${name} needs a person's approval of this very call. Ask for it first, with the same arguments.`,
        { code: "approval_required" },
      );
    }
    if (created.length > 0) await writer.events(created);
    const outcome = found === undefined ? unknown(call) : await found.source.call(call, context);
    signal.throwIfAborted();
    const ended = draftOutcome(options, id, outcome);
    await writer.events([ended, ...draftsOf(outcome.events ?? [])]);
    return readOutcome(ended.payload);
  }

  return { tools: listAll, callTool };
}
