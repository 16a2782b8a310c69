import { AgentFailure, type AgentTurn } from "../agent/agent.js";
import { decisionOf } from "../agent/decisions-of.js";
import { isRecord } from "../sessions/is-record.js";
import { refusedCall, type AgentTool, type ToolCall, type ToolContext, type ToolSource } from "../tools/tool.js";
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
  let listed: Promise<ReadonlyMap<string, { tool: AgentTool; source: ToolSource }>> | undefined;

  const list = () => (listed ??= listTools(toolSources, context));

  async function callTool(call: ToolCall) {
    const found = (await list()).get(call.name);
    if (found?.tool.needsApproval === true && decisionOf(past, call.id)?.decision !== "approve") {
      throw new AgentFailure(`The tool ${call.name} needs a person's approval before it is called. Ask for it first.`, {
        code: "approval_required",
      });
    }
    const { id, name } = call;
    if (!isTold(past, id)) {
      await writer.events([draftOf(options, "agent.toolCall.created", { id, name, arguments: call.arguments })]);
    }
    const outcome =
      found === undefined
        ? refusedCall(`There is no tool ${name} in this session.`, "tool_unknown")
        : await found.source.call(call, context);
    const { output, failed = false, events = [] } = outcome;
    signal.throwIfAborted();
    await writer.events([
      draftOf(options, "agent.toolCall.output", { id, output, ...(failed && { failed }) }),
      ...events.map(({ type, payload }) => draftOf(options, type, payload)),
    ]);
    return { output, failed };
  }

  return { tools: async () => [...(await list()).values()].map(({ tool }) => tool), callTool };
}

/** Of two tools with one name the first source's counts. */
async function listTools(sources: readonly ToolSource[], context: ToolContext) {
  const all = new Map<string, { tool: AgentTool; source: ToolSource }>();
  for (const source of sources) {
    for (const tool of await source.tools(context)) if (!all.has(tool.name)) all.set(tool.name, { tool, source });
  }
  return all;
}

/** Whether the call stands in the log already: it was told when it was asked about. */
function isTold(past: AgentTurn["past"], id: string): boolean {
  return past.some(
    ({ type, payload }) => type === "agent.toolCall.created" && isRecord(payload) && payload["id"] === id,
  );
}
