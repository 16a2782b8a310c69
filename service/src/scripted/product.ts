import type { AgentTool } from "../tools/tool.js";
import { isRecord } from "../sessions/is-record.js";
import type { AgentStep, AgentTurn } from "../agent/agent.js";
import { askedCallOf, decisionOf } from "../agent/decisions-of.js";
import { say, type Script } from "./script.js";
import { cutWhole } from "../sessions/cut-whole.js";

/** The scripted agent's commands for a product's skills and tools. */

const noSkills = "I was given no skills. A host passes its own when a conversation begins.";

/** `/skills` names what the session was created with. */
export async function* tellSkills({ turn }: Script): AsyncGenerator<AgentStep, void, void> {
  const given = turn.settings["skills"];
  const skills = Array.isArray(given) ? given.filter(isRecord) : [];
  const lines = skills.map(({ name, version, description }) => {
    const which = typeof version === "string" ? ` (version ${version})` : "";
    return `- **${String(name)}**${which}: ${String(description)}`;
  });
  yield* say(lines.length === 0 ? noSkills : `I was given these skills:\n\n${lines.join("\n")}`);
}

const usage = 'Name a server, a tool and its arguments as JSON: `/mcp orders refund {"id":1}`.';

/** `/mcp <server> <tool> <json>` calls a tool of the product, after a person's word where it needs one. */
export async function* callProduct(script: Script): AsyncGenerator<AgentStep, void, void> {
  const [, server, tool, json = "{}"] = /^(\S+)\s+(\S+)(?:\s+(.*))?$/s.exec(script.args) ?? [];
  const given = parseJson(json);
  if (server === undefined || tool === undefined || !isRecord(given)) return yield* say(usage);
  yield* callListed(script, `${server}__${tool}`, given);
}

const callUsage = 'Name a tool and its arguments as JSON: `/call run {"command":"ls"}`.';

/** `/call <tool> <json>` calls any tool of the session. Where a tool wants a machine and none is named, it gets the first. */
export async function* callAny(script: Script): AsyncGenerator<AgentStep, void, void> {
  const [, name, json = "{}"] = /^(\S+)(?:\s+(.*))?$/s.exec(script.args) ?? [];
  const given = parseJson(json);
  if (name === undefined || !isRecord(given)) return yield* say(callUsage);
  const listed = (await script.turn.tools()).find((tool) => tool.name === name);
  yield* callListed(script, name, { ...firstMachine(listed), ...given });
}

function firstMachine(tool: AgentTool | undefined): object {
  const properties = tool?.inputSchema["properties"];
  const field = isRecord(properties) ? properties["machine"] : undefined;
  const names = isRecord(field) && Array.isArray(field["enum"]) ? field["enum"] : [];
  return names.length === 0 ? {} : { machine: names[0] as unknown };
}

async function* callListed(
  { turn, id }: Script,
  name: string,
  given: Readonly<Record<string, unknown>>,
): AsyncGenerator<AgentStep, void, void> {
  const callId = id();
  // An approved call runs as it was asked about, also where its machine is no longer the first.
  const call = { id: callId, name, arguments: askedCallOf(turn.past, callId)?.arguments ?? given };
  const listed = (await turn.tools()).find((tool) => tool.name === name);
  if (listed?.needsApproval === true) {
    const decision = decisionOf(turn.past, call.id);
    if (decision === null) {
      yield { type: "tool", ...call };
      yield { type: "ask", approvals: [call] };
      return;
    }
    if (decision.decision === "reject") return yield* tellRejected(call, decision.message);
  }
  yield* tellResult(call.name, await turn.callTool(call));
}

async function* tellRejected(
  call: { readonly id: string; readonly name: string },
  message = "no reason was given",
): AsyncGenerator<AgentStep, void, void> {
  yield { type: "tool-output", id: call.id, output: { isError: true, rejected: true, message }, failed: true };
  yield* say(`\`${call.name}\` was rejected and has not run: ${message}`);
}

/** More than this of an answer is left to the row of the call (characters). */
const longest = 2_000;

async function* tellResult(
  name: string,
  { output, failed }: Awaited<ReturnType<AgentTurn["callTool"]>>,
): AsyncGenerator<AgentStep, void, void> {
  if (failed === true) {
    const message = isRecord(output) ? output["message"] : undefined;
    return yield* say(`\`${name}\` failed: ${typeof message === "string" ? message : "it does not say why."}`);
  }
  const text = JSON.stringify(output, null, 2) ?? "nothing";
  const told = text.length > longest ? `${cutWhole(text, longest)}\n…` : text;
  yield* say(`\`${name}\` answered:\n\n\`\`\`json\n${told}\n\`\`\``);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
