/**
 * Support for handlers with the three basic routes alone: history, send and respond. Their histories have no keys and
 * no turn ids, and each piece of an answer is a message of its own (`protocol.md` §7.8). Pure. `own-answers` reads
 * their answers, as they have no stream to follow. Examples: our handler before it had a stream, and handlers of other
 * products.
 */
import type { OutboxEntry } from "../conversation/outbox/outbox-entry.js";
import type { ChatHistory } from "../wire/protocol/chat-bodies.js";
import type { ChatMessage, ChatPart } from "./chat-message.js";

/** Id for a running turn that the handler does not name. */
const unnamedTurn = "running-turn";

/** Placeholder id for the turn of a message sent from here. */
export const unnamedTurnOf = (clientEventId: string): string => `${unnamedTurn}:${clientEventId}`;

export const isUnnamed = (turnId: string): boolean => turnId.startsWith(unnamedTurn);

const runningStatuses = ["queued", "running", "requires_action", "recovering", "waiting_capacity"];

/** The running turn of a page, which may report it by the session's status alone. */
export function runningTurnOf({ turn, status }: ChatHistory): string | null {
  const isUnnamedTurn = turn === undefined && status !== null && runningStatuses.includes(status);
  return turn?.turnId ?? (isUnnamedTurn ? unnamedTurn : null);
}

/** Joins adjacent pieces of text of an answer, as in the stream. */
export function joinTexts(parts: readonly ChatPart[]): readonly ChatPart[] {
  const joined: ChatPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.type !== "text" || part.type !== "text") joined.push(part);
    else joined[joined.length - 1] = { type: "text", text: `${last.text}\n\n${part.text}` };
  }
  return joined;
}

/** Joins the pieces of a turn to one answer. */
export function joinTurns(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const joined: ChatMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    const isAnswer = last?.role === "assistant" && message.role === "assistant";
    if (isAnswer && message.turnId !== null && last.turnId === message.turnId) {
      joined[joined.length - 1] = { ...last, ...message, parts: joinTexts([...last.parts, ...message.parts]) };
    } else {
      joined.push(message);
    }
  }
  return joined;
}

/**
 * Messages of the outbox that a page without keys shows. Matches each entry with one new message of equal text; after a
 * reload, only the newest message may match.
 */
export function sentAlready(
  before: readonly ChatMessage[],
  messages: readonly ChatMessage[],
  entries: readonly OutboxEntry[],
): readonly OutboxEntry[] {
  const known = new Set(before.map(({ id }) => id));
  const fresh = messages.filter(({ id, role }) => role === "user" && id.startsWith("sequence-") && !known.has(id));
  const texts = (before.length > 0 ? fresh : fresh.slice(-1)).map(
    ({ parts }) => parts[0]?.type === "text" && parts[0].text,
  );
  return entries.filter((entry) => {
    const place = entry.state === "failed" ? -1 : texts.indexOf(entry.text);
    if (place >= 0) texts.splice(place, 1);
    return place >= 0;
  });
}
