import type { AgentStep } from "../agent/agent.js";
import { say, type Script } from "./script.js";
import { callOwn, line, listOf, textOf, type Fields, type Outcome } from "./tools.js";

/** The scripted agent's memory commands and their texts. */

type Steps = AsyncGenerator<AgentStep, void, void>;

const off = "I have no memory in this conversation: it is switched off.";
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Scope of a layer, in words. */
const whose: Readonly<Record<string, string>> = {
  session: "in this conversation",
  user: "for you, in all your conversations",
  workspace: "for everybody in this workspace",
};

/** `/remember <text>` */
export async function* remember(script: Script): Steps {
  if (script.args === "") return yield* say("Tell me what: `/remember I like window seats`.");
  yield* tell(await callOwn(script, "memory_save", { text: script.args }), (saved) => {
    const how = saved["deduped"] === true ? "I knew that already" : "I will remember that";
    return `${how}, ${whereOf(saved)}: **${quote(saved)}**`;
  });
}

/** `/recall [words]` */
export async function* recall(script: Script): Steps {
  const { args } = script;
  yield* tell(await callOwn(script, "memory_recall", { query: args }), (found) => {
    const memories = listOf(found, "memories");
    if (memories.length === 0) return args === "" ? "I remember nothing yet." : `I remember nothing about **${args}**.`;
    const more = found["hasMore"] === true ? "\n- and more" : "";
    return `I remember:\n\n${memories.map(entry).join("\n")}${more}`;
  });
}

/** `/correct <id or words> => <text>` */
export async function* correct(script: Script): Steps {
  const [, which = "", text = ""] = /^(.+?)\s*=>\s*(.+)$/s.exec(script.args) ?? [];
  if (which === "")
    return yield* say("Tell me what, and what is true instead: `/correct window seats => I like the aisle`.");
  yield* onOne(
    script,
    which,
    (memoryId) => callOwn(script, "memory_correct", { memoryId, text }, 1),
    (after) => {
      return `I corrected that. I remember now, ${whereOf(after)}: **${quote(after)}**`;
    },
  );
}

/** `/forget <id or words>` */
export async function* forget(script: Script): Steps {
  if (script.args === "") return yield* say("Tell me what: `/forget window seats`.");
  yield* onOne(
    script,
    script.args,
    (memoryId) => callOwn(script, "memory_delete", { memoryId }, 1),
    (gone) => {
      return `I have forgotten that: **${quote(gone)}**`;
    },
  );
}

/** Finds one memory by its id, its text or a part of it, and applies the action. */
async function* onOne(
  script: Script,
  which: string,
  act: (memoryId: string) => Promise<Outcome | null>,
  words: (output: Fields) => string,
): Steps {
  if (uuid.test(which)) return yield* tell(await act(which), words);
  const found = await callOwn(script, "memory_recall", { query: which, limit: 50 });
  if (found === null || "refusal" in found) return yield* tell(found, () => "");
  const meant = meantBy(listOf(found.output, "memories"), which);
  const [only, ...others] = meant;
  if (only === undefined) yield* say(`I remember nothing about **${which}**.`);
  else if (others.length === 0) yield* tell(await act(textOf(only, "memoryId")), words);
  else yield* say(`That could be any of these. Say more of it, or its id:\n\n${meant.map(entryWithId).join("\n")}`);
}

function meantBy(memories: readonly Fields[], which: string): readonly Fields[] {
  const wanted = which.toLowerCase();
  const texts = memories.map((memory) => ({ memory, text: textOf(memory, "text").toLowerCase() }));
  const exact = texts.filter(({ text }) => text === wanted);
  return (exact.length > 0 ? exact : texts.filter(({ text }) => text.includes(wanted))).map(({ memory }) => memory);
}

async function* tell(outcome: Outcome | null, words: (output: Fields) => string): Steps {
  if (outcome === null) yield* say(off);
  else if ("refusal" in outcome) yield* say(`I could not do that: ${outcome.refusal}`);
  else yield* say(words(outcome.output));
}

const whereOf = (memory: Fields) => whose[textOf(memory, "layer")] ?? textOf(memory, "layer");
const quote = (memory: Fields) => line(textOf(memory, "text"));
const entry = (memory: Fields) => `- ${quote(memory)} *(${whereOf(memory)})*`;
const entryWithId = (memory: Fields) => `${entry(memory)} \`${textOf(memory, "memoryId")}\``;
