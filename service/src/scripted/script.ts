import type { AgentStep, AgentTurn } from "../agent/agent.js";

/** What one command of the scripted agent works with. */
export interface Script {
  readonly turn: AgentTurn;
  readonly signal: AbortSignal;
  /** What stands behind the command. */
  readonly args: string;
  /** An id of this command's own, the same in every run of the turn. */
  readonly id: (n?: number) => string;
}

export type Command = (script: Script) => AsyncGenerator<AgentStep, void, void>;

/** Says a text as a message of its own. */
export async function* say(text: string): AsyncGenerator<AgentStep, void, void> {
  yield { type: "text", text };
  yield { type: "message" };
}
