import type { AgentStep } from "../agent/agent.js";
import { say, type Script } from "./script.js";
import { callOwn, line, listOf, textOf, type Fields, type Outcome } from "./tools.js";

/** The scripted agent's commands for other sessions and their texts. */

type Steps = AsyncGenerator<AgentStep, void, void>;

const usage = "Tell me what: `/session list`, `/session read <id>` or `/session send <id> <text>`.";

/** `/session list`, `/session read <id>`, `/session send <id> <text>` */
export async function* otherSessions(script: Script): Steps {
  const [, verb, sessionId = "", message = ""] = /^(\S+)(?:\s+(\S+))?(?:\s+(.+))?$/s.exec(script.args) ?? [];
  if (verb === "list") yield* tell(await callOwn(script, "sessions_list", {}), listed);
  else if (verb === "read" && sessionId !== "") yield* tell(await callOwn(script, "session_read", { sessionId }), read);
  else if (verb === "send" && message !== "") {
    yield* tell(await callOwn(script, "session_send_message", { sessionId, message }), sent);
  } else yield* say(usage);
}

async function* tell(outcome: Outcome | null, words: (output: Fields) => string): Steps {
  if (outcome === null) yield* say("I reach no other conversations here.");
  else if ("refusal" in outcome) yield* say(`I could not do that: ${outcome.refusal}`);
  else yield* say(words(outcome.output));
}

function listed(output: Fields): string {
  const sessions = listOf(output, "sessions");
  if (sessions.length === 0) return "I reach no other conversation.";
  const lines = sessions.map((session) => {
    const name = line(textOf(session, "title") || textOf(session, "firstMessage"));
    const below = session["isBelow"] === true ? ", started by this one" : "";
    return `- **${name}** (${textOf(session, "status")}${below}) \`${textOf(session, "sessionId")}\``;
  });
  return `I reach these conversations:\n\n${lines.join("\n")}${output["hasMore"] === true ? "\n- and more" : ""}`;
}

function read(output: Fields): string {
  const lines = listOf(output, "messages").map((message) => {
    const actor = message["actor"] as Fields | undefined;
    const who = textOf(message, "role") === "assistant" ? "Agent" : (actor && textOf(actor, "name")) || "Person";
    return `> **${who}:** ${line(textOf(message, "text"))}`;
  });
  const older = output["hasOlder"] === true ? "There is more before it.\n\n" : "";
  return `This was said there:\n\n${older}${lines.join("\n>\n")}`;
}

function sent(output: Fields): string {
  return `I sent it to \`${textOf(output, "sessionId")}\`. Its agent answers there.`;
}
