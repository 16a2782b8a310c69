import {
  refusedCall,
  type AgentTool,
  type CallContext,
  type ToolCall,
  type ToolOutcome,
  type ToolSource,
} from "../tools/tool.js";
import type { AttemptOptions } from "./attempt-options.js";

/** The tools of all sources, as one attempt lists them. */
export function listedTools({ session, toolSources }: AttemptOptions, context: CallContext) {
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

  async function all(): Promise<AgentTool[]> {
    const named = new Map<string, AgentTool>();
    for (const source of toolSources) {
      for (const tool of await listOf(source)) if (!named.has(tool.name)) named.set(tool.name, tool);
    }
    return [...named.values()];
  }

  function unknown(call: ToolCall): ToolOutcome {
    for (const source of toolSources) {
      const outcome = source.explain?.(call, context);
      if (outcome) return outcome;
    }
    return refusedCall(`There is no tool ${call.name} in this session.`, "tool_unknown");
  }

  return { all, find, unknown };
}
