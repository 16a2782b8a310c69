import { AgentFailure, scriptedAgent, type Agent, type AgentStep } from "@service/embedded/app";

/**
 * The agent of the stories. A person writes plain words, as in a product; the scripted agent gets the commands that the
 * story registered for them. Other messages reach it unchanged, so a reader may type commands.
 */
const scripts = new Map<string, string>();

/** Registers what the agent does when a person writes these words, and returns the words. */
export function asked(words: string, ...commands: readonly string[]): string {
  const script = commands.join("\n");
  if ((scripts.get(words) ?? script) !== script)
    throw new Error(`Two stories ask "${words}" and expect other answers.`);
  scripts.set(words, script);
  return words;
}

/** Names and inputs for the numbered calls of `/tools` and `/approvals`. */
const calls: Readonly<Record<string, readonly [name: string, input: unknown]>> = {
  tool_1: ["refund_order", { number: 4711, amount: "€49.90" }],
  tool_2: ["send_mail", { to: "ana@example.com", subject: "Your refund" }],
  tool_3: ["close_ticket", { ticket: 208 }],
};

function named<Call extends { readonly name: string; readonly arguments?: unknown }>(call: Call): Call {
  const [name, input] = calls[call.name] ?? [call.name, call.arguments];
  return { ...call, name, arguments: input };
}

function inProductWords(step: AgentStep): AgentStep {
  if (step.type === "tool") return named(step);
  return step.type === "ask" && "approvals" in step ? { ...step, approvals: step.approvals.map(named) } : step;
}

export const storyAgent: Agent = {
  ...scriptedAgent,
  async *run(turn, signal) {
    try {
      const prompt = scripts.get(turn.prompt) ?? turn.prompt;
      for await (const step of scriptedAgent.run({ ...turn, prompt }, signal)) yield inProductWords(step);
    } catch (error) {
      if (!(error instanceof AgentFailure)) throw error;
      throw new AgentFailure("The agent couldn't be reached.", { code: error.code, retryable: true });
    }
  },
};
