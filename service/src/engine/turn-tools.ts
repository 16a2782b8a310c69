import { AgentFailure, type AgentTurn } from "../agent/agent.js";
import { canonicalJson } from "../sessions/canonical-json.js";
import type { EventDraft } from "../store/records.js";
import type { CallContext, ToolCall, ToolEvent, ToolResult } from "../tools/tool.js";
import type { AttemptOptions, Working } from "./attempt-options.js";
import { draftOutcome, readOutcome } from "./call-outcome.js";
import { listedTools } from "./listed-tools.js";
import { isApproved, pastCalls } from "./past-calls.js";
import { draftOf } from "./write-step.js";

/**
 * The tools of one attempt at a turn. A call is logged before it runs and its result before the agent receives it,
 * and a tool that needs approval runs only when the log has it for this tool and these arguments.
 */
export function turnTools(
  options: AttemptOptions,
  { writer, signal, calls }: Working,
  past: AgentTurn["past"],
): Pick<AgentTurn, "tools" | "callTool"> {
  const { session, turn, tracing } = options;
  const draftsOf = (events: readonly ToolEvent[]) => events.map(({ type, payload }) => draftOf(options, type, payload));
  const context: CallContext = {
    session,
    turn,
    signal,
    emit: (events) => writer.events(draftsOf(events)),
  };
  const listed = listedTools(options, context);

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
    const known = results.get(id);
    if (known !== undefined) return known;
    const result = make(call, isTold ? [] : [created]);
    results.set(id, result);
    calls.add(result);
    const settled = () => void calls.delete(result);
    result.then(settled, settled);
    return result;
  }

  async function make(call: ToolCall, created: readonly EventDraft[]): Promise<ToolResult> {
    const { id, name } = call;
    const found = await listed.find(name);
    if (found?.tool.needsApproval === true && !isApproved(past, call)) {
      throw new AgentFailure(
        `The tool ${name} needs a person's approval of this very call. Ask for it first, with the same arguments.`,
        { code: "approval_required" },
      );
    }
    // Once the turn has output, no other attempt makes this call, whatever becomes of this process.
    await (created.length > 0 ? writer.events(created) : writer.mark());
    signal.throwIfAborted();
    const outcome =
      found === undefined
        ? listed.unknown(call)
        : await tracing.span("tool call", { "service.tool": name }, () => found.source.call(call, context));
    // A finished call is written even while the process closes. The lease refuses the write when the turn has ended or moved.
    const ended = draftOutcome(options, id, outcome);
    await writer.events([ended, ...draftsOf(outcome.events ?? [])]);
    signal.throwIfAborted();
    return readOutcome(ended.payload);
  }

  return { tools: listed.all, callTool };
}
