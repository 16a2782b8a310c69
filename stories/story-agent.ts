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

const unfinished = new Set<string>();

/** Registers the words of an answer that is still being written. */
export function askedNow(words: string, answer: string): string {
  unfinished.add(words);
  return asked(words, `/say ${answer}`, "/silence 3600");
}

/** An approval, in two languages. */
export const refund = asked(
  "My desk lamp arrived broken.",
  "/say I'm sorry about that. I can refund the lamp.",
  '/approve refund_order {"number":4711,"amount":"€49.90"}',
);
export const refundInArabic = asked(
  "وصل مصباحي مكسورًا.",
  "/say يؤسفني ذلك. يمكنني رد المبلغ.",
  '/approve refund_order {"number":4711,"amount":"49.90 €","note":"الزجاج مكسور"}',
);

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

/**
 * Leaves out what the scripted agent reports about its own commands, such as "`refund_order` was approved and has run":
 * the text after a title, a goal, a subtask and an approved call, which an earlier run began, and that of a saved memory.
 */
function remarkFilter(): (step: AgentStep) => boolean {
  const begun = new Set<string>();
  let isRemark = false;
  return (step) => {
    if (step.type === "text" && step.text.startsWith("I will remember that")) isRemark = true;
    if (isRemark && (step.type === "text" || step.type === "message")) {
      isRemark = step.type === "text";
      return false;
    }
    if (step.type === "tool") begun.add(step.id);
    isRemark =
      step.type === "title" ||
      step.type === "goal" ||
      step.type === "child" ||
      (step.type === "tool-output" && step.failed !== true && !begun.has(step.id));
    return true;
  };
}

export const storyAgent: Agent = {
  ...scriptedAgent,
  async *run(turn, signal) {
    try {
      const script = scripts.get(turn.prompt);
      const isShown = remarkFilter();
      for await (const step of scriptedAgent.run({ ...turn, prompt: script ?? turn.prompt }, signal)) {
        if (step.type === "message" && unfinished.has(turn.prompt)) continue;
        if (script === undefined || isShown(step)) yield inProductWords(step);
      }
    } catch (error) {
      if (!(error instanceof AgentFailure)) throw error;
      throw new AgentFailure("The agent couldn't be reached.", { code: error.code, retryable: true });
    }
  },
};
