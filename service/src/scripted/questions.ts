import type { Question } from "@service/sdk/protocol";
import type { AskedQuestions } from "../agent/agent.js";

const text: Question = {
  id: "name",
  kind: "text",
  prompt: "What should the trip be called?",
  label: "Name",
  helpText: "A few words are enough.",
  options: [],
  required: true,
};

const single: Question = {
  id: "season",
  kind: "single_select",
  prompt: "When do you want to travel?",
  label: "Season",
  options: [
    { id: "spring", label: "Spring", description: "Mild days, few people." },
    { id: "summer", label: "Summer", description: "Warm and busy." },
    { id: "autumn", label: "Autumn" },
  ],
  required: true,
  allowOther: true,
};

const multi: Question = {
  id: "interests",
  kind: "multi_select",
  prompt: "What do you want to see?",
  label: "Interests",
  options: [
    { id: "museums", label: "Museums" },
    { id: "food", label: "Food markets" },
    { id: "nature", label: "Mountains and lakes" },
    { id: "music", label: "Concerts" },
  ],
  required: true,
  validation: { minSelections: 1, maxSelections: 3 },
};

const notes: Question = {
  id: "notes",
  kind: "text",
  prompt: "Anything else to know?",
  label: "Notes",
  options: [],
  required: false,
};

const sets: Readonly<Record<string, readonly Question[]>> = {
  text: [text],
  single: [single],
  multi: [multi],
  form: [text, single, multi, notes],
};

/** `text|single|multi|form [skip] [expires <seconds>]` as a question set. */
export function askedQuestions(args: string, id: string): AskedQuestions {
  const words = args.split(/\s+/).filter(Boolean);
  const seconds = Number(words[words.indexOf("expires") + 1]);
  const expires = words.includes("expires") && seconds > 0;
  return {
    id,
    questions: sets[words[0] ?? "form"] ?? sets["form"] ?? [],
    allowSkip: words.includes("skip"),
    expiresInMs: expires ? Math.min(seconds * 1_000, 30 * 86_400_000) : null,
  };
}
