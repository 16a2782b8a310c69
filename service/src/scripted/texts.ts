import type { HumanInputResponse, Question } from "@service/sdk/protocol";
import type { AgentGoal } from "../agent/agent.js";

/** Texts of the scripted agent, in markdown. */

export const help = `I am the **scripted development agent** of the embedded service; no model is behind me. A line that begins with a slash makes me do something:

| command | what I do |
| - | - |
| \`/say <text>\` | say it |
| \`/long <tokens> <tokens per second>\` | write long markdown |
| \`/reason <words>\` | think aloud |
| \`/tool <name> <json>\` | call a tool; \`{"ms":800}\` makes it take that long |
| \`/tools <n>\` | call n tools at once |
| \`/tool-fail <name>\` | call a tool that fails |
| \`/approve <name> <json>\` | ask before I call a tool |
| \`/approvals <n>\` | ask for n tools at once |
| \`/ask text\\|single\\|multi\\|form [skip] [expires <seconds>]\` | ask you something |
| \`/fail before\\|middle <code>\` | fail |
| \`/silence <seconds>\` | say nothing for a while |
| \`/title <text>\` | name the session |
| \`/child <text>\` | start a session of its own, which reports back |
| \`/goal <text>\` | work towards a goal; \`/goal done\` completes it, \`/goal\` says what it is |
| \`/file\` | tell the files that came along |
| \`/image <text>\` | draw a picture as a file |
| \`/event <type> <json>\` | write any event |
| \`/session list\`, \`/session read <id>\`, \`/session send <id> <text>\` | look at other sessions, as far as I reach, and write to them |
| \`/remember <text>\` | keep it in mind |
| \`/recall [words]\` | tell what I remember |
| \`/correct <words or id> => <text>\` | put something else in its place |
| \`/forget <words or id>\` | forget it |
| \`/skills\` | name the skills that I was given |
| \`/mcp <server> <tool> <json>\` | call a tool of the product, and ask first where I must |
| \`/call <tool> <json>\` | call any tool I have, such as \`/call run {"command":"ls"}\` on a connected machine |`;

const maxQuote = 200;

export function plainAnswer(prompt: string): string {
  if (prompt === "") return "I am a **scripted development agent**, and you wrote nothing. Try `/help`.";
  const line = prompt.replaceAll(/\s+/g, " ").replaceAll("`", "'");
  const quote = line.length > maxQuote ? `${cutWhole(line, maxQuote)}…` : line;
  return `I am a **scripted development agent** with no model behind me, so I can only repeat you: \`${quote}\`. Try \`/help\`.`;
}

export function goalText({ text, status }: AgentGoal): string {
  const words = { active: "I work towards this", paused: "This is paused", completed: "This was reached" };
  return `${words[status]}: **${text}**`;
}

export function unknownCommand(command: string): string {
  return `I do not know \`/${command}\`. \`/help\` lists what I do.`;
}

export function answersText(questions: readonly Question[], response: HumanInputResponse): string {
  switch (response.outcome) {
    case "skipped":
      return "You skipped the questions, so I go on without.";
    case "expired":
      return "Nobody answered in time, so I go on without.";
    case "cancelled":
      return "The questions were taken back.";
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

/** Cuts after a whole character. */
function cutWhole(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
