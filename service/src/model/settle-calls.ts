/** Settles the calls of one model step: makes, refuses, or asks a person about them. */
import type { AgentStep, AgentTurn, AskedApproval, AskedQuestions } from "../agent/agent.js";
import { answerOf, decisionOf, type TakenDecision } from "../agent/decisions-of.js";
import { refusedCall, type AgentTool, type ToolCall, type ToolResult } from "../tools/tool.js";
import { answersTo, askedBy, askUser } from "./ask-user.js";

export interface Settling {
  readonly turn: AgentTurn;
  readonly tools: readonly AgentTool[];
  /** Invalid calls by id, with the message for the model. */
  readonly faults: ReadonlyMap<string, string>;
  /** Results of calls; calls settled here are added. */
  readonly results: Map<string, ToolResult>;
}

/**
 * Settles the calls that have no result yet, one after the other. False when a person was asked: the attempt ends, and
 * the next one settles the rest.
 */
export async function* settleCalls(
  settling: Settling,
  calls: readonly ToolCall[],
): AsyncGenerator<AgentStep, boolean, void> {
  const { turn, results } = settling;
  const approvals: AskedApproval[] = [];
  const questions: AskedQuestions[] = [];
  for (const call of calls) {
    if (results.has(call.id)) continue;
    const next = nextFor(settling, call);
    if (next.is === "call") {
      results.set(call.id, await turn.callTool(call));
      continue;
    }
    if (!isTold(turn, call)) yield { type: "tool", ...call };
    if (next.is === "settled") {
      results.set(call.id, next.result);
      yield { type: "tool-output", id: call.id, ...next.result };
    } else if (next.is === "approval") approvals.push(call);
    else questions.push(next.asked);
  }
  if (approvals.length + questions.length === 0) return true;
  yield { type: "ask", approvals, questions };
  return false;
}

type Next =
  | { readonly is: "call" }
  | { readonly is: "settled"; readonly result: ToolResult }
  | { readonly is: "approval" }
  | { readonly is: "questions"; readonly asked: AskedQuestions };

function nextFor({ turn, tools, faults }: Settling, call: ToolCall): Next {
  const fault = faults.get(call.id);
  if (fault !== undefined) return { is: "settled", result: refusedCall(fault, "arguments_invalid") };
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === askUser) return nextForQuestions(turn, call);
  const decision = decisionOf(turn.past, call.id);
  if (decision?.decision === "reject") return { is: "settled", result: rejected(decision) };
  // A missing tool is called too: the service's outcome gives the reason.
  return decision === null && tool?.needsApproval === true ? { is: "approval" } : { is: "call" };
}

function nextForQuestions(turn: AgentTurn, call: ToolCall): Next {
  const asked = askedBy(call);
  if ("output" in asked) return { is: "settled", result: asked };
  const answer = answerOf(turn.past, call.id);
  return answer === null ? { is: "questions", asked } : { is: "settled", result: answersTo(asked, answer) };
}

function rejected({ message }: TakenDecision): ToolResult {
  const words = message === undefined ? "and gave no reason." : `and said: ${message}`;
  return {
    output: { isError: true, rejected: true, message: `A person rejected this call, so it was not made, ${words}` },
    failed: true,
  };
}

function isTold({ past }: AgentTurn, { id }: ToolCall): boolean {
  return past.some(
    ({ type, payload }) =>
      type === "agent.toolCall.created" && (payload as { readonly id?: unknown } | null)?.id === id,
  );
}
