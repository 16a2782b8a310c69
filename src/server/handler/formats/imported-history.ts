/**
 * Reads the messages that a client of a format keeps itself, and turns the older ones into context for the model when
 * a conversation begins here (`protocol.md` §7.11). An existing session has its own log, and gets none.
 */
import { isRecord } from "../../../wire/protocol/read-fields.js";
import type { ImportedMessage } from "./format.js";

/** How long the imported text may be, its first line included: UTF-16 code units. */
export const importedHistoryLimit = 30_000;

const heading = "This conversation began elsewhere. What was said there, oldest first:";
const textTypes: readonly unknown[] = ["text", "input_text", "output_text"];

/** The message's author, or undefined for roles we ignore, such as tool results. */
const roles: ReadonlyMap<unknown, ImportedMessage["role"]> = new Map([
  ["user", "user"],
  ["assistant", "assistant"],
  ["system", "system"],
  ["developer", "system"],
]);

/** The text of a message: a string, or its text parts joined by line breaks. Empty when it has none. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content.trim();
  if (!Array.isArray(content)) return "";
  const texts = content.flatMap((part: unknown) => {
    if (!isRecord(part) || !textTypes.includes(part["type"])) return [];
    return typeof part["text"] === "string" ? [part["text"]] : [];
  });
  return texts.join("\n").trim();
}

export interface SplitMessages {
  /** The user's last message; undefined when the last message is not the user's, or has no text. */
  readonly text: string | undefined;
  /** Earlier messages with text. */
  readonly history: readonly ImportedMessage[];
}

/** Takes a client's messages apart: the last one, which is to be sent, and those before. */
export function splitMessages(messages: unknown): SplitMessages {
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  const read = list.map(readMessage);
  const last = read.at(-1);
  const text = last?.role === "user" && last.text !== "" ? last.text : undefined;
  const history = read.slice(0, -1).flatMap((message) => (message && message.text !== "" ? [message] : []));
  return { text, history };
}

/** The history as the model reads it, the newest of it where all is too long; undefined when there is none. */
export function importedContext(history: readonly ImportedMessage[]): string | undefined {
  const lines: string[] = [];
  let room = importedHistoryLimit - heading.length;
  for (const { role, text } of history.toReversed()) {
    const line = `\n${role}: ${text}`;
    if (line.length > room) {
      if (lines.length === 0) lines.push(tailOf(role, text, room));
      break;
    }
    room -= line.length;
    lines.unshift(line);
  }
  return lines.length === 0 ? undefined : heading + lines.join("");
}

/** A part is read from wherever a format puts it. */
function readMessage(value: unknown): ImportedMessage | undefined {
  if (!isRecord(value)) return undefined;
  const role = roles.get(value["role"]);
  return role && { role, text: contentText(value["content"] ?? value["parts"]) };
}

/** The end of a line that is too long by itself. */
function tailOf(role: string, text: string, room: number): string {
  const start = `\n${role}: …`;
  const tail = text.slice(-(room - start.length));
  // Half of a pair of surrogates is no character.
  return start + tail.replace(/^[\udc00-\udfff]/, "");
}
