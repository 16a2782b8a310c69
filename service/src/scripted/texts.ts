import type { HumanInputResponse, Question } from "@service/sdk/protocol";
import type { AgentGoal } from "../agent/agent.js";
import { cutWhole } from "../sessions/cut-whole.js";

/** Texts of the scripted agent, in markdown. */

export const help = `I'm the **scripted development agent** of the embedded service: I follow commands, and no model is behind me. Write one command a line:

| command | what I do |
| - | - |
| \`/say <text>\` | answer with the text |
| \`/long <words> <words per second>\` | write a long answer, with headings, a list, code and a table |
| \`/reason <text>\` | show the text as my reasoning, in the full history |
| \`/tool <name> <json>\` | call a tool; with \`{"ms":800}\` it takes 0.8 seconds |
| \`/tools <number>\` | call several tools at once |
| \`/tool-fail <name>\` | call a tool that fails |
| \`/approve <name> <json>\` | ask for your approval, then call the tool |
| \`/approvals <number>\` | ask for several approvals at once |
| \`/ask text\\|single\\|multi\\|form [skip] [expires <seconds>]\` | ask you a question; with \`skip\` you may skip it |
| \`/fail before\\|middle <code>\` | fail before the answer, or in the middle of it |
| \`/silence <seconds>\` | work without a sign of life |
| \`/title <text>\` | rename this conversation |
| \`/child <text>\` | start a subtask, which reports back |
| \`/goal <text>\` | set a goal; \`/goal done\` completes it, \`/goal\` shows it |
| \`/file\` | list the files that you attached |
| \`/image <text>\` | draw a picture of the text |
| \`/event <type> <json>\` | write an event of any type |
| \`/session list\`, \`/session read <id>\`, \`/session send <id> <text>\` | list, read and write to other conversations that I may reach |
| \`/remember <text>\` | remember the text |
| \`/recall [words]\` | show what I remember |
| \`/correct <words or id> => <text>\` | replace what I remember |
| \`/forget <words or id>\` | forget it |
| \`/skills\` | list my skills |
| \`/mcp <server> <tool> <json>\` | call a tool of your product, with your approval where it needs one |
| \`/call <tool> <json>\` | call any tool I have, such as \`/call run {"command":"ls"}\` on a connected computer |`;

const maxQuote = 200;

export function plainAnswer(prompt: string): string {
  if (prompt === "")
    return "Your message has no text. I'm a **scripted development agent**; `/help` lists what I can do.";
  const line = prompt.replaceAll(/\s+/g, " ").replaceAll("`", "'");
  const quote = line.length > maxQuote ? `${cutWhole(line, maxQuote)}…` : line;
  return `I'm a **scripted development agent** without a model, so I can only repeat you: \`${quote}\`. \`/help\` lists what I can do.`;
}

export function goalText({ text, status }: AgentGoal): string {
  const words = { active: "I'm working towards this", paused: "This is paused", completed: "This was reached" };
  return `${words[status]}: **${text}**`;
}

export function unknownCommand(command: string): string {
  return `I don't know \`/${command}\`. \`/help\` lists what I can do.`;
}

export function answersText(questions: readonly Question[], response: HumanInputResponse): string {
  switch (response.outcome) {
    case "skipped":
      return "You skipped the questions, so I'll continue without your answers.";
    case "expired":
      return "Nobody answered in time, so I'll continue without your answers.";
    case "cancelled":
      return "The questions were withdrawn.";
    case "answered":
      return [
        "Thank you. I noted:",
        "",
        ...questions.map(({ id, label, prompt, options }) => {
          const answer = response.answers.find((entry) => entry.questionId === id);
          const chosen = (answer?.values ?? []).map(
            (value) => options?.find((option) => option.id === value)?.label ?? value,
          );
          const all = answer?.other === undefined ? chosen : [...chosen, answer.other];
          return `- **${label ?? prompt}**: ${all.length === 0 ? "nothing" : all.join(", ")}`;
        }),
      ].join("\n");
    default:
      return response satisfies never;
  }
}

const block = `## A walk through the valley

The path begins at the **old mill** and follows the river for about an hour. After rain it is *slippery*, so take good shoes; the view from the bridge is worth it.

### What to take

- water, at least a litre
- something against the sun
- a map: [the valley](https://example.com/valley) has little reception
  1. mark the mill
  2. mark the bridge

> The last bus leaves at six. Whoever misses it walks.

\`\`\`ts
export function minutes(kilometres: number, climb = 0): number {
  // Twelve minutes a kilometre, and ten more for every hundred metres up.
  return kilometres * 12 + climb / 10;
}
\`\`\`

| place | km | open |
| - | -: | - |
| Mill | 0.0 | always |
| Bridge | 3.5 | always |
| Café „Zur Brücke“ | 3.6 | 10–18 |

Ünïcödé, 日本語 and 🏔️ are part of it. That is all for this part.

`;

/** A word or a piece of space each, joined they are the text. */
const blockTokens = block.match(/\s*\S+|\s+$/g) ?? [];

/** The first `count` tokens of a markdown text without end: headings, lists, code, a table. */
export function longText(count: number): string[] {
  return Array.from({ length: Math.floor(count) }, (_, index) => blockTokens[index % blockTokens.length] ?? "");
}
