import type { OutboxEntry } from "../conversation/outbox/outbox.js";
import type { ChatMessage } from "./chat-message.js";

/**
 * Messages of the outbox that a page of an older handler shows. It sends no keys, so they are matched by text: each
 * by one new message, and just after a reload only by the newest.
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
