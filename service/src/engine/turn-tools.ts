import { AgentFailure, type AgentTurn } from "../agent/agent.js";
import { decisionOf } from "../agent/decisions-of.js";
import { isRecord } from "../sessions/is-record.js";
import {
  refusedCall,
  type AgentTool,
  type ToolCall,
  type ToolContext,
  type ToolOutcome,
  type ToolSource,
} from "../tools/tool.js";
import type { AttemptOptions } from "./attempt-options.js";
import type { TurnWriter } from "./turn-writer.js";
import { draftOf } from "./write-step.js";

/**
 * The tools of one attempt at a turn. A call is in the log before it runs and its outcome before the agent sees it, and a
 * tool that needs a person's word runs only when the log holds it.
 */
export function turnTools(
  options: AttemptOptions,
  writer: TurnWriter,
  past: AgentTurn["past"],
  signal: AbortSignal,
): Pick<AgentTurn, "tools" | "callTool"> {
  const { session, turn, toolSources } = options;
  const context: ToolContext = { session, turn, signal };
  const lists = new Map<ToolSource, Promise<readonly AgentTool[]>>();

  function listOf(source: ToolSource): Promise<readonly AgentTool[]> {
    const known = lists.get(source) ?? source.tools(context);
    lists.set(source, known);
    return known;
  }

  /** Of two tools with one name the first source's counts, and the sources behind it are not asked. */
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

  async function callTool(call: ToolCall) {
    const found = await find(call.name);
    if (found?.tool.needsApproval === true && decisionOf(past, call.id)?.decision !== "approve") {
      throw new AgentFailure(`The tool ${call.name} needs a person's approval before it is called. Ask for it first.`, {
        code: "approval_required",
      });
    }
    const { id, name } = call;
    if (!isTold(past, id)) {
      await writer.events([draftOf(options, "agent.toolCall.created", { id, name, arguments: call.arguments })]);
    }
    const outcome = found === undefined ? unknown(call) : await found.source.call(call, context);
    const { output, failed = false, events = [] } = outcome;
    signal.throwIfAborted();
    await writer.events([
      draftOf(options, "agent.toolCall.output", { id, output, ...(failed && { failed }) }),
      ...events.map(({ type, payload }) => draftOf(options, type, payload)),
    ]);
    return { output, failed };
  }

  return { tools: listAll, callTool };
}

/** Whether the call stands in the log already: it was told when it was asked about. */
function isTold(past: AgentTurn["past"], id: string): boolean {
  return past.some(
    ({ type, payload }) => type === "agent.toolCall.created" && isRecord(payload) && payload["id"] === id,
  );
}
