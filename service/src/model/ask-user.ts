/** The tool by which a model asks the person: its questions as the service asks them, and the answers as the model reads them. */
import type { HumanInputResponse, Question } from "@service/sdk/protocol";
import * as v from "valibot";
import type { AskedQuestions } from "../agent/agent.js";
import { refusedCall, type AgentTool, type ToolCall, type ToolResult } from "../tools/tool.js";

const most = { questions: 10, choices: 20, text: 2_000 } as const;

const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most.text));

const takes = v.object({
  questions: v.pipe(
    v.array(
      v.object({
        question: text,
        choices: v.optional(v.pipe(v.array(text), v.minLength(2), v.maxLength(most.choices))),
        several: v.optional(v.boolean(), false),
        allowOther: v.optional(v.boolean(), false),
        required: v.optional(v.boolean(), true),
      }),
    ),
    v.minLength(1),
    v.maxLength(most.questions),
  ),
  allowSkip: v.optional(v.boolean(), false),
});

export const askUser: AgentTool = {
  name: "ask_user",
  description: "Asks the person and waits for the answers. Use it when you cannot go on well without them.",
  inputSchema: {
    type: "object",
    properties: {
      questions: {
        type: "array",
        minItems: 1,
        maxItems: most.questions,
        items: {
          type: "object",
          properties: {
            question: { type: "string" },
            choices: {
              type: "array",
              items: { type: "string" },
              minItems: 2,
              maxItems: most.choices,
              description: "What there is to choose from; without them the person writes.",
            },
            several: { type: "boolean", default: false, description: "Whether more than one may be chosen." },
            allowOther: { type: "boolean", default: false, description: "Whether something else may be written." },
            required: { type: "boolean", default: true },
          },
          required: ["question"],
        },
      },
      allowSkip: { type: "boolean", default: false, description: "Whether the person may answer none of them." },
    },
    required: ["questions"],
  },
  needsApproval: false,
};

/** Converts a call into its questions, under the call's id, or into an outcome with the reason why it asks none. */
export function askedBy(call: ToolCall): AskedQuestions | ToolResult {
  const read = v.safeParse(takes, call.arguments);
  if (!read.success) {
    const [{ message, path }] = read.issues;
    const where = path?.map(({ key }) => String(key)).join(".") ?? "arguments";
    return refusedCall(
      `${askUser.name} was called with what it cannot take: "${where}": ${message}`,
      "arguments_invalid",
    );
  }
  const { questions, allowSkip } = read.output;
  return {
    id: call.id,
    toolCallId: call.id,
    allowSkip,
    expiresInMs: null,
    questions: questions.map(({ question, choices, several, allowOther, required }, n): Question => {
      const id = `q${n + 1}`;
      if (choices === undefined) return { id, kind: "text", prompt: question, required };
      const options = choices.map((label, at) => ({ id: `c${at + 1}`, label }));
      return { id, kind: several ? "multi_select" : "single_select", prompt: question, options, required, allowOther };
    }),
  };
}

/** The answers for the model, in the words of its choices. */
export function answersTo({ questions }: AskedQuestions, response: HumanInputResponse): ToolResult {
  if (response.outcome !== "answered") return { output: { outcome: response.outcome } };
  const answers = questions.map(({ id, prompt, options = [] }) => {
    const given = response.answers.find(({ questionId }) => questionId === id);
    const values = (given?.values ?? []).map((value) => options.find((option) => option.id === value)?.label ?? value);
    return { question: prompt, answer: given?.other === undefined ? values : [...values, given.other] };
  });
  return { output: { outcome: "answered", answers } };
}
