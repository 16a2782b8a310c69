import type { Agent, AgentTurn } from "../agent/agent.js";
import type { Script } from "./script.js";
import { commands } from "./commands.js";
import { plainAnswer, unknownCommand } from "./texts.js";

/**
 * An agent for development, without a model. It reads the lines of a message in order: a line that begins with a
 * slash is a command (`/help` lists them); for any other line it writes a line of markdown. Deterministic for a
 * message and clock.
 */
export const scriptedAgent: Agent = {
  name: "scripted",
  models: [
    {
      id: "scripted",
      label: "Scripted development agent",
      description: "Follows commands such as /help; no model is behind it.",
    },
  ],
  async *run(turn, signal) {
    const parts = partsOf(turn.prompt);
    // A turn that waited for a decision continues with the part that asked; the log has the earlier parts.
    const first = Math.max(0, lastAsking(turn, parts.length));
    for (const [index, part] of parts.entries()) {
      if (index < first) continue;
      const script: Script = { turn, signal, args: part.args, id: (n = 0) => stepId(turn, index, n) };
      if (part.command === null) yield* [{ type: "text", text: plainAnswer(part.args) }, { type: "message" }] as const;
      else if (Object.hasOwn(commands, part.command)) yield* commands[part.command]?.(script) ?? [];
      else yield* [{ type: "text", text: unknownCommand(part.command) }, { type: "message" }] as const;
    }
  },
};

interface Part {
  /** Null for plain words. */
  readonly command: string | null;
  readonly args: string;
}

/** Commands line by line; plain lines that follow each other are one part. */
function partsOf(prompt: string): Part[] {
  const parts: Part[] = [];
  let plain: string[] = [];
  const endPlain = () => {
    const text = plain.join("\n").trim();
    if (text !== "") parts.push({ command: null, args: text });
    plain = [];
  };
  for (const line of prompt.split(/\r\n|\r|\n/)) {
    const [, command, args = ""] = /^\/([a-z-]+)(?:\s+(.*))?$/s.exec(line.trim()) ?? [];
    if (command === undefined) {
      plain.push(line);
      continue;
    }
    endPlain();
    parts.push({ command, args: args.trim() });
  }
  endPlain();
  return parts.length === 0 ? [{ command: null, args: "" }] : parts;
}

/** Derived from the turn's id, so that a repeated run of the turn finds its own decisions. Shaped like a UUID. */
function stepId({ turnId }: AgentTurn, part: number, n: number): string {
  return `${turnId.slice(0, 24)}${hex(part)}${hex(n)}`;
}

function hex(value: number): string {
  return value.toString(16).padStart(6, "0");
}

/** The index of the last part whose question is in the log, or -1. */
function lastAsking(turn: AgentTurn, count: number): number {
  const asked = turn.past.filter(
    ({ type }) => type === "session.requiresAction" || type === "session.humanInput.requested",
  );
  const text = JSON.stringify(asked.map((event) => event.payload));
  for (let index = count - 1; index >= 0; index -= 1) if (text.includes(stepId(turn, index, 0))) return index;
  return -1;
}
