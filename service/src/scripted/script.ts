import type { AgentStep, AgentTurn } from "../agent/agent.js";

/** Context of one command. */
export interface Script {
  readonly turn: AgentTurn;
  readonly signal: AbortSignal;
  /** The text after the command. */
  readonly args: string;
  /** An id of this command's own, the same in every run of the turn. */
  readonly id: (n?: number) => string;
}

export type Command = (script: Script) => AsyncGenerator<AgentStep, void, void>;

/** Writes a text as a message. */
export async function* say(text: string): AsyncGenerator<AgentStep, void, void> {
  yield { type: "text", text };
  yield { type: "message" };
}
