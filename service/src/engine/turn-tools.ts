import { AgentFailure, type AgentTurn } from "../agent/agent.js";
import { canonicalJson } from "../sessions/canonical-json.js";
import type { EventDraft } from "../store/records.js";
import type { AgentTool, ToolCall, ToolOutcome, ToolResult } from "../tools/tool.js";
import type { AttemptOptions } from "./attempt-options.js";
import { draftsOfOutcome, readOutcome } from "./call-outcome.js";
import type { Equipped } from "./listed-tools.js";
import { isLost } from "./lost.js";
import { approvedOf, pastCalls } from "./past-calls.js";
import { draftOf } from "./write-step.js";

/**
 * The tools of one attempt at a turn. A call is logged before it runs, and its result before the agent receives it. A
 * tool that needs approval runs only if the log has an approval for this tool, its origin and these arguments.
 */
export function turnTools(
  options: AttemptOptions,
  { writer, signal, calls, listed }: Equipped,
  past: AgentTurn["past"],
): Pick<AgentTurn, "tools" | "callTool"> {
  const { tracing } = options;

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
    if (found !== undefined) assertApproved(past, call, found.tool);
    // Once the turn has output, no other attempt makes this call, whatever becomes of this process.
    await (created.length > 0 ? writer.events(created) : writer.mark());
    signal.throwIfAborted();
    if (found === undefined) return record(id, listed.unknown(call));
    try {
      const outcome = await tracing.span("tool call", { "service.tool": name }, () =>
        found.source.call(call, { ...listed.context, origin: found.tool.origin }),
      );
      return await record(id, outcome);
    } catch (error) {
      if (signal.aborted || error instanceof AgentFailure || isLost(error) || found.tool.readOnly === true) throw error;
      options.onError(error);
      throw outcomeUnknown(call);
    }
  }

  /** A finished call is written even while the process closes. The lease refuses the write when the turn has ended or moved. */
  async function record(id: string, outcome: ToolOutcome): Promise<ToolResult> {
    const { ended, effects } = draftsOfOutcome(options, id, outcome);
    await writer.events([ended, ...effects]);
    signal.throwIfAborted();
    return readOutcome(ended.payload);
  }

  return { tools: () => listed.all(), callTool };
}

/** The failure of a turn after a call that its source may have made: another try would make it twice. */
function outcomeUnknown({ name }: ToolCall): AgentFailure {
  return new AgentFailure(
    `The tool ${name} failed unexpectedly. Whether it did what it was asked is not known: look before you ask for it again.`,
    { code: "tool_failed" },
  );
}

/**
 * A call that was approved is not made by another origin either where that one needs no approval: its arguments were
 * for the first one.
 *
 * @throws {AgentFailure} `approval_required`
 */
function assertApproved(past: AgentTurn["past"], call: ToolCall, { needsApproval, origin }: AgentTool): void {
  const approved = approvedOf(past, call, origin);
  const code = "approval_required";
  if (approved === "another origin") {
    throw new AgentFailure(
      `The tool ${call.name} has changed since its call was approved, so the call was not made. Request it again.`,
      { code },
    );
  }
  if (!needsApproval || approved === "this call") return;
  throw new AgentFailure(
    `The tool ${call.name} needs a person's approval of this very call. Ask for it first, with the same arguments.`,
    { code },
  );
}
