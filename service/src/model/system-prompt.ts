/** The system prompt: the workspace's instructions, the host's, the session's, its skills and its goal. */
import type { AgentGoal, AgentTurn } from "../agent/agent.js";
import { isRecord } from "../sessions/is-record.js";

export async function systemPrompt(turn: AgentTurn, instructions = ""): Promise<string> {
  const { instructions: ofSession, skills } = turn.settings;
  const goal = await turn.goal();
  return [
    turn.agentInstructions ?? "",
    instructions,
    textOf(ofSession),
    Array.isArray(skills) ? skillsText(skills.filter(isRecord)) : "",
    goal?.status === "active" ? goalText(goal) : "",
  ]
    .filter((part) => part.trim() !== "")
    .join("\n\n");
}

function goalText({ text, successCriteria, rootConstraints, mutationPolicy }: AgentGoal): string {
  const constraints = rootConstraints.map((one) => `- ${typeof one === "string" ? one : JSON.stringify(one)}`);
  return [
    `This session works towards a goal: ${text}`,
    successCriteria === null ? "" : `It is reached when: ${successCriteria}`,
    constraints.length === 0 ? "" : `These constraints hold:\n${constraints.join("\n")}`,
    policies[mutationPolicy],
  ]
    .filter((part) => part !== "")
    .join("\n");
}

const policies: Readonly<Record<AgentGoal["mutationPolicy"], string>> = {
  review_changes: "A person reviews every change of the goal.",
  preserve_intent: "Keep to what the goal intends.",
  autonomous_adaptation: "You may adapt the goal to what you find.",
};

function skillsText(skills: readonly Readonly<Record<string, unknown>>[]): string {
  if (skills.length === 0) return "";
  const told = skills.map(({ name, description, content }) =>
    [`## ${textOf(name)}`, textOf(description), textOf(content)].join("\n\n"),
  );
  return ["# Skills\n\nFollow one of these where its description fits what you are asked.", ...told]
    .join("\n\n")
    .trim();
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
