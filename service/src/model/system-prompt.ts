/** What the model is told before everything else: its host's instructions, the session's, its skills and its goal. */
import type { AgentTurn } from "../agent/agent.js";
import { isRecord } from "../sessions/is-record.js";

export async function systemPrompt(turn: AgentTurn, instructions = ""): Promise<string> {
  const { instructions: ofSession, skills } = turn.settings;
  const goal = await turn.goal();
  return [
    instructions,
    textOf(ofSession),
    Array.isArray(skills) ? skillsText(skills.filter(isRecord)) : "",
    goal?.status === "active" ? `This session works towards a goal: ${goal.text}` : "",
  ]
    .filter((part) => part.trim() !== "")
    .join("\n\n");
}

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
